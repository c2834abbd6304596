/** A shadow that is kept on this machine, and whose it is. */
export type KeptShadow = {
	readonly id: string;
	/** The workspace, its links resolved. */
	readonly cwd: string;
	/** The sessions that worked in it, by their agents' ids. */
	readonly sessionIds: readonly string[];
};

/** One that no program holds, and in which changes wait: how many. */
export type WaitingShadow = KeptShadow & { readonly count: number };

/** The shadow that a session worked in; undefined where none is kept. */
export function shadowOf(
	kept: readonly KeptShadow[],
	{ cwd, sessionId }: { readonly cwd: string; readonly sessionId: string | null },
): KeptShadow | undefined {
	if (sessionId === null) return undefined;
	return kept.find((shadow) => shadow.cwd === cwd && shadow.sessionIds.includes(sessionId));
}
