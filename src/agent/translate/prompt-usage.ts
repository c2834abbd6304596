import { sanitizeLine } from '../../core/text/sanitize.js';
import {
	hasTokens,
	type ModelTokens,
	mapTokens,
	noTokens,
	type PromptUsage,
	type TokenCounts,
} from '../../core/usage/tokens.js';
import { bounded, isObject, type JsonObject, objectOf, textOf } from '../json.js';

const MOST_MODELS = 16;
const MOST_NAME = 80;

/** Spellings: ACP's own, those in `_meta.quota` of claude and codex, and gemini's. */
const NAMES: Readonly<Record<keyof TokenCounts, readonly string[]>> = {
	inputTokens: ['inputTokens', 'input_tokens'],
	outputTokens: ['outputTokens', 'output_tokens'],
	cachedReadTokens: ['cachedReadTokens', 'cachedInputTokens', 'cached_input_tokens'],
	cachedWriteTokens: ['cachedWriteTokens', 'cacheWriteInputTokens', 'cache_write_input_tokens'],
	thoughtTokens: ['thoughtTokens', 'thought_tokens'],
	totalTokens: ['totalTokens', 'total_tokens'],
};

/** Tokens in an answer to `session/prompt`: `usage` (ACP, unstable), else `_meta.quota`, also by model. */
export function readPromptUsage(answer: unknown): PromptUsage | undefined {
	const result = objectOf(answer);
	const quota = objectOf(objectOf(result['_meta'])['quota']);
	const stated = readTokens(result['usage']);
	const counts = hasTokens(stated) ? stated : readTokens(quota['token_count']);
	if (!hasTokens(counts)) return undefined;
	const models = readModels(quota['model_usage']);
	return models.length === 0 ? counts : { ...counts, models };
}

/** Reads ACP `Usage`; all null for anything else. */
export function readTokens(value: unknown): TokenCounts {
	if (!isObject(value)) return noTokens;
	const counts = mapTokens((key) => readCount(value, NAMES[key]));
	if (counts.totalTokens !== null || counts.inputTokens === null || counts.outputTokens === null) return counts;
	const { inputTokens, outputTokens, cachedReadTokens, cachedWriteTokens } = counts;
	return { ...counts, totalTokens: inputTokens + outputTokens + (cachedReadTokens ?? 0) + (cachedWriteTokens ?? 0) };
}

function readCount(value: JsonObject, names: readonly string[]): number | null {
	for (const name of names) {
		const count = value[name];
		if (typeof count === 'number' && count >= 0 && count <= Number.MAX_SAFE_INTEGER) return Math.round(count);
	}
	return null;
}

function readModels(list: unknown): ModelTokens[] {
	if (!Array.isArray(list)) return [];
	return list.slice(0, MOST_MODELS).flatMap((item: unknown) => {
		const model = textOf(objectOf(item)['model']);
		const counts = readTokens(objectOf(item)['token_count']);
		return model === undefined || !hasTokens(counts)
			? []
			: [{ model: bounded(sanitizeLine(model), MOST_NAME), ...counts }];
	});
}
