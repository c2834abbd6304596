import { fieldsOf } from '../../../core/is-record.js';
import type { ToolCall, ToolKind } from '../../../core/tool-call.js';
import { faint, type Line, muted, type Span, type Style, styled } from '../../line.js';
import { oneLine } from '../entries/block-summary.js';
import { diffsOf, lostChangeOf } from './tool-diffs.js';
import { commandOf, placesOf } from './tool-input.js';
import { isRoutine } from './tool-limits.js';
import { fileLink, relativePath, shortenPaths, toolTitle } from './tool-title.js';

/** Colours of the verb that a title begins with; without colours those of changes are bold, of reading dim. */
const VERB_STYLES: Readonly<Partial<Record<ToolKind, Style>>> = {
	read: { color: 'muted', dim: true },
	search: { color: 'muted', dim: true },
	edit: { color: 'accent', bold: true },
	delete: { color: 'accent', bold: true },
	move: { color: 'accent', bold: true },
	fetch: { color: 'link' },
};
const VERB = /^\p{L}{2,20}(?=[\s:]|$)/u;
const AT_SERVER = ' › ';

export function cardTitle(call: ToolCall, cwd: string): string {
	const title = toolTitle(call, cwd);
	const tool = mcpTool(call, title);
	return tool === null ? title : `${tool.server}${AT_SERVER}${tool.name}${title.slice(tool.length)}`;
}

type McpTitle = { readonly server: string; readonly name: string; readonly length: number };

/** Server and tool that a title names, in the spellings of agents; `length`: characters of the title that do. */
function mcpTool({ kind, rawInput }: ToolCall, title: string): McpTitle | null {
	if (kind === 'execute') return null;
	const [start = '', server = '', name = ''] = /^mcp__(.+?)__([\w-]+)/.exec(title) ?? [];
	if (start !== '') return { server, name, length: start.length };
	const [whole = '', tool = '', of = ''] = /^([\w-]+) \(([\w -]+) MCP Server\)/.exec(title) ?? [];
	if (whole !== '') return { server: of, name: tool, length: whole.length };
	const fields = fieldsOf(rawInput);
	if (typeof fields['server'] !== 'string' || typeof fields['tool'] !== 'string') return null;
	const given = { server: oneLine(fields['server']), name: oneLine(fields['tool']) };
	const both = ['/', '.', ': ', '__'].map((sign) => given.server + sign + given.name);
	const spelled = [...both, ...both.map((words) => `Tool: ${words}`), given.name].find(
		(words) => title.startsWith(words) && !/^[\w-]/.test(title.slice(words.length)),
	);
	return given.server === '' || given.name === '' || spelled === undefined
		? null
		: { ...given, length: spelled.length };
}

/** Sign before a command line; that of the user's own is in its title. */
export function promptOf(call: ToolCall): Line {
	const isCommand = call.kind === 'execute' && !call.title.startsWith('! ') && commandOf(call) !== '';
	return isCommand ? [faint('$ ')] : [];
}

export function titleSpans(title: string, call: ToolCall, cwd: string): readonly Span[] {
	const lost = lostChangeOf(call);
	const isMuted = call.status === 'cancelled' || call.status === 'pending' || (lost !== null && lost !== 'unfinished');
	const style: Style = isMuted ? { color: 'muted' } : { color: 'text', bold: !isRoutine(call) };
	const [start, rest] = isMuted ? [[], title] : startSpans(title, call);
	return [...start, ...restSpans(rest, style, call, cwd)].filter(({ text }) => text !== '');
}

function startSpans(title: string, call: ToolCall): readonly [Span[], string] {
	const verb = VERB_STYLES[call.kind];
	const server = mcpTool(call, toolTitle(call, ''))?.server;
	const start =
		server !== undefined && title.startsWith(server + AT_SERVER)
			? server + AT_SERVER
			: verb === undefined
				? ''
				: (VERB.exec(title)?.[0] ?? '');
	return [[styled(start, verb ?? { color: 'muted', dim: true })], title.slice(start.length)];
}

function restSpans(title: string, style: Style, call: ToolCall, cwd: string): Span[] {
	if (call.kind === 'execute') {
		const command = shortenPaths(commandOf(call), cwd);
		// Behind the command stand the agent's words for it.
		const at = command !== '' && title.startsWith(`${command} (`) ? command.length : title.length;
		return [styled(title.slice(0, at), style), muted(title.slice(at))];
	}
	const places = placesOf(call);
	const [file] = places.length > 0 ? places : diffsOf(call);
	const name = file === undefined ? '' : oneLine(relativePath(file.path, cwd));
	const at = name === '' ? -1 : title.indexOf(name);
	const link = at < 0 || file === undefined ? undefined : fileLink(file.path, cwd);
	if (link === undefined) return [styled(title, style)];
	return [
		styled(title.slice(0, at), style),
		styled(name, { ...style, link }),
		styled(title.slice(at + name.length), style),
	];
}
