export type SavedShadow = {
	readonly id: string;
	/** Links resolved. */
	readonly cwd: string;
	readonly sessionIds: readonly string[];
};

export type WaitingShadow = SavedShadow & { readonly count: number };

export function shadowOf(
	saved: readonly SavedShadow[],
	{ cwd, sessionId }: { readonly cwd: string; readonly sessionId: string | null },
): SavedShadow | undefined {
	if (sessionId === null) return undefined;
	return saved.find((shadow) => shadow.cwd === cwd && shadow.sessionIds.includes(sessionId));
}
