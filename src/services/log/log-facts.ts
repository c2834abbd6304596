import { isSecretKey, redactText } from '../secrets/redact.js';
import { REDACTED } from '../secrets/redacted.js';

const MOST_CHARS = 2000;
const MOST_DEPTH = 5;
const MOST_ITEMS = 50;

/** A value as it goes into the log: plain, bounded, without secrets. Never throws, whatever it is given. */
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
	// What lies far behind the cut need not be searched.
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

function errorFacts(error: Error, depth: number): Record<string, unknown> {
	return {
		message: boundText(error.message),
		...(error.stack === undefined ? {} : { stack: boundText(error.stack) }),
		...(error.cause === undefined ? {} : { cause: toLogFact(error.cause, depth + 1) }),
	};
}
