import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AppEvent } from '../../../src/core/event.js';
import { type EntryList, eachEntry } from '../../../src/core/session/entries/entry-list.js';
import { Scrollback } from '../../../src/view/inline/scrollback.js';
import { blockAt, blockLine } from '../../../src/view/transcript/block.js';
import { createRenderCache } from '../../../src/view/transcript/line-cache.js';
import type { RenderContext } from '../../../src/view/transcript/render-context.js';
import { busy, endTurn, next, type Play, prompt, ready } from '../../core/session/play.js';
import { randomEvent } from '../../core/session/random-events.js';
import { sized } from '../../setup/whole.js';
import { contextOf, texts } from '../transcript/samples.js';

const ALL = 10_000;

/** The whole transcript as it is drawn. */
function everything(list: EntryList, context: RenderContext): string[] {
	const lines: string[] = [];
	for (let index = 0; index < list.size; index += 1) {
		Array.from(blockAt(list, index, context).view.parts());
		const block = blockAt(list, index, context);
		for (let line = 0; line < block.height; line += 1) lines.push(...texts([blockLine(block, line)]));
	}
	return lines;
}

/** A reader who takes what is final, now and then. */
function reader(context: () => RenderContext) {
	const scrollback = new Scrollback();
	const written: string[] = [];
	return {
		written,
		take({ state }: Play, most = ALL): readonly string[] {
			const lines = texts(scrollback.take(state.entries, context(), state.turn !== null, most));
			written.push(...lines);
			return lines;
		},
		live: ({ state }: Play, rows = ALL) => {
			const { lines, isCut } = scrollback.live(state.entries, context(), rows);
			return { lines: texts(lines), isCut };
		},
		rest({ state }: Play): readonly string[] {
			const lines = texts(scrollback.rest(state.entries, context()));
			written.push(...lines);
			return lines;
		},
	};
}

const context = contextOf({ width: 60 });
const says = (text: string): AppEvent => ({ type: 'text', role: 'agent', text });
const tool = (id: string, status: 'in_progress' | 'completed' | 'failed', title = `Read ${id}`): AppEvent => ({
	type: 'tool',
	patch: { id, title, kind: 'read', status },
});

test('what is written and what is live are together the transcript, and nothing of it twice', () => {
	const read = reader(() => context);
	let session = next(busy('go'), says('First.\n\nSecond, which '), tool('a', 'in_progress'));
	read.take(session);
	expect(read.written.join('\n')).not.toContain('Read a');
	expect([...read.written, ...read.live(session).lines]).toEqual(everything(session.state.entries, context));
	session = next(session, tool('a', 'completed'), says('Done.'));
	read.take(session);
	session = endTurn(session);
	read.take(session);
	expect(read.live(session).lines).toEqual([]);
	expect(read.written).toEqual(everything(session.state.entries, context));
});

test('an unfinished call holds back what comes after it, and says so when the screen is too low', () => {
	const read = reader(() => context);
	const session = next(
		busy('go'),
		tool('a', 'in_progress'),
		tool('b', 'completed'),
		says('Meanwhile.\n\nMore.\n\nAnd.'),
	);
	read.take(session);
	expect(read.written.filter(Boolean)).toEqual(['› go']);
	expect(read.live(session).isCut).toBe(false);
	const low = read.live(session, 3);
	expect(low.isCut).toBe(true);
	expect(low.lines).toEqual(read.live(session).lines.slice(-3));
});

test('a new width in the middle of a message loses no paragraph and brings none twice', () => {
	let width = 80;
	const wide = 'word '.repeat(30).trim();
	const read = reader(() => ({ ...context, width }));
	let session = busy('go');
	for (const [index, columns] of [80, 40, 120, 24].entries()) {
		width = columns;
		session = next(session, says(`begin${index} ${wide} end${index}\n\n`));
		read.take(session);
	}
	session = endTurn(session);
	read.take(session);
	const text = read.written.join(' ');
	for (const index of [0, 1, 2, 3]) {
		expect(text.split(`begin${index}`)).toHaveLength(2);
		expect(text.split(`end${index}`)).toHaveLength(2);
	}
	expect(text.split('word')).toHaveLength(121);
});

test('a session that is loaded is written in pieces, in order', () => {
	const read = reader(() => context);
	let session = ready();
	for (let turn = 0; turn < 40; turn += 1) {
		session = endTurn(next(session, prompt(`prompt ${turn}`), says(`answer ${turn}`)));
	}
	let pieces = 0;
	while (read.take(session, 10).length >= 10) pieces += 1;
	expect(pieces).toBeGreaterThan(5);
	expect(read.written).toEqual(everything(session.state.entries, context));
});

test('a step that is put below a call further up brings nothing twice', () => {
	const read = reader(() => context);
	let session = next(
		busy('go'),
		tool('a', 'completed', 'Ask a helper'),
		says('Later words.\n\nMore.'),
		tool('b', 'completed'),
	);
	read.take(session);
	session = next(session, {
		type: 'tool',
		patch: { id: 'c', title: 'A step', kind: 'read', status: 'completed', parentId: 'a' },
	});
	read.take(session);
	session = endTurn(next(session, says('The end.')));
	read.take(session);
	const counts = new Map<string, number>();
	for (const line of read.written.filter(Boolean)) counts.set(line, (counts.get(line) ?? 0) + 1);
	expect([...counts].filter(([, count]) => count > 1)).toEqual([]);
	expect(read.written.join('\n')).toContain('The end.');
});

const words = fc.constantFrom(
	'a',
	'b **bold',
	'** ',
	'`c` ',
	'\n',
	'\n\n',
	'- item\n',
	'1. one\n',
	'```ts\nconst x = 1;\n',
	'```\n',
	'| a | b |\n|---|---|\n| 1 | 2 |\n',
	'# head\n\n',
	'> quote\n\n',
	'long '.repeat(20),
);
const happening = fc.oneof(
	{ weight: 6, arbitrary: words.map(says) },
	{ weight: 1, arbitrary: words.map((text): AppEvent => ({ type: 'text', role: 'thought', text })) },
	{
		weight: 2,
		arbitrary: fc.record({
			id: fc.nat(5),
			status: fc.constantFrom('in_progress' as const, 'completed' as const, 'failed' as const),
		}),
	},
	{ weight: 1, arbitrary: fc.constant('end' as const) },
);

test('whatever is said and done, and whenever it is taken: all that was written is the transcript of the end', () => {
	fc.assert(
		fc.property(
			fc.array(fc.tuple(happening, fc.boolean()), { maxLength: 50 }),
			fc.integer({ min: 1, max: 90 }),
			(steps, width) => {
				const here = contextOf({ width });
				const read = reader(() => here);
				let session = busy('go');
				const done = new Set<string>();
				for (const [step, takes] of steps) {
					if (step === 'end') {
						session = next(endTurn(session), prompt('again'));
						for (let id = 0; id <= 5; id += 1) done.add(`t${id}`);
					} else if ('type' in step) session = next(session, step);
					else {
						// A call that is over is not drawn again: what was written of it stands.
						const id = `t${step.id}`;
						if (done.has(id)) continue;
						if (step.status !== 'in_progress') done.add(id);
						session = next(session, tool(id, step.status));
					}
					if (takes) read.take(session, 1 + (width % 7));
					const live = read.live(session).lines;
					expect([...read.written, ...live]).toEqual(everything(session.state.entries, here));
				}
				read.rest(session);
				expect(read.written).toEqual(everything(session.state.entries, here));
			},
		),
	);
});

test('no event makes it fail, and in the end nothing is left', () => {
	fc.assert(
		fc.property(fc.array(randomEvent(), { maxLength: 60 }), (events) => {
			const read = reader(() => context);
			let session = ready();
			for (const event of events) {
				session = next(session, event);
				read.take(session);
			}
			read.rest(session);
			expect(read.live(session)).toEqual({ lines: [], isCut: false });
		}),
	);
});

const manyParts = Array.from(
	{ length: sized(3000, 10_000) },
	(_, at) => `Part **${at}** of it.\n\n- one\n- two\n\n`,
).join('');

test('a long answer that is there at once is written in slices, each of them bounded, and wholly', () => {
	const own = { ...context, cache: createRenderCache() };
	const read = reader(() => own);
	const session = endTurn(next(busy('go'), says(manyParts)));
	read.take(session, 1000);
	expect(read.live(session, 20).lines.length).toBeGreaterThan(0);
	const answer = [...eachEntry(session.state.entries)].find((entry) => entry.kind === 'message');
	expect(own.cache.long(answer?.id ?? '').laidOut()).toBeLessThan(150_000);
	while (read.take(session, 1000).length > 0) expect(read.written.length).toBeLessThan(100_000);
	expect(read.written).toEqual(everything(session.state.entries, context));
});

test('a long answer that goes on is written in slices while it comes, whatever the width becomes', () => {
	let width = 60;
	const cache = createRenderCache();
	const read = reader(() => ({ ...context, width, cache }));
	let session = next(busy('go'), says(manyParts));
	for (let turn = 0; turn < 5; turn += 1) expect(read.take(session, 1000).length).toBeLessThan(3000);
	session = next(session, says('And more.\n\n'), says(manyParts.slice(0, 50_000)));
	for (let turn = 0; turn < 80; turn += 1) read.take(session, 1000);
	expect(read.take(session, 1000)).toEqual([]);
	width = 50;
	session = endTurn(next(session, says('The end.')));
	read.take(session);
	const numbers = (lines: readonly string[]) => lines.flatMap((line) => /Part (\d+)/.exec(line)?.[1] ?? []);
	expect(numbers(read.written)).toEqual(numbers(everything(session.state.entries, contextOf({ width }))));
	expect(read.written.join('\n')).toContain('The end.');
});
