import { MOTIONS } from './motions.js';
import { OBJECTS } from './objects.js';
import type { Command } from './state.js';

export type Parsed = Command | 'incomplete' | 'unknown';

const OPERATORS: ReadonlySet<string> = new Set(['d', 'c', 'y', '>', '<', 'g~', 'gu', 'gU']);
const WITH_CHARACTER: ReadonlySet<string> = new Set(['f', 'F', 't', 'T', 'r']);
const SIMPLE: ReadonlySet<string> = new Set([...'xXDCYsSpPJu.~iaIAoOvVr', 'ctrl+r']);
const IN_VISUAL: ReadonlySet<string> = new Set([...'xXDCYsSRpPJuU~voOVr', 'escape']);

const MOST = 9999;

export function parse(keys: readonly string[], isVisual: boolean): Parsed {
	let at = 0;
	let count: number | null = null;
	let register: string | null = null;
	/** Counts and registers before a command; counts are multiplied. */
	const readPrefix = (): boolean => {
		for (;;) {
			const digits = keysWhile(keys, at);
			if (digits > at) count = Math.min(MOST, (count ?? 1) * Number(keys.slice(at, digits).join('')));
			else if (keys[at] === '"') {
				if (keys[at + 1] === undefined) return false;
				register = keys[at + 1] ?? null;
				at += 2;
				continue;
			}
			if (digits === at) return at < keys.length;
			at = digits;
		}
	};
	const readName = (): string | undefined => {
		const key = keys[at++];
		if (key !== 'g') return key;
		const second = keys[at++];
		return second === undefined ? undefined : `g${second}`;
	};
	const complete = (name: string, operator: string | null): Parsed => {
		const argument = WITH_CHARACTER.has(name) ? keys[at++] : '';
		if (argument === undefined) return 'incomplete';
		if (argument.length > 1 && argument in NAMED) return 'unknown';
		return { name, count, register, operator, argument };
	};

	if (!readPrefix()) return 'incomplete';
	const name = readName();
	if (name === undefined) return 'incomplete';
	if (isVisual && (name === 'i' || name === 'a')) return object(name, keys[at], { count, register, operator: null });
	if (OPERATORS.has(name)) {
		if (isVisual) return { name, count, register, operator: null, argument: '' };
		if (!readPrefix()) return 'incomplete';
		const target = readName();
		if (target === undefined) return 'incomplete';
		if (target === 'i' || target === 'a') return object(target, keys[at], { count, register, operator: name });
		// `dd`, `gUU`, `gUgU`: whole lines.
		if (target === name || (name.length === 2 && target === name[1])) return complete('lines', name);
		return target in MOTIONS ? complete(target, name) : 'unknown';
	}
	return name in MOTIONS || (isVisual ? IN_VISUAL : SIMPLE).has(name) ? complete(name, null) : 'unknown';
}

const NAMED: Readonly<Record<string, true>> = { escape: true, 'ctrl+r': true };

function object(
	scope: 'i' | 'a',
	key: string | undefined,
	command: Pick<Command, 'count' | 'register' | 'operator'>,
): Parsed {
	if (key === undefined) return 'incomplete';
	return key in OBJECTS ? { ...command, name: `${scope}${key}`, argument: '' } : 'unknown';
}

/** Place behind the digits from a place on; a zero is a motion where no digit stands before it. */
function keysWhile(keys: readonly string[], from: number): number {
	let at = from;
	while (/^[1-9]$/.test(keys[at] ?? '') || (at > from && keys[at] === '0')) at++;
	return at;
}
