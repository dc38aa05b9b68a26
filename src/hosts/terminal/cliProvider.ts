import { createProvider } from "@api/createProvider";
import type { TaskDeps } from "@core/task/types";
import type { EventOf } from "@shared/events";
import type { Host } from "@shared/host";
import {
	type Profile,
	type ProviderId,
	profileSchema,
	type ToolFormatName,
	toolFormats,
} from "@shared/settings";
import type { CliArguments } from "./parseCliArguments";

type Environment = Readonly<Record<string, string | undefined>>;

type RecordedProfile = EventOf<"task_created">["profile"];

/** The profile that the flags describe; what they leave open comes from the task that is continued. */
export function cliProfile(
	args: CliArguments,
	environment: Environment,
	recorded: RecordedProfile | undefined,
): Profile {
	const provider = args.provider ?? recordedProvider(recorded) ?? defaultProvider(environment);
	const model = args.model ?? recorded?.model ?? (provider === "replay" ? "demo" : "");
	return profileSchema.parse({
		id: "cli",
		name: "Command line",
		provider,
		model,
		baseUrl: args.baseUrl ?? recordedBaseUrl(provider, recorded) ?? "",
		toolFormat: args.toolFormat ?? recordedFormat(recorded),
		customTools: args.customTools,
		promptVariant: args.promptVariant,
	});
}

function recordedFormat(recorded: { toolFormat: string } | undefined): ToolFormatName | undefined {
	return toolFormats.find((format) => format === recorded?.toolFormat);
}

function recordedProvider(recorded: { provider: string } | undefined): ProviderId | undefined {
	const name = recorded?.provider;
	return name === "openai" || name === "anthropic" || name === "replay" ? name : undefined;
}

/** A conversation with a server of one's own must not go on at the provider's; an address is no other provider's. */
function recordedBaseUrl(provider: ProviderId, recorded: RecordedProfile | undefined): string | undefined {
	return recorded?.provider === provider ? recorded.baseUrl : undefined;
}

function defaultProvider(environment: Environment): ProviderId {
	return environment.ANTHROPIC_API_KEY !== undefined && environment.OPENAI_API_KEY === undefined
		? "anthropic"
		: "openai";
}

/** `KILN_API_KEY`, else the provider's own variable. */
export function cliKey(provider: ProviderId, environment: Environment): string | undefined {
	const own = provider === "anthropic" ? environment.ANTHROPIC_API_KEY : environment.OPENAI_API_KEY;
	return environment.KILN_API_KEY ?? own;
}

/** Made once: the profile of a command line does not change while it runs. */
export function providerSource(
	profile: Profile,
	key: string | undefined,
	host: Host,
	assetsDir: string,
): TaskDeps["provider"] {
	let made: ReturnType<typeof createProvider> | undefined;
	return async () => {
		made ??= createProvider(profile, key, { fetch: host.network.fetch, clock: host.clock, assetsDir });
		const { toolFormat, customTools, promptVariant, baseUrl } = profile;
		return { provider: await made, toolFormat, customTools, promptVariant, baseUrl };
	};
}
