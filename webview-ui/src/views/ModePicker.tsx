import { Picker } from "../components/Picker";
import { useKiln } from "../state/KilnContext";
import { useReplica } from "../state/useReplica";

export function ModePicker() {
	const { store } = useKiln();
	const modes = useReplica((replica) => replica.chrome?.modes) ?? [];
	const mode = useReplica((replica) => replica.chrome?.mode ?? null);
	return (
		<Picker
			label="Mode"
			value={mode}
			placeholder="Mode"
			options={modes.map(({ slug, name, description }) => ({ value: slug, label: name, description }))}
			onPick={(slug) => {
				if (slug !== mode) store.post({ type: "set_mode", mode: slug });
			}}
			testId="mode-dropdown"
		/>
	);
}
