/** Why a server could not be started, as a sentence for people, and what that means for further tries. */
export class OpenFailure extends Error {
	override readonly name = "OpenFailure";
	readonly isFinal: boolean;
	readonly needsSignIn: boolean;

	constructor(message: string, kind: { readonly isFinal?: boolean; readonly needsSignIn?: boolean }) {
		super(message);
		this.isFinal = kind.isFinal ?? false;
		this.needsSignIn = kind.needsSignIn ?? false;
	}
}
