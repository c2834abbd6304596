import type { modelTokens, promptUsage, tokenCounts } from '../agent-schema.js';
import type { Read } from '../schema.js';

export type TokenCounts = Read<typeof tokenCounts>;
export type ModelTokens = Read<typeof modelTokens>;
export type PromptUsage = Read<typeof promptUsage>;

const TOKEN_KEYS = [
	'inputTokens',
	'outputTokens',
	'cachedReadTokens',
	'cachedWriteTokens',
	'thoughtTokens',
	'totalTokens',
] as const;

export const noTokens: TokenCounts = {
	inputTokens: null,
	outputTokens: null,
	cachedReadTokens: null,
	cachedWriteTokens: null,
	totalTokens: null,
};

export function tokensOf(counts: TokenCounts): TokenCounts {
	return mapTokens((key) => counts[key] ?? null);
}

/** A count that neither knows stays unknown. */
export function addTokens(one: TokenCounts, other: TokenCounts): TokenCounts {
	return mapTokens((key) => plus(one[key] ?? null, other[key] ?? null));
}

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

export function hasTokens(counts: TokenCounts): boolean {
	return TOKEN_KEYS.some((key) => (counts[key] ?? null) !== null);
}

function plus(one: number | null, other: number | null): number | null {
	return one === null ? other : other === null ? one : one + other;
}
