import { describe, expect, test } from 'vitest';
import type { Subagent } from '../../../src/core/subagents/subagent.js';
import { open } from '../../../src/view/subagents/subagents-panel.js';
import { busy, endTurn, type Play, play, ready } from '../../core/session/play.js';
import { asked } from '../scenes.js';
import {
	createStage,
	dispatched,
	draft,
	happen,
	misfits,
	paste,
	press,
	pressNow,
	put,
	type Stage,
	screen,
	text,
	wait,
} from '../stage.js';
import { crowd, says, subagentOf, tool, withTree } from './stage.js';

const sizes = [
	[40, 12],
	[100, 32],
	[200, 60],
] as const;

const chosen = (stage: Stage): string => screen(stage).find((row) => row.includes('▸')) ?? '';
const rowOf = (stage: Stage, words: string): string => screen(stage).find((row) => row.includes(words)) ?? '';
const known = (stage: Stage, id: string): Subagent => stage.session.state.subagents?.get(id) ?? subagentOf(id);
const change = (stage: Stage, id: string, more: Partial<Subagent>): void =>
	happen(stage, { type: 'subagents-changed', subagents: [{ ...known(stage, id), ...more }] });

describe('the tree of sub-agents', () => {
	test('opens with a key and with /subagents', () => {
		const stage = createStage(crowd());
		expect(press(stage, 'alt+g')).toContainEqual({ type: 'load-panel', name: 'subagents' });
		press(stage, 'escape');
		expect(press(stage, '`/subagents` enter')).toContainEqual({ type: 'load-panel', name: 'subagents' });
	});

	test('says on a low screen below the list how the selected one stands', () => {
		const stage = withTree(40, 12);
		press(stage, 'home');
		expect(text(stage)).toContain('running · 12 calls · 45k tokens');
	});

	test('follows what becomes of them, and the same one stays selected', () => {
		const stage = withTree();
		press(stage, 'end');
		expect(chosen(stage)).toContain('Find what is still to do');
		happen(stage, {
			type: 'subagents-changed',
			subagents: [
				{
					...known(stage, 'c'),
					status: 'failed',
					reported: { state: 'idle', stopReason: 'error', error: 'No notes.' },
				},
				subagentOf('d', { title: 'A late one', parentId: 'c', order: 4 }),
			],
		});
		expect(chosen(stage)).toContain('Find what is still to do');
		expect(rowOf(stage, 'A late one')).toMatch(/ {4}└ ⠿ A late one/);
		press(stage, 'home down');
		expect(rowOf(stage, '✗ Compare')).toContain('failed');
		expect(text(stage)).toContain('No notes.');
	});

	test('is drawn once a second while one works, and never by time alone when none does', () => {
		const stage = withTree(100, 32, endTurn(crowd()));
		expect(stage.wakeAt).not.toBeNull();
		expect((stage.wakeAt ?? 0) % 1000).toBe(0);
		for (const id of ['a', 'c']) change(stage, id, { status: 'completed', activeMs: 1 });
		stage.session = play(stage.session, {
			type: 'subagents-changed',
			subagents: [...(stage.session.state.subagents?.values() ?? [])].map(({ activeSince: _, ...rest }) => rest),
		});
		wait(stage, 10_000);
		expect(stage.wakeAt).toBeNull();
	});

	test('passes words on to the draft when there are none, its own letters and pasted ones too', () => {
		const stage = withTree(100, 32, ready());
		press(stage, '`xa fix 1 bug`');
		expect(stage.ui.panel.kind).toBe('none');
		expect(draft(stage)).toBe('xa fix 1 bug');
		const pasted = withTree(100, 32, ready());
		paste(pasted, 'fix it');
		expect(draft(pasted)).toBe('fix it');
	});

	test('draws nothing that an agent wrote as more than text', () => {
		const hostile = subagentOf('h', { title: 'Evil\u001b[2J\ntitle', description: '\u001b]0;x\u0007do\u202e it' });
		const stage = withTree(100, 32, play(busy(), { type: 'subagents-changed', subagents: [hostile] }));
		expect(text(stage)).not.toMatch(/[\u001b\u0007\u202e]/);
		expect(misfits(stage)).toEqual([]);
	});
});

describe('stopping one', () => {
	const stops = (stage: Stage) => dispatched(stage.requests).filter(({ type }) => type === 'cancel-subagent');

	test('takes a second key after a pause; what it will do is said first', () => {
		const stage = withTree();
		press(stage, 'home x');
		expect(text(stage)).toContain('Press x again to stop “Look around the workspace”');
		expect(stops(stage)).toEqual([]);
		wait(stage, 1000);
		press(stage, 'x');
		expect(stops(stage)).toEqual([{ type: 'cancel-subagent', id: 'a' }]);
		expect(text(stage)).toContain('Asked the agent to stop “Look around the workspace”');
		expect(stage.ui.panel.kind).toBe('loaded');
	});

	test('is not done by a key that is held down, nor long after, nor to another one', () => {
		const stage = withTree();
		press(stage, 'home x');
		for (let times = 0; times < 50; times += 1) {
			wait(stage, times === 0 ? 500 : 30);
			pressNow(stage, 'x');
		}
		expect(stops(stage)).toEqual([]);
		wait(stage, 10_000);
		press(stage, 'x');
		expect(stops(stage)).toEqual([]);
		wait(stage, 1000);
		press(stage, 'down x');
		expect(stops(stage)).toEqual([]);
		expect(text(stage)).toContain('Press x again to stop “Compare with');
	});

	test('says why where it cannot be done, and sends nothing', () => {
		const stage = withTree();
		press(stage, 'end x');
		expect(text(stage)).toContain('It has ended already');
		change(stage, 'a', { canCancel: false });
		press(stage, 'home x');
		wait(stage, 1000);
		press(stage, 'x');
		expect(text(stage)).toContain('The agent offers no way to stop this sub-agent alone');
		expect(stops(stage)).toEqual([]);
	});
});

describe('the question that a sub-agent waits with', () => {
	const waiting = (columns = 100, rows = 32): Stage => {
		const stage = createStage(play(crowd(), asked({}, 'other')), columns, rows);
		happen(stage, asked({ subagentId: 'c' }, 'q'), {
			type: 'subagents-changed',
			subagents: [{ ...known(stage, 'c'), status: 'waiting' }],
		});
		wait(stage, 5000);
		press(stage, 'alt+g');
		put(stage, { type: 'panel', name: 'subagents', open });
		return stage;
	};

	test('is reported in the tree, which opens at the one that waits', () => {
		const stage = waiting();
		expect(chosen(stage)).toMatch(/◆ Compare .* waits for you/);
		expect(text(stage)).toContain('asks: Edit');
		expect(text(stage)).toContain('1 running · 1 waits for you');
	});

	test.each(sizes)(
		'comes to the front with a key, with its sub-agent and that one’s parent: %i×%i',
		(columns, rows) => {
			const stage = waiting(columns, rows);
			press(stage, 'a');
			expect(stage.session.state.questions.map(({ id }) => id)).toEqual(['q', 'other']);
			expect(stage.ui.panel.kind).toBe('none');
			const shown = screen(stage).find((row) => row.includes('For “Compare')) ?? '';
			expect(shown).toContain('For “Compare with');
			expect(shown).toContain(columns === 40 ? '” of “Look' : 'of “Look around the workspace”');
			expect(misfits(stage)).toEqual([]);
		},
	);
});

describe('the transcript of a sub-agent', () => {
	const below = (stage: Stage): string[] => screen(stage).filter((row) => row.trim() !== '');

	test('begins with what it was asked, as a prompt; what it says goes on below that', () => {
		const stage = withTree();
		happen(stage, { type: 'text', role: 'user', text: 'Say what is here.', parentId: 'card-b' });
		happen(stage, says('Two files.', 'card-b'));
		press(stage, 'end enter');
		expect(rowOf(stage, 'Say what is here.')).toMatch(/^ › Say what is here\./);
		expect(rowOf(stage, 'Two files.')).toMatch(/^ ● Two files\./);
	});

	test('follows its end, and nothing of it moves what is read further up', () => {
		const stage = withTree(100, 20);
		press(stage, 'home enter');
		const more = (from: number, count: number) =>
			happen(stage, ...Array.from({ length: count }, (_, index) => says(`\n\nParagraph ${from + index}.`, 'card-a')));
		more(0, 40);
		expect(text(stage)).toContain('Paragraph 39.');
		press(stage, 'pageup');
		const rows = (): string[] =>
			screen(stage)
				.slice(1, 12)
				.map((row) => row.replace(/ *┃$/, ''));
		const seen = rows();
		more(40, 20);
		happen(stage, says('\n\nSomething else.', 'card-b'));
		expect(rows()).toEqual(seen);
		press(stage, 'G');
		expect(text(stage)).toContain('Paragraph 59.');
		expect(text(stage)).not.toContain('Something else.');
	});

	test('leads back to the tree, and from there to the conversation at the same place, whatever came meanwhile', () => {
		const stage = createStage(crowd(), 100, 16);
		happen(stage, ...Array.from({ length: 30 }, (_, index) => tool(`t${index}`, `Step ${index}`)));
		press(stage, 'pageup pageup');
		const seen = below(stage).slice(1, 6);
		press(stage, 'alt+g');
		put(stage, { type: 'panel', name: 'subagents', open });
		press(stage, 'home enter');
		happen(stage, ...Array.from({ length: 9 }, (_, index) => tool(`s${index}`, `Late ${index}`, 'card-a')));
		press(stage, 'escape');
		expect(chosen(stage)).toContain('Look around the workspace');
		press(stage, 'escape');
		expect(stage.ui.panel.kind).toBe('none');
		expect(stage.ui.isTranscriptView).toBe(false);
		expect(below(stage).slice(1, 6)).toEqual(seen);
	});

	test('is opened from its card in the transcript view as well, one below another, and leads back there', () => {
		const stage = createStage(crowd(), 100, 32);
		press(stage, 'ctrl+o tab tab tab');
		expect(screen(stage).at(-1)).toContain('o its transcript');
		press(stage, 'o');
		put(stage, { type: 'panel', name: 'subagents', open });
		expect(screen(stage)[0]).toContain('main agent › Look around the workspace');
		for (let times = 0; times < 3; times += 1) press(stage, 'tab');
		press(stage, 'o');
		put(stage, { type: 'panel', name: 'subagents', open });
		expect(screen(stage)[0]).toContain('main agent › Look around the workspace › Compare with what the notes say');
		expect(text(stage)).toContain('The notes are old.');
		press(stage, 'escape');
		expect(screen(stage)[0]).toMatch(/main agent › Look around the workspace +⠿/);
		press(stage, 'escape');
		expect(stage.ui.subagentView ?? null).toBeNull();
		expect(stage.ui.isTranscriptView).toBe(true);
		expect(text(stage)).toContain('I send two helpers.');
	});

	test('is searched alone, and its cards fold and open', () => {
		const stage = withTree();
		press(stage, 'home enter / `notes`');
		wait(stage, 10);
		expect(stage.ui.search?.current).not.toBeNull();
		press(stage, 'enter escape');
		press(stage, '/ `TODO`');
		wait(stage, 10);
		expect(stage.ui.search?.current).toBeNull();
		press(stage, 'escape');
		const folded = below(stage).length;
		press(stage, 'ctrl+o');
		expect(below(stage).length).toBeGreaterThan(folded);
		press(stage, 'ctrl+o');
		expect(below(stage)).toHaveLength(folded);
	});

	test('stays what it is while a question of another one is answered over it', () => {
		const stage = withTree();
		press(stage, 'home enter');
		happen(stage, asked({ subagentId: 'c', toolCallId: 'c1' }));
		expect(text(stage)).toContain('For “Compare with what the notes say” of “Look around the workspace”');
		wait(stage, 5000);
		expect(dispatched(press(stage, 'y')).map(({ type }) => type)).toContain('answer');
		expect(screen(stage)[0]).toContain('main agent › Look around the workspace');
	});
});

describe('esc over a question in a sub-agent’s transcript', () => {
	test('leads out of it and answers nothing; pressed again at once it rejects nothing either', () => {
		const stage = withTree();
		press(stage, 'home enter');
		happen(stage, asked({ subagentId: 'c', toolCallId: 'c1' }));
		wait(stage, 5000);
		expect(screen(stage).at(-1)).toContain('esc back');
		expect(dispatched(press(stage, 'escape'))).toEqual([]);
		expect(stage.ui.subagentView ?? null).toBeNull();
		press(stage, 'escape');
		expect(dispatched(press(stage, 'escape'))).toEqual([]);
		expect(text(stage)).toContain('For “Compare with what the notes say”');
		wait(stage, 5000);
		expect(screen(stage).at(-1)).toContain('esc reject');
		expect(dispatched(press(stage, 'escape')).map(({ type }) => type)).toContain('answer');
	});
});

describe('the cards in the conversation', () => {
	const running = (count: number): Play =>
		play(
			busy(),
			...Array.from({ length: count }, (_, at) => [
				tool(`card-${at}`, `Helper ${at}`),
				...Array.from({ length: 6 }, (__, step) => tool(`${at}-${step}`, `Step ${step} of ${at}`, `card-${at}`)),
			]).flat(),
			{
				type: 'subagents-changed',
				subagents: Array.from({ length: count }, (_, at) =>
					subagentOf(String(at), {
						order: at,
						title: `Helper ${at}`,
						toolCalls: 6,
						context: { used: 12_345, size: 1 },
					}),
				),
			},
		);
	const rowsOfCards = (stage: Stage): string[] =>
		screen(stage).filter((row) => /Helper|Step|earlier/.test(row) && !row.includes('esc stops'));

	test('twenty at once take a row each: title, calls, tokens', () => {
		const stage = createStage(running(20), 100, 60);
		expect(rowsOfCards(stage)).toHaveLength(20);
		expect(rowsOfCards(stage)[0]).toMatch(/Helper 0 {2}6 calls · 12k tokens/);
	});

	test('a few show their newest step, one alone its latest ones', () => {
		expect(rowsOfCards(createStage(running(3), 100, 60))).toHaveLength(6);
		expect(rowsOfCards(createStage(running(1), 100, 60))).toHaveLength(6);
	});
});
