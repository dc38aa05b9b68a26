import type { LocalServer } from "@shared/messages";
import { type AutoApproveChange, type Profile, withAutoApproveChange } from "@shared/settings";
import type { ProfileStore } from "../../stores/ProfileStore";
import type { SettingsStore } from "../../stores/SettingsStore";
import type { ChromeSource } from "../ChromeSource";
import type { CommandHandlers, CommandOf } from "../CommandDispatcher";
import type { ProviderSource } from "../ProviderSource";
import type { Wire } from "../Wire";

type ProfileCommands = Pick<
	CommandHandlers,
	| "select_profile"
	| "save_profile"
	| "delete_profile"
	| "test_profile"
	| "find_local_servers"
	| "set_auto_approve"
	| "set_options"
>;

export interface ConnectionTest {
	readonly ok: boolean;
	readonly message: string;
	readonly hint?: string | undefined;
	readonly models: readonly string[];
}

/** The parts of `api` that are needed outside a task; loaded on first use. */
export interface Connections {
	test(profile: Profile, key: string | undefined): Promise<ConnectionTest>;
	findLocalServers(): Promise<readonly LocalServer[]>;
}

export interface ProfileCommandParts {
	readonly profiles: ProfileStore;
	readonly provider: ProviderSource;
	/** mode of the shown task, else of the next one */
	readonly mode: () => string;
	readonly settings: SettingsStore;
	readonly chrome: ChromeSource;
	readonly wire: Wire;
	readonly connections: Connections;
}

/** Commands about models, keys and what may happen without asking. */
export function createProfileCommands(parts: ProfileCommandParts): ProfileCommands {
	const { profiles, provider, chrome } = parts;
	const thenChrome = async (change: Promise<void>) => {
		await change;
		chrome.changed();
	};
	return {
		select_profile: ({ profileId }) => thenChrome(provider.pick(parts.mode(), profileId)),
		save_profile: (command) => saveProfile(parts, command),
		delete_profile: ({ profileId }) => thenChrome(profiles.remove(profileId)),
		test_profile: (command) => testProfile(parts, command),
		find_local_servers: async () => chrome.setLocalServers(await parts.connections.findLocalServers()),
		set_auto_approve: ({ change }) => thenChrome(setAutoApprove(parts, change)),
		set_options: (command) => thenChrome(setOptions(parts, command)),
	};
}

async function saveProfile(parts: ProfileCommandParts, command: CommandOf<"save_profile">): Promise<void> {
	await parts.profiles.save(command.profile, command.key);
	parts.chrome.changed();
	parts.wire.reply({ replyTo: command.replyTo, ok: true, message: "Saved." });
}

/** With the key as typed, else with the stored one: but that only goes to the address it was stored for. */
async function testProfile(parts: ProfileCommandParts, command: CommandOf<"test_profile">): Promise<void> {
	const key = command.key ?? (await parts.profiles.keyFor(command.profile));
	const result = await parts.connections.test(command.profile, key === "" ? undefined : key);
	parts.wire.reply({ replyTo: command.replyTo, ...result });
}

async function setAutoApprove({ settings }: ProfileCommandParts, change: AutoApproveChange): Promise<void> {
	await settings.update({ autoApprove: withAutoApproveChange(settings.current().autoApprove, change) });
}

async function setOptions(parts: ProfileCommandParts, command: CommandOf<"set_options">): Promise<void> {
	const { toolVocabulary, runSlashCommand } = command;
	const { experiments } = parts.settings.current();
	await parts.settings.update({
		...(toolVocabulary !== undefined && { toolVocabulary }),
		...(runSlashCommand !== undefined && { experiments: { ...experiments, runSlashCommand } }),
	});
}
