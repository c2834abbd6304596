import type { SessionState } from '../../core/session/state.js';
import { counted } from '../../core/text/counted.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { formatDuration } from '../duration.js';
import { agentModeText } from '../frame/mode-label.js';
import { askingText } from '../status/asking-text.js';
import { currentModel } from '../status/session-words.js';

/** What `/status` says of agent and session, a fact a line. */
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

/** What holds the agent, and its commands. */
function sandboxText({ sandbox, isPrompted }: SessionState): string {
	const { agent, enforcement, reason, commands } = sandbox;
	const why = reason === undefined ? '' : `; ${sanitizeLine(reason)}`;
	const now = enforcement === 'none' ? '' : `, plan mode ${enforcement}${why}`;
	// Whether commands run in one is known with the first prompt.
	const ofCommands = commands === 'fenced' ? ' · commands run in one' : ' · commands run without one';
	return `${agent} (/agent)${now}${isPrompted === true ? ofCommands : ''}`;
}

/** What the next session begins with. */
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
