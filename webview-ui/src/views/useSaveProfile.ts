import type { Profile } from "@shared/settings";
import { useKiln } from "../state/KilnContext";
import type { Reply } from "../state/replica";
import { newId } from "../text/newId";

interface SaveProfile {
	readonly profile: Profile;
	/** undefined leaves the stored key */
	readonly key?: string | undefined;
	/** a new profile is also chosen */
	readonly isNew: boolean;
}

export function useSaveProfile(): (save: SaveProfile) => Promise<Reply> {
	const { store } = useKiln();
	return async ({ profile, key, isNew }) => {
		const reply = await store.request({
			type: "save_profile",
			replyTo: newId("reply"),
			profile,
			...(key !== undefined && { key }),
		});
		if (reply.ok && isNew) store.post({ type: "select_profile", profileId: profile.id });
		return reply;
	};
}
