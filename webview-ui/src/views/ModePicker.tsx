import type { PickerOption } from "../components/Picker";
import { Picker } from "../components/Picker";
import { useKiln } from "../state/KilnContext";
import { useReplica } from "../state/useReplica";

const editValue = "action:edit";
const editOption: PickerOption = {
	value: editValue,
	label: "Edit modes…",
	icon: "edit",
	isFirstOfGroup: true,
};

export function ModePicker() {
	const { store } = useKiln();
	const modes = useReplica((replica) => replica.chrome?.modes) ?? [];
	const mode = useReplica((replica) => replica.chrome?.mode ?? null);
	return (
		<Picker
			label="Mode"
			value={mode}
			placeholder="Mode"
			options={[
				...modes.map(({ slug, name, description }) => ({ value: slug, label: name, description })),
				editOption,
			]}
			onPick={(slug) => {
				if (slug === editValue) store.post({ type: "edit_modes" });
				else if (slug !== mode) store.post({ type: "set_mode", mode: slug });
			}}
			testId="mode-dropdown"
		/>
	);
}
