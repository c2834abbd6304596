import { isRecord } from '../is-record.js';
import { jsonIn } from '../json-in.js';
import { isRecordId } from '../session-record.js';
import { type LogHeader, parseHeader, parseLine, type ReadLine } from './log-format.js';

export type KnownHeader = Pick<LogHeader, 'agent' | 'cwd' | 'createdAt'>;

export type RecoveredHeader = { readonly header: LogHeader; readonly isNewer: boolean; readonly rest: string };

/** Recovers a log's header from what is left of it. Null: no line of ours follows. `isBypassAllowed` never comes back. */
export function recoverHeader(
	id: string,
	damaged: string,
	following: readonly string[],
	known: KnownHeader | null,
): RecoveredHeader | null {
	const rest = lineAtEndOf(damaged);
	const lines = rest === '' ? following : [rest, ...following];
	const [first] = lines.flatMap(eventLine);
	if (first === undefined) return null;
	const text = rest === '' ? damaged : damaged.slice(0, -rest.length);
	const field = (name: string, form: string): unknown => valueIn(text, name, form);
	const values = {
		createdAt: field('createdAt', '\\d{1,15}') ?? known?.createdAt ?? first.at,
		cwd: field('cwd', STRING) ?? (known?.cwd || undefined) ?? valueInLines(lines, 'cwd', PATH) ?? '',
		agent: field('agent', STRING) ?? (known?.agent || undefined) ?? agentIn(lines) ?? '',
		additionalDirectories: field('additionalDirectories', '\\[[^\\]]*\\]') ?? [],
		mode: field('mode', STRING) ?? 'default',
		...(isCommandLineIn(text, lines) ? { isCommandLine: true } : {}),
		...(field('hasInstructions', 'true') === true ? { hasInstructions: true } : {}),
	};
	const version = field('version', '\\d{1,6}') ?? 1;
	const parsed = parseHeader(JSON.stringify({ ...values, id, format: 'acp-tui-session', version }));
	return parsed === null ? null : { ...parsed, rest };
}

const STRING = '"(?:[^"\\\\]|\\\\.)*"';
const PATH = '"/(?:[^"\\\\]|\\\\.)*"';
const LINE_START = '{"at":';

/** Half a line may come before a whole one. */
export function lineAtEndOf(damaged: string): string {
	for (let at = damaged.lastIndexOf(LINE_START); at > 0; at = damaged.lastIndexOf(LINE_START, at - 1)) {
		const line = damaged.slice(at);
		const parsed = parseLine(line);
		if (parsed !== null && parsed !== 'other') return line;
	}
	return '';
}

function eventLine(line: string): readonly ReadLine[] {
	const parsed = parseLine(line);
	return parsed === null || parsed === 'other' ? [] : [parsed];
}

function valueIn(text: string, name: string, form: string): unknown {
	const found = new RegExp(`"${name}":(${form})`).exec(text)?.[1];
	if (found === undefined) return undefined;
	const value = jsonIn(found);
	return typeof value === 'string' && value.includes('\uFFFD') ? undefined : value;
}

function valueInLines(lines: readonly string[], name: string, form: string): unknown {
	for (const line of lines) {
		const value = parseLine(line) === null ? undefined : valueIn(line, name, form);
		if (value !== undefined) return value;
	}
	return undefined;
}

function agentIn(lines: readonly string[]): string | undefined {
	const names = lines.flatMap(eventLine).map(({ facts, event }) => facts?.agent ?? launchOf(event)?.['name']);
	return names.find((name): name is string => typeof name === 'string' && name !== '');
}

function isCommandLineIn(text: string, lines: readonly string[]): boolean {
	if (valueIn(text, 'isCommandLine', 'true') === true) return true;
	return lines
		.filter((line) => line.includes('"isCommandLine":true'))
		.flatMap(eventLine)
		.some(({ event }) => launchOf(event)?.['isCommandLine'] === true);
}

function launchOf(event: unknown): Readonly<Record<string, unknown>> | undefined {
	if (!isRecord(event) || event['type'] !== 'agent-starting') return undefined;
	return isRecord(event['launch']) ? event['launch'] : undefined;
}

export function idOfHeader(line: string): string | null {
	const id = parseHeader(line)?.header.id ?? '';
	return isRecordId(id) ? id : null;
}
