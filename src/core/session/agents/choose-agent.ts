import {
	type AgentChangeState,
	type AgentListEvent,
	type AskedConsent,
	noAgentChange,
} from '../../agents/agent-list.js';
import { progressText } from '../../agents/installer.js';
import type { AgentProfile } from '../../agents/profile.js';
import type { SandboxChoiceEvent } from '../../agents/sandbox-choice.js';
import { defined } from '../../defined.js';
import { sanitizeLine } from '../../text/sanitize.js';
import { reduceSwitchAgent } from '../connection.js';
import { note, noted, updateEntry } from '../entries/append.js';
import type { NoteEntry } from '../entries/entry.js';
import { findLastEntry } from '../entries/entry-list.js';
import type { SessionState } from '../state.js';
import { only, type Reducers, type Step, withEffects } from '../step.js';

const STOPPING_INSTALL = 'Stopping…';
const ONE_INSTALL = 'Another agent is being installed: wait until it is done, or stop it with esc';
const AGENT_WORKS = 'The agent is at work: stop it with esc, then choose another one';
const publisherChanged = (name: string): string => `${name} comes from somebody else than the version that is here`;
const wantsScripts = (name: string): string => `Packages of ${name} want to run scripts when they are installed`;
const ANSWER_INSTALL = '/agent answers, esc stops the install';

export function agentChangeOf(state: SessionState): AgentChangeState {
	return state.agentChange ?? noAgentChange;
}

export const onAgentList: Reducers<AgentListEvent> = {
	'list-agents': (state) => withEffects(state, { type: 'list-agents' }),
	'agents-listed': only,
	'use-agent': (state, { id }, at) =>
		state.turn === null ? withEffects(state, { type: 'use-agent', id }) : noted(state, at, 'warning', AGENT_WORKS),
	'switch-agent': (state, { profile }, at) => reduceSwitch(state, profile, at),
	'install-agent': (state, { id, name, host }, at) => {
		if (agentChangeOf(state).installing !== null) return noted(state, at, 'warning', ONE_INSTALL);
		const title = `Installing ${name}${host === null ? '' : ` from ${host}`}`;
		const withNote = note(state, at, 'info', title, { hint: 'esc stops it', progressOf: id });
		return withEffects(withChoices(withNote, { installing: { id, name } }), { type: 'install-agent', id });
	},
	'install-progress': (state, { id, progress }) =>
		agentChangeOf(state).installing?.isStopping === true
			? only(state)
			: only(changeNote(state, id, (entry) => ({ ...entry, detail: progressText(progress) }))),
	'stop-install': (state) => reduceStop(state),
	'install-asks': (state, { asked }, at) => reduceAsks(state, asked, at),
	'answer-install': (state, { isAgreed }) => {
		const { installing: running } = agentChangeOf(state);
		if (running?.asked === undefined) return only(state);
		const { asked: _, ...rest } = running;
		return withEffects(withChoices(state, { installing: rest }), { type: 'answer-install', isAgreed });
	},
	'agent-installed': (state, { id, remark }) => reduceInstalled(state, id, remark),
	'install-failed': (state, { id, failure: { message, hint, detail } }) => {
		const withNote = changeNote(state, id, (entry) => ({
			...finished(entry),
			level: 'error',
			title: message,
			...defined({ hint, detail }),
		}));
		return only(withChoices(withNote, { installing: null }));
	},
};

/** Says at once that it stops, as a package manager takes its time to end. */
function reduceStop(state: SessionState): Step {
	const { installing: running } = agentChangeOf(state);
	if (running === null || running.isStopping === true) return only(state);
	const { asked: _, ...rest } = running;
	const withNote = changeNote(state, running.id, (entry) => {
		const { hint: _h, ...note } = entry;
		return { ...note, detail: STOPPING_INSTALL };
	});
	return withEffects(withChoices(withNote, { installing: { ...rest, isStopping: true } }), { type: 'stop-install' });
}

function reduceSwitch(state: SessionState, profile: AgentProfile, at: number): Step {
	const { installing: running, before } = agentChangeOf(state);
	// After several agents that did not start, the way back leads to the last one that did.
	const hasWorked = before === null || state.connection.phase === 'ready';
	const next = withChoices(
		{ ...state, resuming: undefined },
		{
			before: hasWorked ? state.profile : before,
			installing: running === null ? null : { ...running, isSuperseded: true },
		},
	);
	return reduceSwitchAgent(next, profile, at);
}

export function agentToGoBackTo(state: SessionState): AgentProfile | null {
	const { phase } = state.connection;
	const { before } = agentChangeOf(state);
	if (before === null || before.launch.name === state.profile.launch.name) return null;
	return phase === 'failed' || phase === 'exited' ? before : null;
}

function reduceAsks(state: SessionState, asked: AskedConsent, at: number): Step {
	const { installing: running } = agentChangeOf(state);
	if (running === null) return withEffects(state, { type: 'answer-install', isAgreed: false });
	const title = asked.about === 'changes' ? publisherChanged(running.name) : wantsScripts(running.name);
	const withNote = note(state, at, 'warning', title, { detail: asked.lines.join('\n'), hint: ANSWER_INSTALL });
	return only(withChoices(withNote, { installing: { ...running, asked } }));
}

/** Uses the agent at once, unless the one that runs is at work by now, or is another one than before. */
function reduceInstalled(state: SessionState, id: string, remark: string | null): Step {
	const { installing: done } = agentChangeOf(state);
	const name = done?.name ?? id;
	const isBusy = state.turn !== null || done?.isSuperseded === true;
	const withNote = changeNote(state, id, (entry) => ({
		...finished(entry),
		title: `${name} is installed${isBusy ? '; /agent starts it' : ''}`,
		...defined({ detail: remark ?? undefined }),
	}));
	const next = withChoices(withNote, { installing: null });
	return isBusy ? only(next) : withEffects(next, { type: 'use-agent', id });
}

function withChoices(state: SessionState, choices: Partial<AgentChangeState>): SessionState {
	return { ...state, agentChange: { ...agentChangeOf(state), ...choices } };
}

function finished({ progressOf: _, detail: _d, hint: _h, ...entry }: NoteEntry): NoteEntry {
	return entry;
}

function changeNote(state: SessionState, id: string, change: (entry: NoteEntry) => NoteEntry): SessionState {
	const index = findLastEntry(state.entries, (entry) => entry.kind === 'note' && entry.progressOf === id);
	return updateEntry(state, index, (entry) => (entry.kind === 'note' ? change(entry) : entry));
}

export const onSandboxChoice: Reducers<SandboxChoiceEvent> = {
	'look-up-sandboxes': (state) => withEffects(state, { type: 'look-up-sandboxes' }),
	'sandboxes-looked-up': only,
	'folder-looked-up': (state, { found }) => only({ ...state, refusedFolder: found }),
	'choose-sandbox': (state, choice) => withEffects(state, choice),
	'sandbox-chosen': (state, { profile, savedIn, opened }, at) => {
		const agent = state.agent?.title ?? profile.launch.name;
		const words =
			opened === undefined
				? `The sandbox of ${sanitizeLine(agent)} is “${profile.sandbox}” from here on`
				: `${sanitizeLine(agent)} may write to ${sanitizeLine(opened)} from here on`;
		const withNote = note(state, at, 'info', words, {
			detail: savedIn === null ? undefined : `Kept in ${sanitizeLine(savedIn)}`,
			hint: '/agent shows and changes it',
		});
		// Until it was chosen the user was waited for, and not the agent.
		const connection = state.connection.phase === 'starting' ? { ...state.connection, since: at } : state.connection;
		return only({ ...withNote, connection, profile, refusedFolder: undefined });
	},
};
