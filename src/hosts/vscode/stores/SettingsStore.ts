import { defaultSettings, type Settings, settingsSchema } from "@shared/settings";
import type { StoreBackend } from "./StoreBackend";

const settingsKey = "kiln.settings";

/**
 * Kiln's settings as one JSON value at user level. Never read from workspace settings: a repository must not be
 * able to set approvals. A section that does not parse counts as its (strict) default and is reported.
 */
export class SettingsStore {
	constructor(private readonly store: StoreBackend) {}

	current(): Settings {
		const stored = this.stored();
		const whole = settingsSchema.safeParse(stored);
		return whole.success ? whole.data : settingsSchema.parse(usableSections(stored));
	}

	/** One sentence for each value that is ignored. */
	problems(): string[] {
		const parsed = settingsSchema.safeParse(this.stored());
		if (parsed.success) return [];
		return parsed.error.issues.map(
			(issue) => `Setting "${issue.path.join(".")}" is ignored: ${issue.message}`,
		);
	}

	/** Replaces whole sections. */
	async update(sections: Partial<Settings>): Promise<void> {
		await this.store.update(settingsKey, { ...this.stored(), ...sections });
	}

	private stored(): Record<string, unknown> {
		const value = this.store.get(settingsKey);
		return isRecord(value) ? value : {};
	}
}

function usableSections(stored: Record<string, unknown>): Record<string, unknown> {
	const sections = Object.keys(defaultSettings).filter((name) => name in stored);
	const usable = sections.filter((name) => settingsSchema.safeParse({ [name]: stored[name] }).success);
	return Object.fromEntries(usable.map((name) => [name, stored[name]]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
