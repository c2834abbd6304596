/**
 * Whether a command was proven to change nothing; `because` says what stood in the way. `repository`: that is the folder of
 * a repository above the workspace and nothing else, so that a yes holds for the session.
 */
export type ReadOnlyVerdict =
	| { readonly readOnly: true }
	| { readonly readOnly: false; readonly because: string; readonly repository?: string };

/** The proof. */
export const PROVEN: ReadOnlyVerdict = { readOnly: true };

/** No proof, and why. */
export function unproven(because: string): ReadOnlyVerdict {
	return { readOnly: false, because };
}
