import { type functionKeys, type Key, type KeyName, keyOf, type Modifiers } from '../key.js';
import { type MouseEvent, parseFocus, parseMouse } from './mouse.js';

/** What a terminal sends that Ink's `useInput` never delivers. */
export type TerminalReport =
	| { readonly type: 'mouse'; readonly event: MouseEvent }
	| { readonly type: 'focus'; readonly isFocused: boolean }
	| { readonly type: 'key'; readonly key: Key };

/** Where the scan of the raw input stands between two chunks. */
export type ReportScan = {
	/** The start of a sequence whose end is still to come. */
	readonly pending: string;
	readonly isPasting: boolean;
};

/** A scan that has seen nothing. */
export const emptyScan: ReportScan = { pending: '', isPasting: false };

const sequence = /\x1b(?:\[[\x30-\x3f]*[\x20-\x2f]*[\x40-\x7e]|O[P-S])/g;
const incomplete = /\x1b(?:\[[\x30-\x3f]*[\x20-\x2f]*|O)?$/;
/** No report is longer; what never ends is not one. */
const maximumPending = 64;

/**
 * Finds mouse and focus reports, function keys and modifyOtherKeys sequences in a chunk of raw input.
 * It only looks on: Ink gets every byte too, and drops whole sequences that it has no key for.
 * Total, and the same reports come for any chunking. Text inside a bracketed paste is not looked at.
 */
export function scanReports(
	scan: ReportScan,
	chunk: string,
): { readonly scan: ReportScan; readonly reports: readonly TerminalReport[] } {
	const input = scan.pending + chunk;
	const reports: TerminalReport[] = [];
	let isPasting = scan.isPasting;
	for (const [found] of input.matchAll(sequence)) {
		if (found === '\x1b[200~') isPasting = true;
		else if (found === '\x1b[201~') isPasting = false;
		else if (!isPasting) {
			const report = reportOf(found);
			if (report !== null) reports.push(report);
		}
	}
	const rest = incomplete.exec(input.slice(-maximumPending))?.[0] ?? '';
	return { scan: { pending: rest, isPasting }, reports };
}

function reportOf(found: string): TerminalReport | null {
	const event = parseMouse(found);
	if (event !== null) return { type: 'mouse', event };
	const focus = parseFocus(found);
	if (focus !== null) return { type: 'focus', isFocused: focus === 'in' };
	const key = functionKey(found) ?? modifiedKey(found);
	return key === null ? null : { type: 'key', key };
}

const numbered: ReadonlyMap<number, (typeof functionKeys)[number] | 'insert'> = new Map([
	[2, 'insert'],
	...([11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24] as const).map(
		(code, index) => [code, `f${index + 1}` as (typeof functionKeys)[number]] as const,
	),
]);

const lettered: ReadonlyMap<string, (typeof functionKeys)[number]> = new Map([
	['P', 'f1'],
	['Q', 'f2'],
	['R', 'f3'],
	['S', 'f4'],
]);

function functionKey(found: string): Key | null {
	const plain = /^\x1bO([PQRS])$/.exec(found);
	if (plain !== null) return keyOf(lettered.get(plain[1] ?? '') ?? 'unknown');
	// `ESC [ 1 ; 2 R` is also a cursor position report, which this program never asks for.
	const match = /^\x1b\[(\d+)(?:;(\d+)(?::(\d))?)?([~PQRS])$/.exec(found);
	if (match === null || match[3] === '3') return null;
	const code = Number(match[1]);
	const name = match[4] === '~' ? numbered.get(code) : code === 1 ? lettered.get(match[4] ?? '') : undefined;
	return name === undefined ? null : keyOf(name, '', modifiersOf(match[2]));
}

/** xterm's modifyOtherKeys: `ESC [ 27 ; modifiers ; code ~`, which is how some send shift+enter. */
function modifiedKey(found: string): Key | null {
	const match = /^\x1b\[27;(\d+);(\d+)~$/.exec(found);
	if (match === null) return null;
	const code = Number(match[2]);
	const modifiers = modifiersOf(match[1]);
	const name = special.get(code);
	if (name !== undefined) return keyOf(name, '', modifiers);
	if (code < 0x20 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return null;
	return keyOf('char', String.fromCodePoint(code), modifiers);
}

const special: ReadonlyMap<number, KeyName> = new Map([
	[9, 'tab'],
	[13, 'enter'],
	[27, 'escape'],
	[127, 'backspace'],
]);

function modifiersOf(parameter: string | undefined): Modifiers {
	const bits = parameter === undefined ? 0 : Math.max(0, Number(parameter) - 1);
	return {
		shift: (bits & 1) !== 0,
		alt: (bits & (2 | 32)) !== 0,
		ctrl: (bits & 4) !== 0,
		super: (bits & (8 | 16)) !== 0,
	};
}
