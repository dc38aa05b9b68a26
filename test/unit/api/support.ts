import type { StreamChunk } from "@shared/provider";
import type { Profile } from "@shared/settings";
import { profileSchema } from "@shared/settings";

export function profileOf(fields: Partial<Profile> = {}): Profile {
	return profileSchema.parse({ id: "p", name: "Test", provider: "openai", model: "m", ...fields });
}

export async function collect(chunks: AsyncIterable<StreamChunk>): Promise<StreamChunk[]> {
	const all: StreamChunk[] = [];
	for await (const chunk of chunks) all.push(chunk);
	return all;
}
