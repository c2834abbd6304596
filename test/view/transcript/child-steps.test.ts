import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AppEvent } from '../../../src/core/event.js';
import { eachEntry } from '../../../src/core/session/entries/entry-list.js';
import type { SessionState } from '../../../src/core/session/state.js';
import { lineText } from '../../../src/view/spans.js';
import { createRenderCache } from '../../../src/view/transcript/line-cache.js';
import { END } from '../../../src/view/transcript/position.js';
import { nextVisible, previousVisible, visibleAt } from '../../../src/view/transcript/visible-entries.js';
import { transcriptWindow } from '../../../src/view/transcript/window.js';
import { busy, endTurn, type Play, play as playOn } from '../../core/session/play.js';
import { contextOf } from './samples.js';

const tool = (
	id: string,
	parentId?: string,
	status: 'in_progress' | 'completed' | 'failed' = 'completed',
): AppEvent => ({
	type: 'tool',
	patch: { id, title: id, kind: 'read', status, ...(parentId === undefined ? {} : { parentId }) },
});
const steps = (parentId: string, count: number): AppEvent[] =>
	Array.from({ length: count }, (_, index) => tool(`${parentId}${index + 1}`, parentId));

const play = (from: Play, ...events: readonly AppEvent[]): SessionState => playOn(from, ...events).state;

const drawn = (
	state: SessionState,
	isOpen: (id: string) => boolean | null = () => null,
	width = 60,
	areAllOpen = false,
) =>
	transcriptWindow(state.entries, contextOf({ width, isOpen, areAllOpen, now: 0 }), END, 40)
		.lines.map((line) => lineText(line).trimEnd())
		.filter((line) => line !== '' && !line.startsWith('›'));

test('A sub-agent that is done is one line, with its failures; opened it shows all.', () => {
	const state = play(
		busy(),
		tool('p', undefined, 'in_progress'),
		...steps('p', 6),
		tool('x', 'p', 'failed'),
		tool('p'),
	);
	expect(drawn(state)).toEqual([expect.stringMatching(/^✓ p {2}7 calls · 1 failed/)]);
	const [, parent] = [...eachEntry(state.entries)];
	expect(drawn(state, (id) => (id === parent?.id ? true : null)).filter((line) => line.includes('└'))).toHaveLength(7);
	expect(drawn(state, () => null, 60, true).filter((line) => line.includes('└'))).toHaveLength(7);
});

test('From any place the walk over what is shown goes forth and back the same way.', () => {
	const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i');
	const event = fc
		.tuple(
			ids,
			fc.option(ids, { nil: undefined }),
			fc.constantFrom('in_progress', 'completed') as fc.Arbitrary<'completed'>,
		)
		.map(([id, parentId, status]) => tool(id, parentId, status));
	fc.assert(
		fc.property(fc.array(event, { maxLength: 30 }), fc.array(fc.option(fc.boolean())), (events, choices) => {
			const { entries } = play(busy(), ...events);
			const isOpen = (id: string): boolean | null => choices[Number(id.slice(1))] ?? null;
			const context = contextOf({ width: 50, isOpen });
			const forth: number[] = [];
			for (let index = 0; index < entries.size; index = nextVisible(entries, index, context)) forth.push(index);
			const back: number[] = [];
			for (
				let index = visibleAt(entries, entries.size - 1, context);
				index >= 0;
				index = previousVisible(entries, index, context)
			) {
				back.unshift(index);
			}
			expect(back).toEqual(forth);
			for (let index = 0; index < entries.size; index += 1) expect(forth).toContain(visibleAt(entries, index, context));
		}),
	);
});

/** How often a frame over `count` steps of one sub-agent looks into the list, once the lines are drawn. */
function looksOfFrame(count: number, end: (play: Play) => Play): number {
	const { state } = end(playOn(busy(), tool('p', undefined, 'in_progress'), ...steps('p', count)));
	const cache = createRenderCache();
	const context = contextOf({ width: 80, cache });
	transcriptWindow(state.entries, context, END, 30);
	expect(cache.drawn()).toBeLessThan(60);
	const { leaves, size } = state.entries;
	let looks = 0;
	const counted = {
		size,
		get leaves() {
			looks += 1;
			return leaves;
		},
	};
	transcriptWindow(counted, context, END, 30);
	return looks;
}

test.each<[string, (play: Play) => Play]>([
	['running', (run) => run],
	['folded', (run) => playOn(run, tool('p'))],
	['cut off', endTurn],
])('A frame over 4,000 %s steps costs about what one over 500 costs.', (_name, end) => {
	// A walk over every hidden step takes eight times as long; whole leaves are skipped at one look each.
	expect(looksOfFrame(4000, end)).toBeLessThan(looksOfFrame(500, end) * 2);
});
