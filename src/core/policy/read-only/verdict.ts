/** Whether a command was proven to change nothing; `because` says what stood in the way. */
export type ReadOnlyVerdict = { readonly readOnly: true } | { readonly readOnly: false; readonly because: string };

/** The proof. */
export const PROVEN: ReadOnlyVerdict = { readOnly: true };

/** No proof, and why. */
export function unproven(because: string): ReadOnlyVerdict {
	return { readOnly: false, because };
}
