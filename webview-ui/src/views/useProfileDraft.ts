import type { ProfileSummary } from "@shared/messages";
import type { Profile } from "@shared/settings";
import { useRef, useState } from "react";
import { useKiln } from "../state/KilnContext";
import type { Reply } from "../state/replica";
import { withoutKey } from "../text/keptProfileForm";
import { newId } from "../text/newId";
import type { FieldErrors, ProfileFields } from "../text/validateProfile";
import { newProfile, parseContextWindow, validateProfile } from "../text/validateProfile";
import { useSaveProfile } from "./useSaveProfile";

export interface ProfileDraft {
	readonly fields: ProfileFields;
	readonly errors: FieldErrors;
	readonly change: (part: Partial<ProfileFields>) => void;
	/** what is under way */
	readonly work: "test" | "save" | null;
	/** what the last test, or a failed save, said */
	readonly result: Reply | null;
	/** the models that the last test has listed */
	readonly models: readonly string[];
	readonly test: () => void;
	readonly save: () => void;
}

/** The form's text, its faults, and its two actions. Faults are shown from the first try on. */
export function useProfileDraft(summary: ProfileSummary | null, onSaved: () => void): ProfileDraft {
	const { store, drafts } = useKiln();
	const saveProfile = useSaveProfile();
	const [fields, setFields] = useState(() => ({ ...toFields(summary), ...drafts.form.get()?.fields }));
	const [isTried, setTried] = useState(false);
	const [work, setWork] = useState<"test" | "save" | null>(null);
	const [result, setResult] = useState<Reply | null>(null);
	const [models, setModels] = useState<readonly string[]>([]);
	const edits = useRef(0);
	const problems = validateProfile(fields);
	const run = async (kind: "test" | "save", isReady: boolean, action: () => Promise<Reply>) => {
		setTried(true);
		if (!isReady || work !== null) return;
		setWork(kind);
		setResult(null);
		const editsBefore = edits.current;
		const reply = await action();
		setWork(null);
		if (kind === "save" && reply.ok) onSaved();
		// What was tested is not what stands there any more.
		else if (edits.current === editsBefore) setResult(reply);
		if (kind === "test" && reply.models !== undefined) setModels(reply.models);
	};
	return {
		fields,
		errors: isTried ? problems : {},
		change: (part) => {
			const next = { ...fields, ...part };
			edits.current += 1;
			setFields(next);
			drafts.form.set({ profileId: summary?.profile.id ?? null, fields: withoutKey(next) });
			setResult(null);
		},
		work,
		result,
		models,
		test: () => {
			const { model: _, name: __, ...blocking } = problems;
			const command = {
				type: "test_profile",
				replyTo: newId("reply"),
				profile: toProfile(fields, summary),
			} as const;
			const withKey = fields.key === undefined ? command : { ...command, key: fields.key };
			run("test", Object.keys(blocking).length === 0, () => store.request(withKey));
		},
		save: () => {
			const profile = toProfile(fields, summary);
			const isReady = Object.keys(problems).length === 0;
			run("save", isReady, () => saveProfile({ profile, key: fields.key, isNew: summary === null }));
		},
	};
}

function toFields(summary: ProfileSummary | null): ProfileFields {
	const profile = summary?.profile;
	return {
		id: profile?.id ?? newId("profile"),
		name: profile?.name ?? "",
		provider: profile?.provider === "anthropic" ? "anthropic" : "openai",
		baseUrl: profile?.baseUrl ?? "",
		key: undefined,
		model: profile?.model ?? "",
		contextWindow: profile?.contextWindow === undefined ? "" : String(profile.contextWindow),
		toolFormat: profile?.toolFormat ?? newProfile.toolFormat,
		promptVariant: profile?.promptVariant ?? newProfile.promptVariant,
		customTools: profile?.customTools ?? newProfile.customTools,
	};
}

/** What the form does not show stays as it was. */
function toProfile(fields: ProfileFields, summary: ProfileSummary | null): Profile {
	const { contextWindow: _, ...known }: Partial<Profile> = summary?.profile ?? {};
	const contextWindow = parseContextWindow(fields.contextWindow);
	return {
		...newProfile,
		...known,
		id: fields.id,
		name: fields.name.trim() || fields.model.trim() || "New model",
		provider: fields.provider,
		baseUrl: fields.baseUrl.trim(),
		model: fields.model.trim(),
		toolFormat: fields.toolFormat,
		promptVariant: fields.promptVariant,
		customTools: [...fields.customTools],
		...(contextWindow !== undefined && Number.isFinite(contextWindow) && { contextWindow }),
	};
}
