/** Tokens by what they were; null where the agent did not say. */
export type TokenCounts = {
	readonly inputTokens: number | null;
	readonly outputTokens: number | null;
	readonly cachedReadTokens: number | null;
	readonly cachedWriteTokens: number | null;
	/** Absent where the agent does not say: few do. */
	readonly thoughtTokens?: number;
	/** All of them, as the agent added them up. */
	readonly totalTokens: number | null;
};

/** The tokens that one model used. */
export type ModelTokens = TokenCounts & { readonly model: string };

/** What the answer to `session/prompt` says of the turn's tokens (ACP `Usage`, unstable). */
export type PromptUsage = TokenCounts & {
	/** The same by model, where the agent says so (`_meta.quota`); it may include calls that `usage` leaves out. */
	readonly models?: readonly ModelTokens[];
};

/** The names of the counts, in the order in which they are shown. */
const TOKEN_KEYS = [
	'inputTokens',
	'outputTokens',
	'cachedReadTokens',
	'cachedWriteTokens',
	'thoughtTokens',
	'totalTokens',
] as const;

/** Nothing is known. */
export const noTokens: TokenCounts = {
	inputTokens: null,
	outputTokens: null,
	cachedReadTokens: null,
	cachedWriteTokens: null,
	totalTokens: null,
};

/** The counts alone, without what else the object has. */
export function tokensOf(counts: TokenCounts): TokenCounts {
	return mapTokens((key) => counts[key] ?? null);
}

/** The sum; what neither knows stays unknown. */
export function addTokens(one: TokenCounts, other: TokenCounts): TokenCounts {
	return mapTokens((key) => plus(one[key] ?? null, other[key] ?? null));
}

/** Builds counts from a function of their name. */
export function mapTokens(count: (key: keyof TokenCounts) => number | null): TokenCounts {
	const thoughtTokens = count('thoughtTokens');
	return {
		inputTokens: count('inputTokens'),
		outputTokens: count('outputTokens'),
		cachedReadTokens: count('cachedReadTokens'),
		cachedWriteTokens: count('cachedWriteTokens'),
		...(thoughtTokens === null ? {} : { thoughtTokens }),
		totalTokens: count('totalTokens'),
	};
}

/** True when at least one count is known. */
export function hasTokens(counts: TokenCounts): boolean {
	return TOKEN_KEYS.some((key) => (counts[key] ?? null) !== null);
}

function plus(one: number | null, other: number | null): number | null {
	return one === null ? other : other === null ? one : one + other;
}
