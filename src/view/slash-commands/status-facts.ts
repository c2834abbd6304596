import type { McpEntry } from '../../core/mcp/server.js';
import type { Mode } from '../../core/policy/policy-types.js';
import { commandRunner } from '../../core/session/sandbox/held-by.js';
import type { SessionState } from '../../core/session/state.js';
import { counted } from '../../core/text/counted.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { formatDuration } from '../duration.js';
import { agentModeText } from '../frame/mode-label.js';
import type { Role } from '../line.js';
import { askingText } from '../status/asking-text.js';
import { whatBecameOf } from '../status/mcp-outcome.js';
import { currentModel } from '../status/session-words.js';
import * as messages from './slash-commands-messages.js';

export type StatusSubject = 'agent' | 'sandbox' | 'mode' | 'model' | 'mcp' | 'queue' | 'config';

export type StatusFact = {
	readonly label: string;
	readonly words: string;
	readonly role?: Role;
	readonly subject?: StatusSubject;
};

export function statusText(session: SessionState, now: number, untrusted?: readonly string[]): string {
	return statusFacts(session, now, untrusted)
		.map(({ label, words }) => `${label.padEnd(10)} ${words}`)
		.join('\n');
}

export function statusFacts(
	session: SessionState,
	now: number,
	untrusted: readonly string[] = [],
): readonly StatusFact[] {
	const { agent, connection, mode, turn, agentModes, queue } = session;
	const { launch, mcpServers } = session.profile;
	const model = currentModel(session.configOptions);
	const theirs = agentModes?.available.find(({ id }) => id === agentModes.current)?.name ?? agentModes?.current;
	const own = theirs === undefined ? '' : ` · the agent’s own: ${theirs}`;
	const agentMode = agentModeText(session);
	const entries = session.entries.size === 1 ? '1 entry' : `${session.entries.size} entries`;
	const facts: readonly (StatusFact | false)[] = [
		{
			label: 'agent',
			words: `${agent === null ? launch.name : `${agent.title} ${agent.version}`.trim()} (${connection.phase})`,
			role: PHASES[connection.phase],
			subject: 'agent',
		},
		{ label: 'command', words: [launch.command, ...launch.args].join(' ') },
		{ label: 'directory', words: `${session.cwd}${session.branch === null ? '' : ` on ${session.branch}`}` },
		session.worktree !== undefined && {
			label: 'worktree',
			words: `${session.worktree.name} of ${session.worktree.project}`,
		},
		...session.additionalDirectories.map((folder) => ({ label: 'and in', words: folder })),
		{ label: 'session', words: `${session.sessionId ?? 'none'}${session.title === null ? '' : ` · ${session.title}`}` },
		{
			label: 'mode',
			words: `${mode.mode}${own}${agentMode === null ? '' : ` (${agentMode})`}`,
			role: MODE_ROLES[mode.mode],
			subject: 'mode',
		},
		agent !== null && { label: 'asks first', words: askingText(session) },
		{
			label: 'sandbox',
			words: sandboxText(session),
			role: session.sandbox.enforcement === 'enforced' ? 'success' : 'muted',
			subject: 'sandbox',
		},
		accountFact(session),
		model !== '' && { label: 'model', words: model, subject: 'model' },
		...rememberedFacts(session),
		mcpServers.length > 0 && { label: 'MCP', words: counted(mcpServers.length, 'server'), subject: 'mcp' },
		...untrusted.map((words) => ({
			label: 'config',
			words: `waits for your trust: ${words}`,
			role: 'warning' as const,
			subject: 'config' as const,
		})),
		agent !== null && { label: 'protocol', words: `ACP v${agent.protocolVersion}` },
		turn !== null && { label: 'turn', words: formatDuration(now - turn.startedAt) },
		{
			label: 'transcript',
			words: `${entries}, ${queue.length} queued`,
			...(queue.length === 0 ? {} : { subject: 'queue' as const }),
		},
		...changesFacts(session),
		session.junkLines > 0 && { label: 'skipped', words: `${counted(session.junkLines, 'line')} of no protocol` },
	];
	return facts.filter((fact) => fact !== false);
}

const PHASES: Readonly<Record<SessionState['connection']['phase'], Role>> = {
	starting: 'warning',
	opening: 'warning',
	ready: 'success',
	'signed-out': 'warning',
	failed: 'error',
	exited: 'error',
	closed: 'muted',
};

const MODE_ROLES: Readonly<Record<Mode, Role>> = {
	default: 'muted',
	acceptEdits: 'acceptEdits',
	plan: 'plan',
	bypassPermissions: 'bypass',
};

function sandboxText(session: SessionState): string {
	const { agent, enforcement, reason, commands } = session.sandbox;
	const why = reason === undefined ? '' : `; ${sanitizeLine(reason)}`;
	const now = enforcement === 'none' ? '' : `, plan mode ${enforcement}${why}`;
	const runner = commandRunner(session);
	const isHeld = agent === 'fence' || agent === 'shadow';
	const ofCommands =
		runner === 'agent'
			? ` · the agent runs commands itself, ${isHeld ? 'in it' : 'without one'}`
			: commands === 'none'
				? ' · commands run without one'
				: runner === 'here'
					? ' · commands run in one'
					: ' · commands that acp-tui runs have one';
	// Whether commands can run in one is known with the first prompt.
	return `${agent} (/agent)${now}${session.isPrompted === true ? ofCommands : ''}`;
}

function rememberedFacts({ choices }: SessionState): readonly StatusFact[] {
	const { model, planModel, mode, options = {} } = choices;
	const words = [
		...(model === undefined ? [] : [`model ${model}`]),
		...(planModel === undefined ? [] : [`model ${planModel} in plan mode`]),
		...(mode === undefined ? [] : [`mode ${mode}`]),
		...Object.entries(options).map(([id, value]) => `${id} ${value}`),
	];
	return words.length === 0 ? [] : [{ label: 'next time', words: `${words.join(', ')} (/forget)` }];
}

function accountFact({ authStatus }: SessionState): StatusFact | false {
	if (authStatus === undefined || authStatus === null) return false;
	const { label, detail } = authStatus;
	const words = [label, detail].filter((text) => text !== undefined && text !== '');
	return { label: 'account', words: sanitizeLine(words.join(' · ')) };
}

function changesFacts({ changes: { sets, trouble } }: SessionState): readonly (StatusFact | false)[] {
	const gaps = sets.at(-1)?.after.gaps ?? [];
	const [first] = gaps;
	return [
		sets.length > 0 && { label: 'undo', words: `the changes of ${counted(sets.length, 'turn')} are kept` },
		first !== undefined && {
			label: 'not kept',
			words: `${counted(gaps.length, 'file')}, such as ${first.path}: ${first.because}`,
		},
		trouble !== null && { label: 'not kept', words: trouble },
	];
}

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
			return [`${start}  ${sanitizeLine(whatBecameOf(entry, session).words)}`, `  ${sanitizeLine(target)}`];
		})
		.join('\n');
}
