import type { ProfileSummary } from "@shared/messages";
import type { PickerOption } from "../components/Picker";
import { Picker } from "../components/Picker";
import { useKiln } from "../state/KilnContext";
import { useReplica } from "../state/useReplica";
import { useProfileForm } from "./FormContext";

const addValue = "action:add";
const editValue = "action:edit";

export function ProfilePicker() {
	const { store } = useKiln();
	const openForm = useProfileForm();
	const profiles = useReplica((replica) => replica.chrome?.profiles) ?? [];
	const selectedId = useReplica((replica) => replica.chrome?.profileId ?? null);
	const selected = profiles.find(({ profile }) => profile.id === selectedId);
	const pick = (value: string) => {
		if (value === addValue) openForm(null);
		else if (value === editValue) openForm(selected ?? null);
		else if (value !== selectedId) store.post({ type: "select_profile", profileId: value });
	};
	return (
		<Picker
			label="Model"
			value={selectedId}
			placeholder="Choose a model"
			options={[...profiles.map(toOption), ...actions(selected)]}
			onPick={pick}
			testId="profile-dropdown"
		/>
	);
}

function toOption({ profile, isDemo, hasKey }: ProfileSummary): PickerOption {
	if (isDemo)
		return { value: profile.id, label: profile.name, description: "A recorded task; no model is called" };
	const words = profile.provider === "anthropic" && !hasKey ? "no key yet" : profile.model;
	return { value: profile.id, label: profile.name, description: words };
}

function actions(selected: ProfileSummary | undefined): PickerOption[] {
	const add: PickerOption = { value: addValue, label: "Add a model…", icon: "add", isFirstOfGroup: true };
	if (selected === undefined || selected.isDemo) return [add];
	return [add, { value: editValue, label: `Edit ${selected.profile.name}…`, icon: "edit" }];
}
