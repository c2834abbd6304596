import type { RanCommand } from '../../effect.js';
import { exitStatusText } from '../../exit-status-text.js';
import { sanitizeText } from '../../text/sanitize.js';
import type { TerminalView } from '../../tool-call.js';
import type { UserCommand } from './entry.js';

/** Bytes of a command's output that go with a prompt at most: the newest. */
export const OFFERED_BYTES = 16 * 1024;

export function ranCommand({ line, terminal }: UserCommand): RanCommand {
	return { line, ...plainTail(terminal), exit: terminal?.exit ?? { code: null, signal: null } };
}

/** The newest of an output as plain text: of a row that was written over what was seen last. */
export function plainTail(
	terminal: Pick<TerminalView, 'output' | 'outputStart'> | undefined,
): Pick<RanCommand, 'output' | 'isCut'> {
	if (terminal === undefined) return { output: '', isCut: false };
	const raw = terminal.output.slice(-4 * OFFERED_BYTES);
	const settled = raw.split('\n').map(lastWord).join('\n');
	const bytes = new TextEncoder().encode(sanitizeText(settled).trimEnd());
	const isLong = bytes.length > OFFERED_BYTES;
	let start = isLong ? bytes.length - OFFERED_BYTES : 0;
	// Not into the middle of a character.
	while (((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
	const output = new TextDecoder().decode(bytes.subarray(start));
	return { output, isCut: isLong || terminal.outputStart > 0 || raw.length < terminal.output.length };
}

/** Visible rest of an overwritten row. No pattern: one long row would take it seconds. */
function lastWord(row: string): string {
	let end = row.length;
	while (end > 0 && row.charCodeAt(end - 1) === 0x0d) end -= 1;
	return row.slice(row.lastIndexOf('\r', end - 1) + 1, end);
}

export function commandWords({ line, output, isCut, exit }: RanCommand): string {
	const what = output === '' ? 'no output' : isCut ? 'the end of its output:' : 'its output:';
	return `The user ran: ${line}\n(${exitStatusText(exit)}; ${what})${output === '' ? '' : `\n${output}`}`;
}
