import type { SecretBackend, StoreBackend } from "@hosts/vscode/stores/StoreBackend";

export class MemoryStore implements StoreBackend {
	readonly values = new Map<string, unknown>();

	constructor(values: Record<string, unknown> = {}) {
		for (const [key, value] of Object.entries(values)) this.values.set(key, value);
	}

	get(key: string): unknown {
		return this.values.get(key);
	}

	async update(key: string, value: unknown): Promise<void> {
		if (value === undefined) this.values.delete(key);
		// As VS Code keeps it: JSON, no shared objects.
		else this.values.set(key, JSON.parse(JSON.stringify(value)));
	}
}

export class MemorySecrets implements SecretBackend {
	readonly values = new Map<string, string>();
	/** called at each change, to see what else is true at that moment */
	onChange: () => void = () => undefined;

	async get(key: string): Promise<string | undefined> {
		return this.values.get(key);
	}

	async store(key: string, value: string): Promise<void> {
		this.values.set(key, value);
		this.onChange();
	}

	async delete(key: string): Promise<void> {
		this.values.delete(key);
		this.onChange();
	}
}
