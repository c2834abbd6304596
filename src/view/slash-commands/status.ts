import { isTaken, type McpEntry } from '../../core/mcp/server.js';
import { eachEntry } from '../../core/session/entries/entry-list.js';
import type { SessionState } from '../../core/session/state.js';
import { counted } from '../../core/text/counted.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { formatDuration } from '../duration.js';
import { agentModeText } from '../frame/mode-label.js';
import { askingText } from '../status/asking-text.js';
import { currentModel } from '../status/session-words.js';
import * as messages from './slash-commands-messages.js';

export function statusText(session: SessionState, now: number): string {
	const { agent, connection, mode, turn, agentModes } = session;
	const { launch } = session.profile;
	const model = currentModel(session.configOptions);
	const theirs = agentModes?.available.find(({ id }) => id === agentModes.current)?.name ?? agentModes?.current;
	const own = theirs === undefined ? '' : ` · the agent’s own: ${theirs}`;
	const beside = agentModeText(session);
	const lines = [
		`agent      ${agent === null ? launch.name : `${agent.title} ${agent.version}`.trim()} (${connection.phase})`,
		`command    ${[launch.command, ...launch.args].join(' ')}`,
		`directory  ${session.cwd}${session.branch === null ? '' : ` on ${session.branch}`}`,
		...(session.worktree === undefined ? [] : [`worktree   ${session.worktree.name} of ${session.worktree.project}`]),
		...session.additionalDirectories.map((folder) => `and in     ${folder}`),
		`session    ${session.sessionId ?? 'none'}${session.title === null ? '' : ` · ${session.title}`}`,
		`mode       ${mode.mode}${own}${beside === null ? '' : ` (${beside})`}`,
		agent !== null && `asks first ${askingText(session)}`,
		`sandbox    ${sandboxText(session)}`,
		accountLine(session),
		model !== '' && `model      ${model}`,
		...rememberedLines(session),
		agent !== null && `protocol   ACP v${agent.protocolVersion}`,
		turn !== null && `turn       ${formatDuration(now - turn.startedAt)}`,
		`transcript ${session.entries.size === 1 ? '1 entry' : `${session.entries.size} entries`}, ${session.queue.length} queued`,
		...changesLines(session),
		session.junkLines > 0 && `skipped    ${counted(session.junkLines, 'line')} of no protocol`,
	];
	return lines.filter((line) => line !== false).join('\n');
}

function sandboxText({ sandbox, isPrompted }: SessionState): string {
	const { agent, enforcement, reason, commands } = sandbox;
	const why = reason === undefined ? '' : `; ${sanitizeLine(reason)}`;
	const now = enforcement === 'none' ? '' : `, plan mode ${enforcement}${why}`;
	// Whether commands run in one is known with the first prompt.
	const ofCommands = commands === 'fenced' ? ' · commands run in one' : ' · commands run without one';
	return `${agent} (/agent)${now}${isPrompted === true ? ofCommands : ''}`;
}

function rememberedLines({ choices }: SessionState): readonly string[] {
	const { model, planModel, mode, options = {} } = choices;
	const words = [
		...(model === undefined ? [] : [`model ${model}`]),
		...(planModel === undefined ? [] : [`model ${planModel} in plan mode`]),
		...(mode === undefined ? [] : [`mode ${mode}`]),
		...Object.entries(options).map(([id, value]) => `${id} ${value}`),
	];
	return words.length === 0 ? [] : [`next time  ${words.join(', ')} (/forget)`];
}

/** The account that the agent works with, in its own words; false where it says nothing. */
function accountLine({ authStatus }: SessionState): string | false {
	if (authStatus === undefined || authStatus === null) return false;
	const { label, detail } = authStatus;
	const words = [label, detail].filter((text) => text !== undefined && text !== '');
	return `account    ${sanitizeLine(words.join(' · '))}`;
}

function changesLines({ changes: { sets, trouble } }: SessionState): readonly (string | false)[] {
	const gaps = sets.at(-1)?.after.gaps ?? [];
	const [first] = gaps;
	return [
		sets.length > 0 && `undo       the changes of ${counted(sets.length, 'turn')} are kept`,
		first !== undefined && `not kept   ${counted(gaps.length, 'file')}, such as ${first.path}: ${first.because}`,
		trouble !== null && `not kept   ${trouble}`,
	];
}

/** Each MCP server with where it is named, what became of it, and its command line or address. */
export function mcpText(session: SessionState): string {
	const { mcpServers } = session.profile;
	const widthOf = (cell: (entry: McpEntry) => string): number =>
		Math.max(...mcpServers.map((each) => cell(each).length));
	const nameWidth = widthOf(({ name }) => name);
	const sourceWidth = widthOf(({ source }) => messages.MCP_SOURCES[source]);
	return mcpServers
		.flatMap((entry) => {
			const { name, type, source, target } = entry;
			const start = `${name.padEnd(nameWidth)}  ${type.padEnd(5)}  ${messages.MCP_SOURCES[source].padEnd(sourceWidth)}`;
			return [`${start}  ${sanitizeLine(whatBecameOf(entry, session))}`, `  ${sanitizeLine(target)}`];
		})
		.join('\n');
}

function whatBecameOf({ name, type, state }: McpEntry, session: SessionState): string {
	const { agent, sessionId, mcpRefusal, entries } = session;
	if (state.type === 'waiting') return 'waits for trust: acp-tui config trust';
	if (state.type === 'disabled') return 'left out: disabled in its file';
	if (state.type === 'left-out') return `left out: ${state.why}`;
	if (agent === null) return messages.MCP_READY;
	if (!isTaken(type, agent.mcp))
		return agent.mcp.isIgnored
			? `not given: ${agent.title} does nothing with MCP servers`
			: `not given: ${agent.title} takes no servers of type ${type}`;
	if (mcpRefusal !== undefined) return `refused by ${agent.title}`;
	return sessionId === null
		? messages.MCP_READY
		: `sent to ${agent.title}, which ${isUsed(name, entries) ? 'has used it' : 'has not used it yet'}`;
}

/** A call names the server: some agents take servers and do nothing with them, and say nothing of it. */
function isUsed(server: string, entries: SessionState['entries']): boolean {
	const named = server.replaceAll(/[^\p{L}\d]+/gu, '[^\\p{L}\\d]+');
	const inName = new RegExp(`(?<![\\p{L}\\d])${named}(?:_{1,3}|[./:-])[\\p{L}\\d]`, 'iu');
	// A title is for people: other words may be the server's name by chance.
	const inTitle = new RegExp(`(?<![\\p{L}\\d])${named}(?:__| MCP\\b)`, 'iu');
	for (const entry of eachEntry(entries)) {
		if (entry.kind === 'tool' && (inName.test(entry.call.name ?? '') || inTitle.test(entry.call.title))) return true;
	}
	return false;
}

export function mcpNote(session: SessionState): {
	readonly title: string;
	readonly detail: string;
	readonly hint?: string;
} {
	if (session.profile.mcpServers.length === 0) return messages.NO_MCP_SERVERS;
	return { title: 'MCP servers', detail: mcpText(session) };
}
