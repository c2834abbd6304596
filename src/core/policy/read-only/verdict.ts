/** Why a command is not known to only read, as words that follow “because”; null: it was proven to change nothing. */
export type Doubt = string | null;

/** The first doubt about any of them. */
export function firstDoubt<T>(items: readonly T[], check: (item: T) => Doubt): Doubt {
	for (const item of items) {
		const doubt = check(item);
		if (doubt !== null) return doubt;
	}
	return null;
}

/**
 * The same as it is kept: `repository` is the folder of a repository above the workspace, which alone stood in the way, so
 * that a yes holds for the session.
 */
export type ReadOnlyVerdict =
	| { readonly readOnly: true }
	| { readonly readOnly: false; readonly because: string; readonly repository?: string };

export const PROVEN: ReadOnlyVerdict = { readOnly: true };

export function unproven(because: string): ReadOnlyVerdict {
	return { readOnly: false, because };
}
