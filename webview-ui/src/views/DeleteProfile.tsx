import { useState } from "react";
import { Button } from "../components/Button";
import { useKiln } from "../state/KilnContext";

interface DeleteProfileProps {
	readonly profileId: string;
	readonly onDeleted: () => void;
}

/** Asks once more, in place: the stored key goes as well. */
export function DeleteProfile({ profileId, onDeleted }: DeleteProfileProps) {
	const { store } = useKiln();
	const [isAsking, setAsking] = useState(false);
	const press = () => {
		if (!isAsking) {
			setAsking(true);
			return;
		}
		store.post({ type: "delete_profile", profileId });
		onDeleted();
	};
	return (
		<Button isSecondary icon="trash" onClick={press} testId="profile-delete">
			{isAsking ? "Delete it and its key?" : "Delete"}
		</Button>
	);
}
