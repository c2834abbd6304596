import { REDACTED } from '../secrets/known-secrets.js';
import { isSecretKey, redactText } from '../secrets/redact.js';

const MOST_CHARS = 2000;
const MOST_DEPTH = 5;
const MOST_ITEMS = 50;

/** A value for the log: plain, bounded, without secrets. Never throws. */
export function toLogFact(value: unknown, depth = 0): unknown {
	switch (typeof value) {
		case 'string':
			return boundText(value);
		case 'number':
			return Number.isFinite(value) ? value : String(value);
		case 'boolean':
		case 'undefined':
			return value;
		case 'bigint':
		case 'symbol':
		case 'function':
			return `[${typeof value}]`;
		case 'object':
			return value === null ? null : objectFact(value, depth);
	}
}

/** Redacts, then cuts: the other way round, half a secret would no longer look like one. */
function boundText(text: string): string {
	// Only the part that is shown, and some more, is searched for secrets.
	const clean = redactText(text.slice(0, MOST_CHARS * 2));
	return clean.length > MOST_CHARS || text.length > MOST_CHARS * 2
		? `${clean.slice(0, MOST_CHARS)}… (${text.length} characters)`
		: clean;
}

function objectFact(value: object, depth: number): unknown {
	if (depth >= MOST_DEPTH) return '[deep]';
	try {
		if (value instanceof Error) return { name: value.name, ...errorFacts(value, depth) };
		if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
		if (Array.isArray(value)) {
			const items = value.slice(0, MOST_ITEMS).map((item) => toLogFact(item, depth + 1));
			return value.length > MOST_ITEMS ? [...items, `… (${value.length} items)`] : items;
		}
		return Object.fromEntries(
			Object.entries(value)
				.slice(0, MOST_ITEMS)
				.map(([name, item]) => [
					boundText(name),
					isSecretKey(name) && item !== null && item !== undefined ? REDACTED : toLogFact(item, depth + 1),
				]),
		);
	} catch {
		// A getter or a proxy that throws: the log must not fail over it.
		return '[unreadable]';
	}
}

const FRAME = /^\s+at /;
const MOST_FRAMES = 20;
const MOST_MESSAGE = 300;
/** Quoted parts of a message: a name is logged, anything longer may be conversation. */
const QUOTED = /"[^"]*(?:"|$)|'[^']*'|`[^`]*(?:`|$)|“[^”]*(?:”|$)/g;
const SEEN_MESSAGE = 4000;
const NAME = /^.[\w.$@#/:-]{0,60}.$/;

/** An error without what it quotes: name, code, message, stack. */
function errorFacts(error: Error & { readonly code?: unknown }, depth: number): Record<string, unknown> {
	const { message, stack, code, cause } = error;
	const [first = ''] = message.split('\n', 1);
	const frames = stack?.split('\n').filter((line) => FRAME.test(line)) ?? [];
	return {
		...(typeof code === 'string' || typeof code === 'number' ? { code: toLogFact(code) } : {}),
		message: boundText(
			first
				.slice(0, SEEN_MESSAGE)
				.replace(QUOTED, (text) => (NAME.test(text) ? text : '"…"'))
				.slice(0, MOST_MESSAGE),
		),
		...(frames.length === 0 ? {} : { stack: frames.slice(0, MOST_FRAMES).map((line) => boundText(line.trim())) }),
		...(cause instanceof Error ? { cause: toLogFact(cause, depth + 1) } : {}),
	};
}
