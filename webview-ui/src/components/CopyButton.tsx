import { useEffect, useState } from "react";
import { useKiln } from "../state/KilnContext";
import { IconButton } from "./IconButton";

export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
	const { store } = useKiln();
	const [isCopied, setCopied] = useState(false);
	useEffect(() => {
		if (!isCopied) return;
		const timer = setTimeout(() => setCopied(false), 1500);
		return () => clearTimeout(timer);
	}, [isCopied]);
	const copy = () => {
		store.post({ type: "copy", text });
		setCopied(true);
	};
	return (
		<IconButton
			icon={isCopied ? "check" : "copy"}
			label={isCopied ? "Copied" : label}
			onClick={copy}
			testId="copy"
		/>
	);
}
