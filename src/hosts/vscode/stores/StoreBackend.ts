/** The few methods of VS Code's Memento and SecretStorage that the stores use, so that tests need no editor. */
export interface StoreBackend {
	get(key: string): unknown;
	update(key: string, value: unknown): PromiseLike<void>;
}

export interface SecretBackend {
	get(key: string): PromiseLike<string | undefined>;
	store(key: string, value: string): PromiseLike<void>;
	delete(key: string): PromiseLike<void>;
	/** told when any secret changes, in this window or another */
	onDidChange?(listener: () => void): unknown;
}
