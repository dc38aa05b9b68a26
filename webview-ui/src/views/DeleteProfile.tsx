import { useState } from "react";
import { Button } from "../components/Button";
import { useKiln } from "../state/KilnContext";
import { hold } from "../state/settle";

interface DeleteProfileProps {
	readonly profileId: string;
	readonly onDeleted: () => void;
}

/** Asks once more, in place: the stored key goes as well. The second half of a double click is no answer. */
export function DeleteProfile({ profileId, onDeleted }: DeleteProfileProps) {
	const services = useKiln();
	const [isAsking, setAsking] = useState(false);
	const press = () => {
		if (services.isHolding.get()) return;
		if (!isAsking) {
			setAsking(true);
			hold(services);
			return;
		}
		services.store.post({ type: "delete_profile", profileId });
		onDeleted();
	};
	return (
		<Button isSecondary icon="trash" onClick={press} testId="profile-delete">
			{isAsking ? "Delete it and its key?" : "Delete"}
		</Button>
	);
}
