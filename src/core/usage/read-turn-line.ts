import { STOP_REASONS } from '../agent-info.js';
import { defined } from '../defined.js';
import { type Fields, fieldsOf } from '../is-record.js';
import { jsonIn } from '../json-in.js';
import type { ToolKind } from '../tool-call.js';
import { TOOL_KINDS } from '../tool-kinds.js';
import { type CallCounts, type KindCounts, noCalls } from './call-counts.js';
import type { Money } from './cost.js';
import { hasTokens, type ModelTokens, mapTokens, type PromptUsage, type TokenCounts } from './tokens.js';
import { TURN_LINE_START, type TurnOutcome, type TurnUsage } from './turn-usage.js';

/** Longest line of ours (characters). */
export const MOST_TURN_LINE = 16 * 1024;
const MOST_TEXT = 200;
const MOST_ITEMS = 32;

/** Reads the line of a turn, unchecked input; null for anything else. */
export function readTurnLine(line: string): TurnUsage | null {
	if (!line.startsWith(TURN_LINE_START) || line.length > MOST_TURN_LINE) return null;
	return readTurn(fieldsOf(jsonIn(line))['turn']);
}

export function readTurn(value: unknown): TurnUsage | null {
	const fields = fieldsOf(value);
	const startedAt = amountOf(fields['startedAt']);
	const endedAt = amountOf(fields['endedAt']);
	const agent = textOf(fields['agent']);
	if (startedAt === null || endedAt === null || agent === null) return null;
	const steered = amountOf(fields['steered']);
	return {
		startedAt,
		endedAt,
		agent,
		sessionId: textOf(fields['sessionId']),
		model: textOf(fields['model']),
		outcome: OUTCOMES.find((known) => known === fields['outcome']) ?? 'unknown',
		...(fields['isRepeat'] === true ? { isRepeat: true as const } : {}),
		...(fields['isAside'] === true ? { isAside: true as const } : {}),
		...defined({
			steered: steered === null || steered < 1 ? undefined : Math.floor(steered),
			error: textOf(fields['error']) ?? undefined,
			tokens: readTokens(fields['tokens']) ?? undefined,
			cost: Array.isArray(fields['cost']) ? readCosts(fields['cost']) : undefined,
			context: readContext(fieldsOf(fields['context'])) ?? undefined,
			toolCalls: fields['toolCalls'] === undefined ? undefined : readKinds(fieldsOf(fields['toolCalls'])),
		}),
		workMs: amountOf(fields['workMs']) ?? 0,
		waitMs: amountOf(fields['waitMs']) ?? 0,
		...defined({
			queueMs: amountOf(fields['queueMs']) ?? undefined,
			firstUpdateMs: amountOf(fields['firstUpdateMs']) ?? undefined,
			firstTextMs: amountOf(fields['firstTextMs']) ?? undefined,
		}),
	};
}

const OUTCOMES: readonly TurnOutcome[] = [...STOP_REASONS, 'failed', 'agent-exit'];

function readTokens(value: unknown): PromptUsage | null {
	const counts = countsOf(fieldsOf(value));
	if (!hasTokens(counts)) return null;
	const list = fieldsOf(value)['models'];
	if (!Array.isArray(list)) return counts;
	const models = list.slice(0, MOST_ITEMS).flatMap((item: unknown): ModelTokens[] => {
		const model = textOf(fieldsOf(item)['model']);
		return model === null ? [] : [{ model, ...countsOf(fieldsOf(item)) }];
	});
	return { ...counts, models };
}

function countsOf(fields: Fields): TokenCounts {
	return mapTokens((key) => amountOf(fields[key]));
}

function readCosts(list: readonly unknown[]): readonly Money[] {
	return list.slice(0, MOST_ITEMS).flatMap((item) => {
		const amount = amountOf(fieldsOf(item)['amount']);
		const currency = textOf(fieldsOf(item)['currency']);
		return amount === null || currency === null ? [] : [{ amount, currency }];
	});
}

function readContext(fields: Fields): NonNullable<TurnUsage['context']> | null {
	const used = amountOf(fields['used']);
	const size = amountOf(fields['size']);
	return used === null || size === null ? null : { used, size };
}

function readKinds(fields: Fields): KindCounts {
	const kinds: Partial<Record<ToolKind, CallCounts>> = {};
	for (const kind of TOOL_KINDS) {
		if (!Object.hasOwn(fields, kind)) continue;
		const { allowed, denied, failed } = fieldsOf(fields[kind]);
		kinds[kind] = {
			allowed: amountOf(allowed) ?? noCalls.allowed,
			denied: amountOf(denied) ?? noCalls.denied,
			failed: amountOf(failed) ?? noCalls.failed,
		};
	}
	return kinds;
}

function textOf(value: unknown): string | null {
	return typeof value === 'string' && value !== '' ? value.slice(0, MOST_TEXT) : null;
}

function amountOf(value: unknown): number | null {
	return typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER ? value : null;
}
