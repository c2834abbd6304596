import type { SideQuestion } from '../../../src/core/side-question/side-question.js';
import { open } from '../../../src/view/side-question/side-question-panel.js';
import { play, promptOf, ready } from '../../core/session/play.js';
import { createStage, happen, press, put, type Stage } from '../stage.js';

/** A side question with this answer. */
export function asked(answer: string, more: Partial<SideQuestion> = {}): SideQuestion {
	const answered = play(
		ready(),
		{ type: 'prompt', prompt: promptOf('what is blue?') },
		{ type: 'tool', patch: { id: 'c1', title: 'Read colours.md', kind: 'read', status: 'completed' } },
		...(answer === '' ? [] : [{ type: 'text', role: 'agent', text: answer } as const]),
	);
	return {
		id: 'side-question-1',
		sessionId: 'side-1',
		phase: 'answering',
		question: 'what is blue?',
		askedAt: 1000,
		entries: answered.state.entries,
		knows: 'conversation',
		isClosed: false,
		...more,
	};
}

/** The question has come to this. */
export const changed = (sideQuestion: SideQuestion) => ({ type: 'side-question-changed', sideQuestion }) as const;

/** A screen on which a question was asked while a turn runs, and is shown. */
export function openedOn(columns = 100, rows = 32, side = asked('The **sky**, mostly.')): Stage {
	const session = play(
		ready(),
		{ type: 'prompt', prompt: promptOf('work') },
		{ type: 'text', role: 'agent', text: 'Busy.' },
	);
	const stage = createStage(session, columns, rows);
	press(stage, '`/btw what is blue?` enter');
	put(stage, { type: 'panel', name: 'side-question', open });
	happen(stage, changed(side));
	return stage;
}
