import { describe, expect, test } from 'vitest';
import type { CommitRequest } from '../../../src/core/commit/commit-event.js';
import { CHAT } from '../../../src/core/policy/own-mode.js';
import { keymapWith } from '../../../src/view/actions/actions.js';
import { writingOf } from '../../../src/view/commit/commit-draft.js';
import { open, openEdited } from '../../../src/view/commit/commit-panel.js';
import { lineText } from '../../../src/view/spans.js';
import type { UiRequest } from '../../../src/view/state/ui-step.js';
import { play, promptOf, ready } from '../../core/session/play.js';
import {
	contextOf,
	createStage,
	dispatched,
	draft,
	happen,
	paste,
	press,
	put,
	type Stage,
	screen,
	text,
	wait,
} from '../stage.js';
import { changed, file, LIST, openedOn } from './commit-stage.js';

function wanted(requests: readonly UiRequest[]): readonly CommitRequest[] {
	return dispatched(requests).flatMap((event) => (event.type === 'commit' ? [event.request] : []));
}

/** Ids and message that enter commits. */
function committed(stage: Stage): readonly [readonly string[], string] | null {
	wait(stage, 1000);
	const [request] = wanted(press(stage, 'enter'));
	return request?.do === 'commit' ? [[...request.chosen], request.message] : null;
}

const RUN = { phase: 'running', startedAt: 0, output: '', because: null, hint: null } as const;

test('Keys of the screen that come before the changes are known neither close it nor go into the draft.', () => {
	const stage = createStage(ready(), 100, 32);
	press(stage, '`/commit` enter');
	put(stage, { type: 'panel', name: 'commit', open });
	expect(text(stage)).toContain('Looking at the changes…');
	press(stage, 'm e a space');
	expect(stage.ui.panel.kind).not.toBe('none');
	expect(draft(stage)).toBe('');
});

test('The key that leaves stays in the footer.', () => {
	for (const columns of [80, 100, 120]) expect(screen(openedOn({}, columns)).at(-1)).toContain('esc leave');
});

describe('The screen of commits', () => {
	test.each([
		['nothing is marked', 'space', {}, 'No change is marked'],
		[
			'there is no message',
			'down',
			{ message: { phase: 'failed', text: '', why: 'It is away.' } },
			'There is no message',
		],
		['the agent still writes', 'down', { message: { phase: 'asking', text: 'Say', why: null } }, 'still writes'],
		[
			'a file has a conflict',
			'down',
			{ list: { ...LIST, files: [file('conflict', 'c.ts', { why: 'x' })] } },
			'c.ts has a conflict',
		],
	] as const)('commits nothing while %s, and says so', (_, keys, more, why) => {
		const stage = openedOn(more);
		press(stage, keys);
		expect(committed(stage)).toBeNull();
		expect(text(stage)).toContain(why);
	});

	test('has nothing of a merge left out', () => {
		const stage = openedOn({ list: { ...LIST, underWay: 'merge', template: 'Merge x' } });
		press(stage, 'space');
		expect(text(stage)).toContain('committed as a whole');
		expect(committed(stage)).toEqual([['staged src/a.ts'], 'Merge x']);
	});

	test('shows the message as it comes, until the user writes their own', () => {
		const stage = openedOn({ message: { phase: 'asking', text: 'Say', why: null } });
		expect(text(stage)).toContain('the agent writes it');
		press(stage, 'e');
		happen(stage, changed({ message: { phase: 'asking', text: 'Say more', why: null } }));
		const requests = press(stage, '` now` ctrl+j ctrl+j `Body`');
		expect(wanted(requests)).toContainEqual({ do: 'stop-asking' });
		happen(stage, changed({ message: { phase: 'done', text: 'Another', why: null } }));
		press(stage, 'up up home delete `s` \\ enter backspace');
		expect(wanted(press(stage, 'escape'))).toEqual([]);
		expect(committed(stage)).toEqual([['staged src/a.ts'], 'say more now\n\nBody']);
	});

	test('takes pasted lines, undoes, and marks a subject that is too long', () => {
		const stage = openedOn({ message: { phase: 'none', text: '', why: null } });
		press(stage, 'e');
		paste(stage, `${'a'.repeat(75)}\r\nnot empty\u001B[2J`);
		expect(text(stage)).toContain('subject 75, 3 too long');
		press(stage, 'up home delete delete delete');
		expect(text(stage)).toContain('the second line is not empty');
		press(stage, 'ctrl+_ tab');
		expect(committed(stage)?.[1]).toBe(`${'a'.repeat(75)}\nnot empty`);
	});

	test.each([
		[100, 'm', 'Message · by the agent, for 1 change · m writes it anew · subject 6 of 72'],
		[72, 'ctrl+a', 'Message · by the agent, for 1 change · ctrl+a writes it anew'],
		[52, 'm', 'Message · for 1 change · m writes it anew'],
		[36, 'm', 'Message · for 1 change'],
	])('says so in as many words as fit %i columns, with the key that it has', (columns, key, words) => {
		const message = { phase: 'done', text: 'Say it', why: null, about: new Set(['staged src/a.ts']) } as const;
		const stage = openedOn({ message });
		press(stage, 'down space');
		const table = keymapWith({ 'commit-ask': [key] });
		if (!table.ok) throw new Error(table.failure.message);
		const context = { ...contextOf(stage), table: table.value };
		const state = stage.session.lookups.commit;
		if (state === null) throw new Error('no commit');
		expect(lineText(writingOf(context, state, false).heading(columns - 4))).toBe(words);
	});

	test('writes the message in the user’s editor', () => {
		const stage = openedOn();
		const [request] = press(stage, 'ctrl+g').filter(({ type }) => type === 'edit-in-panel');
		expect(request).toMatchObject({ panel: 'commit', path: 'COMMIT_EDITMSG', text: 'Say what it does\n\nAnd why.' });
		put(stage, { type: 'panel', name: 'commit', open: (context) => openEdited(context, 'Edited\n\n') });
		expect(text(stage)).toContain('yours');
		expect(committed(stage)?.[1]).toBe('Edited');
	});

	test('shows what the hooks write, stops them, and is as it was after they failed', () => {
		const stage = openedOn();
		press(stage, 'e `?` tab');
		happen(stage, changed({ run: { ...RUN, startedAt: stage.now - 4000, output: 'lint\u001B[31m: no\n' } }));
		expect(text(stage)).toContain('lint: no');
		expect(text(stage)).toContain('4s · esc stops');
		expect(wanted(press(stage, 'escape'))).toEqual([{ do: 'stop' }]);
		expect(wanted(press(stage, 'ctrl+c'))).toEqual([{ do: 'stop' }]);
		const lines = Array.from({ length: 60 }, (_, line) => `line ${line}`).join('\n');
		happen(stage, changed({ run: { ...RUN, phase: 'failed', because: 'git ended with code 1.', output: lines } }));
		expect(text(stage)).toContain('line 59');
		press(stage, 'home');
		expect(text(stage)).toContain('line 0');
		expect(wanted(press(stage, 'enter'))).toEqual([{ do: 'go-on' }]);
		happen(stage, changed());
		expect(committed(stage)?.[1]).toBe('Say what it does\n\nAnd why.?');
	});

	test.each([
		['plan', { type: 'set-mode', mode: 'plan' }],
		['chat', { type: 'set-mode', mode: 'plan', own: CHAT }],
	] as const)('does not open in the mode %s', (name, event) => {
		const stage = createStage(play(ready(), event as Parameters<typeof play>[1]));
		press(stage, '`/commit` enter');
		expect(stage.ui.panel.kind).toBe('none');
		expect(text(stage)).toContain(name === 'plan' ? 'Plan mode is on' : 'chat');
	});

	test('says what is not in it: what waits in a shadow, and what an agent at work does', () => {
		const session = play(ready(), { type: 'prompt', prompt: promptOf('work') });
		const stage = openedOn({ list: { ...LIST, head: null, isCut: true } }, 100, 40, session);
		expect(text(stage)).toContain('The agent is at work');
		expect(text(stage)).toContain('first commit');
	});
});
