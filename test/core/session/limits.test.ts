import { describe, expect, onTestFinished, test } from 'vitest';
import { block as readBlock } from '../../../src/core/content-schema.js';
import type { AppEvent } from '../../../src/core/event.js';
import { limits } from '../../../src/core/limits.js';
import type { NoteEntry } from '../../../src/core/session/entries/entry.js';
import type { ToolContent } from '../../../src/core/tool-call.js';
import { isWhole } from '../../setup/whole.js';
import { busy, call, endTurn, entries, type Play, play, ready } from './play.js';

const says = (
	text: string,
	parts: { messageId?: string; parentId?: string; role?: 'agent' | 'thought' } = {},
): AppEvent => ({ type: 'text', role: 'agent', text, ...parts });
const tool = (patch: Partial<Extract<AppEvent, { type: 'tool' }>['patch']>): AppEvent => ({
	type: 'tool',
	patch: { id: 'c', status: 'in_progress', ...patch },
});
const notes = (from: Play): readonly NoteEntry[] =>
	entries(from).filter((entry): entry is NoteEntry => entry.kind === 'note');
const textOf = (from: Play): string => entries(from).find((entry) => entry.kind === 'message')?.text ?? '';
const content = (text: string): ToolContent => ({ type: 'content', block: { type: 'text', text } });

/** Many events: more than fit into one call. */
function playAll(from: Play, events: readonly AppEvent[]): Play {
	let state = from;
	for (let start = 0; start < events.length; start += 1000) state = play(state, ...events.slice(start, start + 1000));
	return state;
}

describe('A message', () => {
	const most = limits.messageChars;

	test('is kept whole up to its limit', () => {
		const state = play(busy(), says('x'.repeat(most - 3)), says('abc'));
		expect(textOf(state)).toHaveLength(most);
		expect(notes(state)).toEqual([]);
	});

	test.each([
		['in small pieces', ['x'.repeat(most), 'y'.repeat(2_000_000), 'z'.repeat(1_000_000)]],
		['in one piece', ['x'.repeat(most + 3_000_000)]],
	])('says once how much of it was left out, %s', (_, pieces) => {
		const state = play(
			busy(),
			...pieces.map((text) => says(text, { messageId: 'm' })),
			says('next', { messageId: 'n' }),
		);
		expect(textOf(state)).toHaveLength(most);
		expect(notes(state).map((note) => note.title)).toEqual(['… 3 MB of this message left out']);
		expect(entries(state).at(-1)).toMatchObject({ kind: 'message', text: 'next' });
	});
});

describe('A tool call', () => {
	test('shows as much content as there is room for, and says what is missing', () => {
		const whole = play(busy(), tool({ content: [content('x'.repeat(limits.contentChars))] }));
		expect(call(whole, 'c')?.content).toHaveLength(1);
		const long = play(busy(), tool({ content: [content('x'.repeat(limits.contentChars + 5_000_000)), content('y')] }));
		expect(call(long, 'c')?.content.at(-1)).toEqual(content('… 1 more item left out, 5 MB'));
		const many = play(busy(), tool({ content: Array.from({ length: limits.contentItems + 2 }, () => content('yy')) }));
		expect(call(many, 'c')?.content).toHaveLength(limits.contentItems + 1);
		expect(call(many, 'c')?.content.at(-1)).toEqual(content('… 2 more items left out, 4 characters'));
	});

	test('keeps the address and the type of a file whose data is too large', () => {
		const blob = 'x'.repeat(limits.contentChars + 1);
		const facts = {
			type: 'resource' as const,
			uri: 'file:///a/report.pdf',
			mimeType: 'application/pdf',
			bytes: 12_582_912,
		};
		const state = play(busy(), tool({ content: [{ type: 'content', block: { ...facts, blob } }, content('y')] }));
		expect(call(state, 'c')?.content).toEqual([
			{ type: 'content', block: { ...facts, isLeftOut: true } },
			content('y'),
		]);
	});

	test('keeps a bounded title, places and raw data', () => {
		const locations = Array.from({ length: limits.locations + 1 }, (_, line) => ({ path: 'a', line: line + 1 }));
		const rawInput = { text: 'x'.repeat(limits.rawChars) };
		let deep: unknown = 'bottom';
		for (let level = 0; level < 100_000; level += 1) deep = [deep];
		const state = play(busy(), tool({ title: 't'.repeat(30_000), locations, rawInput, rawOutput: deep }));
		expect(call(state, 'c')).toMatchObject({
			title: `${'t'.repeat(limits.titleChars)}… 20 kB left out`,
			rawInput: '… more than 1 MB left out',
			rawOutput: '… more than 500 levels left out',
		});
		expect(call(state, 'c')?.locations).toHaveLength(limits.locations);
	});
});

test.each([
	[
		{ type: 'resource', uri: 'file:///a.txt', mimeType: 'text/plain', text: 'x', bytes: 7 },
		{ type: 'resource', uri: 'file:///a.txt', mimeType: 'text/plain', bytes: 7, isLeftOut: true },
	],
	[
		{ type: 'resource', uri: 'file:///a.bin', blob: 'x', bytes: 7 },
		{ type: 'resource', uri: 'file:///a.bin', bytes: 7, isLeftOut: true },
	],
	[
		{ type: 'image', uri: 'file:///a.png', mimeType: 'image/png', data: 'x', bytes: 7 },
		{ type: 'image', uri: 'file:///a.png', mimeType: 'image/png', data: '', bytes: 7, isLeftOut: true },
	],
	[
		{ type: 'audio', mimeType: 'audio/wav', data: 'x', bytes: 7 },
		{ type: 'audio', mimeType: 'audio/wav', data: '', bytes: 7, isLeftOut: true },
	],
] as const)('Data too large to keep goes, what it was stays: %o', (small, kept) => {
	const long = 'x'.repeat(limits.contentChars + 1);
	const block = { ...small, ...('text' in small ? { text: long } : 'blob' in small ? { blob: long } : { data: long }) };
	const entry = entries(play(busy(), { type: 'block', role: 'agent', block })).at(-1);
	expect(entry).toMatchObject({ kind: 'block' });
	expect(entry?.kind === 'block' && entry.block).toEqual(kept);
	expect(readBlock(kept)).toEqual(kept);
});

test('A plan keeps its first steps, and the rest is one step more, done when all of it is.', () => {
	const steps = (status: 'completed' | 'pending') =>
		Array.from({ length: limits.planSteps + 7 }, () => ({ text: 's', priority: 'low' as const, status }));
	for (const status of ['completed', 'pending'] as const) {
		const { plan } = play(busy(), { type: 'plan', steps: steps(status) }).state;
		expect(plan).toHaveLength(limits.planSteps + 1);
		expect(plan?.at(-1)).toMatchObject({ text: '… 7 more steps left out', status });
	}
	expect(play(busy(), { type: 'plan', steps: steps('pending').slice(7) }).state.plan).toHaveLength(limits.planSteps);
});

test('Of too many commands the first are kept, which is said once.', () => {
	const commands = Array.from({ length: limits.commands + 1 }, (_, index) => ({ name: `c${index}`, description: '' }));
	const state = play(ready(), { type: 'commands', commands }, { type: 'commands', commands: commands.slice() });
	expect(state.state.commands).toHaveLength(limits.commands);
	expect(notes(state)).toHaveLength(1);
});

test('Terminals that no call names are bounded.', () => {
	const flood = Array.from(
		{ length: limits.strayTerminals + 50 },
		(_, index): AppEvent => ({ type: 'terminal-output', terminalId: `t${index}`, data: 'x' }),
	);
	const state = play(busy(), ...flood);
	expect(state.state.terminals.size).toBe(limits.strayTerminals);
	expect(entries(state).at(-1)).toMatchObject({ kind: 'unknown', count: 50 });
});

/** Lowers a limit until the test ends. */
function lower(name: 'entries', most: number): void {
	const usual = limits[name];
	limits[name] = most;
	onTestFinished(() => {
		limits[name] = usual;
	});
}

test('A transcript with too many entries drops the oldest, says so in one line, and the turn goes on.', () => {
	if (!isWhole) lower('entries', 20_000);
	const flood = (count: number): AppEvent[] =>
		Array.from({ length: count }, (_, index) => ({ type: 'tool', patch: { id: `x${index % 7}`, title: 'again' } }));
	let state = busy();
	const many = Array.from({ length: limits.entries }, (): AppEvent => ({ type: 'notice', level: 'info', title: 'n' }));
	state = playAll(state, many);
	expect(state.state.entries.size).toBeLessThan(limits.entries);
	expect(entries(state)[0]).toMatchObject({
		kind: 'note',
		title: expect.stringMatching(/^… 5\d?,\d{3} older entries/),
	});
	state = play(playAll(state, many.slice(0, limits.entries * 0.3)), ...flood(20));
	expect(notes(state).filter((note) => note.leftOut !== undefined)).toHaveLength(1);
	expect(state.state.turn?.firstEntry).toBe(1);
	const ended = endTurn(state);
	expect(ended.state.turn).toBeNull();
	expect(call(ended, 'x0')?.status).toBe('cancelled');
}, 60_000);

test('A transcript that weighs too much drops the oldest.', () => {
	const pieces = Array.from({ length: 40 }, (_, index) =>
		says('x'.repeat(limits.messageChars), { messageId: `m${index}` }),
	);
	const state = play(busy(), ...pieces);
	const kept = entries(state).filter((entry) => entry.kind === 'message').length;
	expect(kept * limits.messageChars).toBeLessThanOrEqual(limits.transcriptChars);
	expect(kept).toBeGreaterThan(5);
	expect(entries(state)[0]).toMatchObject({ kind: 'note', leftOut: { what: 'entries' } });
});

test('With the cards that are dropped go the terminals of the agent that they showed and that never ended.', () => {
	const piece = 'x'.repeat(256 * 1024);
	const named = (index: number): AppEvent[] => [
		tool({ id: `c${index}`, content: [{ type: 'terminal', terminalId: `t${index}` }] }),
		{ type: 'terminal-output', terminalId: `t${index}`, data: piece },
	];
	const state = play(busy(), ...Array.from({ length: 1500 }, (_, index) => named(index)).flat());
	expect(notes(state)).toMatchObject([{ leftOut: { what: 'entries' } }]);
	expect(state.state.terminals.size).toBeLessThanOrEqual(state.state.entries.size);
	expect(state.state.terminals.has('t1499')).toBe(true);
});
