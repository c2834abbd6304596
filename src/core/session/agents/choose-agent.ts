import { type AgentListEvent, type AgentListState, noAgentList } from '../../agents/agent-list.js';
import { progressText } from '../../agents/progress-text.js';
import { defined } from '../../defined.js';
import { reduceSwitchAgent } from '../connection.js';
import { note, updateEntry } from '../entries/append.js';
import type { NoteEntry } from '../entries/entry.js';
import { findLastEntry } from '../entries/entry-list.js';
import type { Reducers } from '../reducers/reducers.js';
import { only, type Step, withEffects } from '../reducers/step.js';
import type { SessionState } from '../state.js';
import { AGENT_WORKS, installed, installing, ONE_INSTALL, STOP_INSTALL } from './messages.js';

/** What the session knows of other agents. */
export function agentListOf(state: SessionState): AgentListState {
	return state.agentList ?? noAgentList;
}

/** Choosing another agent, and installing it first where it is not there. */
export const onAgentList: Reducers<AgentListEvent> = {
	'list-agents': (state) => withEffects(state, { type: 'list-agents' }),
	'agents-listed': (state, { agents }) => only(withChoices(state, { agents })),
	'use-agent': (state, { id }, at) =>
		state.turn === null ? withEffects(state, { type: 'use-agent', id }) : only(note(state, at, 'warning', AGENT_WORKS)),
	'switch-agent': (state, { profile }, at) => reduceSwitchAgent(state, profile, at),
	'install-agent': (state, { id, name }, at) => {
		if (agentListOf(state).installing !== null) return only(note(state, at, 'warning', ONE_INSTALL));
		const told = note(state, at, 'info', installing(name), { hint: STOP_INSTALL, progressOf: id });
		return withEffects(withChoices(told, { installing: { id, name } }), { type: 'install-agent', id });
	},
	'install-progress': (state, { id, progress }) =>
		only(changeNote(state, id, (entry) => ({ ...entry, detail: progressText(progress) }))),
	'stop-install': (state) =>
		agentListOf(state).installing === null ? only(state) : withEffects(state, { type: 'stop-install' }),
	'agent-installed': (state, { id, remark }) => reduceInstalled(state, id, remark),
	'install-failed': (state, { id, failure: { message, hint, detail } }) => {
		const told = changeNote(state, id, (entry) => ({
			...finished(entry),
			level: 'error',
			title: message,
			...defined({ hint, detail }),
		}));
		return only(withChoices(told, { installing: null }));
	},
};

/** It is used at once, unless the agent that runs is at work by now. */
function reduceInstalled(state: SessionState, id: string, remark: string | null): Step {
	const name = agentListOf(state).installing?.name ?? id;
	const isBusy = state.turn !== null;
	const told = changeNote(state, id, (entry) => ({
		...finished(entry),
		title: installed(name, isBusy),
		...defined({ detail: remark ?? undefined }),
	}));
	const next = withChoices(told, { installing: null });
	return isBusy ? only(next) : withEffects(next, { type: 'use-agent', id });
}

function withChoices(state: SessionState, choices: Partial<AgentListState>): SessionState {
	return { ...state, agentList: { ...agentListOf(state), ...choices } };
}

/** The note without what was true only while the install ran. */
function finished({ progressOf: _, detail: _d, hint: _h, ...entry }: NoteEntry): NoteEntry {
	return entry;
}

function changeNote(state: SessionState, id: string, change: (entry: NoteEntry) => NoteEntry): SessionState {
	const index = findLastEntry(state.entries, (entry) => entry.kind === 'note' && entry.progressOf === id);
	return updateEntry(state, index, (entry) => (entry.kind === 'note' ? change(entry) : entry));
}
