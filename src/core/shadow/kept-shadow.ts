export type KeptShadow = {
	readonly id: string;
	/** Links resolved. */
	readonly cwd: string;
	readonly sessionIds: readonly string[];
};

export type WaitingShadow = KeptShadow & { readonly count: number };

export function shadowOf(
	kept: readonly KeptShadow[],
	{ cwd, sessionId }: { readonly cwd: string; readonly sessionId: string | null },
): KeptShadow | undefined {
	if (sessionId === null) return undefined;
	return kept.find((shadow) => shadow.cwd === cwd && shadow.sessionIds.includes(sessionId));
}
