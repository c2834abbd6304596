const { ACP_TUI_ALL, ACP_TUI_LONG } = process.env;

/** Set by `npm run test:all` and `test:long`: a table or a fuzz is gone through wholly, not for what differs in kind. */
export const isWhole = ACP_TUI_ALL === '1' || ACP_TUI_LONG === '1';

/** The first rows of a table, in which each kind is found, or all of them. */
export const kindsOf = <T>(first: readonly T[], others: readonly T[]): readonly T[] =>
	isWhole ? [...first, ...others] : first;

/** How often or how large: enough for what differs in kind, or all of it. */
export const sized = (usual: number, whole: number): number => (isWhole ? whole : usual);
