import { describe, expect, test } from 'vitest';
import { COMMAND_MISSING } from '../../../src/view/actions/actions-messages.js';
import { renderQueue } from '../../../src/view/frame/regions.js';
import { lineText } from '../../../src/view/spans.js';
import { toast } from '../../../src/view/state/ui-step.js';
import { busy, endTurn, play, prompt, ready } from '../../core/session/play.js';
import { createStage, dispatched, draft, draw, happen, press, queue, text } from '../stage.js';

describe('The list of what waits', () => {
	test('gives a prompt back to the draft, and puts aside what is written there.', () => {
		const stage = createStage(play(busy(), prompt('first'), prompt('second')));
		press(stage, '`half`');
		// The command itself is typed on an empty draft: what was written came to it by ctrl+s.
		press(stage, 'ctrl+s `/queue` enter down enter');
		expect(draft(stage)).toBe('second');
		expect(queue(stage)).toEqual(['first']);
		expect(stage.ui.panel.kind).toBe('none');
		press(stage, 'ctrl+u ctrl+s');
		expect(draft(stage)).toBe('half');
	});
});

describe('A command of one’s own', () => {
	test.each([
		['!ls -l', { line: 'ls -l', isPrivate: false, isWhole: false }],
		['!!ls', { line: 'ls', isPrivate: true, isWhole: false }],
		['! vim x', { line: 'vim x', isPrivate: false, isWhole: true }],
	])('%s', (typed, parts) => {
		const stage = createStage(busy());
		const requests = press(stage, `\`${typed}\` enter`);
		expect(dispatched(requests)).toEqual([{ type: 'run-command', ...parts }]);
		expect(requests.some(({ type }) => type === 'send')).toBe(false);
		expect(stage.session.state.turn).not.toBeNull();
	});

	test.each(['!', '!!', '!  '])('%j alone stays, with a word', (typed) => {
		const stage = createStage(busy());
		expect(dispatched(press(stage, `\`${typed}\` enter`))).toEqual([]);
		expect(draft(stage)).toBe(typed);
		expect(text(stage)).toContain(COMMAND_MISSING);
	});

	test('running is ended by esc and ctrl+c only while no turn runs, by alt+k always.', () => {
		const stage = createStage(play(busy(), { type: 'run-command', line: 'x', isPrivate: false, isWhole: false }));
		const commandId = 'you-2';
		happen(stage, { type: 'command-started', commandId, cwd: '/w' });
		expect(dispatched(press(stage, 'alt+k'))).toEqual([{ type: 'end-command', commandId }]);
		expect(press(stage, 'alt+j')).toEqual([{ type: 'attach-command', commandId }]);
		expect(dispatched(press(stage, 'escape'))).toEqual([{ type: 'cancel' }]);
		stage.session = endTurn(stage.session, 'cancelled');
		draw(stage);
		expect(text(stage)).toContain('Running x');
		expect(dispatched(press(stage, 'escape'))).toEqual([{ type: 'end-command', commandId }]);
		expect(dispatched(press(stage, 'ctrl+c'))).toEqual([{ type: 'end-command', commandId }]);
	});

	test('goes to the background with ctrl+b, where esc and ctrl+c leave it alone; /bashes lists and stops it.', () => {
		const stage = createStage(play(ready(), { type: 'run-command', line: 'serve', isPrivate: false, isWhole: false }));
		const commandId = 'you-1';
		happen(stage, { type: 'command-started', commandId, cwd: '/w' });
		happen(stage, { type: 'command-output', commandId, data: 'listening\r\n' });
		press(stage, 'ctrl+b');
		expect(text(stage)).toContain('1 in the background · /bashes');
		expect(dispatched(press(stage, 'escape'))).toEqual([]);
		expect(dispatched(press(stage, '`ab` ctrl+b `x`'))).toEqual([]);
		expect(draft(stage)).toBe('axb');
		press(stage, 'ctrl+e ctrl+u `/bashes` enter');
		expect(text(stage)).toMatch(/serve .*in the background[\s\S]*listening/);
		expect(dispatched(press(stage, 'x'))).toEqual([{ type: 'end-command', commandId }]);
		happen(stage, { type: 'command-ended', commandId, exit: { code: 0, signal: null } });
		expect(text(stage)).toContain('None of your commands runs');
		press(stage, 'escape');
		expect(text(stage)).toContain('Your command exited with code 0: serve');
		expect(text(stage)).not.toContain('in the background');
	});
});

test('A row above the draft takes the start of a long prompt, which no frame reads again.', () => {
	let reads = 0;
	const long = prompt('word '.repeat(200_000));
	const stage = createStage(play(busy(), long));
	const [queued] = stage.session.state.queue;
	const { text: words = '' } = queued ?? {};
	const counting = {
		id: 'counted',
		blocks: [],
		get text() {
			reads += 1;
			return words;
		},
	};
	const session = { ...stage.session.state, queue: [counting] };
	const first = renderQueue(session, 80, 3);
	expect(lineText(first[0] ?? [])).toContain('queued 1: word word');
	const before = reads;
	expect(renderQueue(session, 80, 3)).toEqual(first);
	expect(reads).toBe(before);
});

test('A word about something very long keeps its start alone.', () => {
	const stage = createStage(busy());
	expect(toast(stage.ui, 'x'.repeat(1_000_000), 0).toast?.text.length).toBeLessThan(5000);
});
