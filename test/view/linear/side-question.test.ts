import { expect, test } from 'vitest';
import type { SideQuestion } from '../../../src/core/side-question/side-question.js';
import { keyOf } from '../../../src/terminal/key.js';
import { advance, type ViewInput } from '../../../src/view/advance.js';
import { firstLinearFrame, type LinearFrame, linearView } from '../../../src/view/linear/linear-view.js';
import { open } from '../../../src/view/side-question/side-question-panel.js';
import type { UiRequest } from '../../../src/view/state/ui-step.js';
import { play, promptOf, ready } from '../../core/session/play.js';
import { contextOf, createStage, type Stage } from '../stage.js';

type Lines = { readonly stage: Stage; frame: LinearFrame; said: string[]; requests: UiRequest[] };

function begin(): Lines {
	const stage = createStage(play(ready(), { type: 'prompt', prompt: promptOf('work') }));
	return { stage, frame: firstLinearFrame(stage.now), said: [], requests: [] };
}

function put(lines: Lines, input: ViewInput): void {
	const step = advance(linearView, contextOf(lines.stage), lines.frame, input);
	lines.stage.ui = step.ui;
	lines.frame = step.frame;
	lines.said.push(...step.frame.lines);
	lines.requests.push(...step.requests);
}

/** Types the words and enter, and returns what is said then and wanted of the world. */
function enter(lines: Lines, words: string): void {
	lines.said = [];
	lines.requests = [];
	lines.stage.now += 5000;
	for (const character of words) put(lines, { type: 'key', key: keyOf('char', character) });
	put(lines, { type: 'key', key: keyOf('enter') });
}

function become(lines: Lines, phase: SideQuestion['phase'], answer: string): void {
	const { state } = play(
		ready(),
		{ type: 'prompt', prompt: promptOf('what?') },
		{ type: 'text', role: 'agent', text: answer },
	);
	const sideQuestion: SideQuestion = {
		id: 'side-question-1',
		sessionId: 'side-1',
		phase,
		question: 'what?',
		askedAt: 1,
		entries: state.entries,
		knows: 'briefing',
		isClosed: false,
	};
	lines.stage.session = play(lines.stage.session, { type: 'side-question-changed', sideQuestion });
	lines.said = [];
	put(lines, { type: 'tick' });
}

function answered(): Lines {
	const lines = begin();
	enter(lines, '/btw what?');
	put(lines, { type: 'panel', name: 'side-question', open });
	become(lines, 'answering', 'It');
	become(lines, 'done', 'It is **blue**.\n\nAnd green.');
	return lines;
}

test('Its letters are for the panel: t takes it, c copies it, enter reads it again.', () => {
	const again = answered();
	enter(again, '');
	expect(again.said).toContain('And green.');
	enter(again, 'c');
	expect(again.requests).toContainEqual(
		expect.objectContaining({ type: 'copy', text: 'It is **blue**.\n\nAnd green.' }),
	);
	enter(again, 't');
	expect(again.stage.ui.composer.draft.text).toContain('It is **blue**.');
	expect(again.requests).toContainEqual({
		type: 'dispatch',
		event: { type: 'side-question', request: { do: 'close' } },
	});
});
