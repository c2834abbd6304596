import { defined } from '../../core/defined.js';

export type Envelope = {
	readonly output: string;
	readonly exitCode?: number;
	readonly signal?: string;
	readonly isInterrupted?: true;
};

/** Takes a command's output out of what an agent writes around it for its model; null: the text is the output. */
export function readEnvelope(text: string): Envelope | null {
	const { text: bare, words } = withoutTags(text);
	const inner = unfenced(bare) ?? bare;
	const report = readReport(inner) ?? readExitLine(inner);
	const stopped = readStop(report?.output ?? inner);
	const isTagged = words !== null;
	if (report === null && stopped === null && !isTagged) return null;
	const isInterrupted = stopped !== null || (words !== null && INTERRUPTED.test(words));
	return {
		...report,
		output: stopped ?? report?.output ?? inner,
		...(isInterrupted ? { isInterrupted: true as const } : {}),
	};
}

const INTERRUPTED = /\b(?:aborted|cancell?ed|interrupted)\b/i;
/** Blocks that are addressed to the model: `<shell_metadata>`, `<bash_metadata>`, `<system-reminder>`. */
const TAGGED = /<(system[-_]reminder|[a-z]{1,20}[-_]metadata)>([\s\S]*?)<\/\1>\n?/g;

/** Characters at start and end that are searched in a long output. */
const EDGE = 8_000;

/** `words`: content of the removed blocks; null when there were none. */
function withoutTags(text: string): { readonly text: string; readonly words: string | null } {
	const edge = text.slice(-EDGE);
	if (!edge.includes('</')) return { text, words: null };
	const words: string[] = [];
	const bare = edge.replace(TAGGED, (_, _tag, inner: string) => {
		words.push(inner);
		return '';
	});
	if (words.length === 0) return { text, words: null };
	return { text: `${text.slice(0, -edge.length)}${bare}`.trimEnd(), words: words.join('\n') };
}

/** Content of a fence around the whole text; null without one. */
function unfenced(text: string): string | null {
	// Longer fences are ignored: the search would take quadratic time.
	const match = /^\s*(`{3,20})\w*\n([\s\S]*?)\n?\1\s*$/.exec(text);
	const inner = match?.[2];
	return inner === undefined || inner.includes(match?.[1] ?? '```') ? null : inner;
}

/** Fields of a report, as several agents write it; all but {@link OUTPUTS} take one line. */
const FIELD =
	/^(Command|Directory|Cwd|Stdout|Stderr|Output|Error|Exit Code|Signal|Background PIDs|Process Group PGID|PID|Wall time|Duration|Chunk ID|Process exited with code|Original token count|Truncated)\b:? ?(.*)$/i;
const OUTPUTS: ReadonlySet<string> = new Set(['stdout', 'stderr', 'output']);
/** Required: without one of these a command may have written the text. */
const PROOFS = ['exit code', 'process exited with code'];
const PROOF = /^(?:exit code|process exited with code)\b/im;
const LEAST_FIELDS = 3;
const NOTHING = /^\((?:none|empty|root)\)$/i;

/** Reads a report. Its fields stand before and after the output, so they are read from both ends only. */
function readReport(text: string): Envelope | null {
	if (!PROOF.test(text.slice(0, EDGE)) && !PROOF.test(text.slice(-EDGE))) return null;
	const lines = text.trimEnd().split('\n');
	const fields = new Map<string, string>();
	let start = 0;
	let body: string[] = [];
	for (; start < lines.length; start += 1) {
		const [, name = '', value = ''] = fieldIn(lines[start]) ?? [];
		if (name === '' || OUTPUTS.has(name)) break;
		fields.set(name, value);
	}
	let end = lines.length;
	for (; end > start; end -= 1) {
		const [, name = '', value = ''] = fieldIn(lines[end - 1]) ?? [];
		if (name === '' || OUTPUTS.has(name)) break;
		if (!fields.has(name)) fields.set(name, value);
	}
	if (!PROOFS.some((name) => fields.has(name))) return null;
	const [, label = '', first = ''] = fieldIn(lines[start]) ?? [];
	const isLabelled = OUTPUTS.has(label);
	body = isLabelled ? [first, ...lines.slice(start + 1, end)] : lines.slice(start, end);
	if (fields.size + (isLabelled ? 1 : 0) < LEAST_FIELDS) return null;
	const code = numberIn(fields.get('exit code') ?? fields.get('process exited with code'));
	const signal = /^(?:SIG)?[A-Z][A-Z0-9]{1,9}$/.exec(fields.get('signal') ?? '')?.[0];
	const error = fields.get('error') ?? '';
	return {
		output: joined(outputOf(body), NOTHING.test(error.trim()) ? '' : error),
		...(code === null ? {} : { exitCode: code }),
		...defined({ signal }),
	};
}

function fieldIn(line: string | undefined): readonly [string, string, string] | null {
	const match = FIELD.exec(line ?? '');
	return match === null ? null : [match[0], (match[1] ?? '').toLowerCase(), match[2] ?? ''];
}

function outputOf(lines: readonly string[]): string {
	const [first = '', ...rest] = lines;
	const text = first.trim() === '' ? rest.join('\n') : [first, ...rest].join('\n');
	return NOTHING.test(text.trim()) ? '' : text;
}

function joined(output: string, error: string): string {
	return output === '' || error === '' ? `${output}${error}` : `${output}\n${error}`;
}

function numberIn(value: string | undefined): number | null {
	const match = /^-?\d{1,10}$/.exec((value ?? '').trim());
	return match === null ? null : Number(match[0]);
}

/** `Exit code 3` on the first line, or a sentence about it in a last paragraph of its own. */
function readExitLine(text: string): Envelope | null {
	const first =
		/^\s{0,20}(?:Exit code:? |\[?Command (?:exited with|failed with exit) code )(-?\d{1,10})[.\]]{0,2}(?:\n|$)/i.exec(
			text,
		);
	if (first !== null) return { output: text.slice(first[0].length), exitCode: Number(first[1]) };
	const edge = text.slice(-EDGE);
	const last =
		/(?:^|\n\n)(?:Command|Process) exited with code (-?\d{1,10})\.?\s*$|(?:^|\n)<shellId: ?\w{1,20} completed with exit code (-?\d{1,10})>\s*$/.exec(
			edge,
		);
	if (last === null) return null;
	return {
		output: text.slice(0, text.length - edge.length + last.index).trimEnd(),
		exitCode: Number(last[1] ?? last[2]),
	};
}

const STOPPED =
	/^\s*(?:(?:The )?(?:command|tool|operation|process|request)(?: execution)? (?:was )?(?:cancell?ed|aborted|interrupted|stopped)(?: by (?:the )?user)?[^\n]{0,80}|User aborted the command\.?|\[Request interrupted by user[^\]\n]*\])\s*(?:\n|$)/i;
const LABEL =
	/^\s*(?:(?:Below is the )?output before (?:it was )?cancell?(?:ation|ed|ing)[^\n]{0,60}:|Output:)[ ]?\n?/i;

/** Output before a stop that the text begins with; null where it does not begin so. */
function readStop(text: string): string | null {
	const match = STOPPED.exec(text);
	if (match === null) return null;
	return text.slice(match[0].length).replace(LABEL, '').trimEnd();
}
