import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ChangedFile, ChangeSet } from '../../../src/core/changes.js';
import type { AppEvent } from '../../../src/core/event.js';
import type { SessionState } from '../../../src/core/session/state.js';
import { cellWidth } from '../../../src/core/text/width.js';
import type { DiffContent } from '../../../src/core/tool-call.js';
import { paintScreen } from '../../../src/ui/paint-screen.js';
import { screenOf } from '../../../src/ui/screen.js';
import { lineText, lineWidth } from '../../../src/view/spans.js';
import { createPainter } from '../../../src/view/theme/paint.js';
import { themeByName } from '../../../src/view/theme/themes.js';
import { busy, endTurn, type Play, prompt, ready } from '../../core/session/play.js';
import { fileOf, listOf } from '../review/review-stage.js';
import { full, scenes } from '../scenes.js';
import { createStage, dispatched, draw, happen, point, press, type Stage, text, wait } from '../stage.js';
import { crowd } from '../subagents/stage.js';

const WIDE = [160, 40] as const;

/** A stage on which wide screens have the panel. */
function stageOf(session: Play, columns = 160, rows = 40): Stage {
	const stage = createStage(session, columns, rows);
	stage.ui = { ...stage.ui, appearance: { ...stage.ui.appearance, sidePanel: 'auto', column: 100 } };
	draw(stage);
	return stage;
}

const panel = ({ frame }: Stage): string[] => frame.side.map((line) => lineText(line).slice(2).trimEnd());
const shows = (stage: Stage): boolean => stage.frame.side.length > 0;
const withState = (session: Play, more: Partial<SessionState>): Play => ({
	...session,
	state: { ...session.state, ...more },
});

/** The rows of the whole screen as a terminal gets them, without colours. */
function rowsOf({ frame, ui }: Stage): string[] {
	const painter = createPainter(themeByName('dark') as never, { colorLevel: 0, hyperlinks: false } as never);
	const side = ui.sideColumns ?? 0;
	const look = { columns: ui.columns + side, painter, ...(side > 0 ? { mainColumns: ui.columns } : {}) };
	return paintScreen(screenOf(frame, look, null)).map((row) => row.replaceAll(/\x1b\[[\d;]*[A-Za-z]/g, ''));
}

function click(stage: Stage, words: string, x = 130): void {
	const row = panel(stage).findIndex((line) => line.includes(words));
	const y = stage.frame.headerRows + row + 1;
	for (const kind of ['press', 'release'] as const) point(stage, kind, x, y);
}

const set: ChangeSet = {
	id: 'set',
	turnId: 'old',
	before: { id: 'a', dir: '/w' } as never,
	after: { id: 'b', dir: '/w' } as never,
	files: ['src/limiter.ts', 'src/a/very/long/path/that/has/no/room/login.test.ts'].map((path, index) => ({
		path,
		kind: index === 0 ? 'modified' : 'added',
		canRestore: true,
		known: { type: 'allowed', title: 'Edit' },
		diff: {
			type: 'diff',
			path: `/w/${path}`,
			oldText: index === 0 ? 'one\ntwo\n' : null,
			newText: 'one\nthree\nfour\n',
		},
		isTampering: false,
	})),
	undone: [],
};
const changed = (session: Play): Play => withState(session, { changes: { ...session.state.changes, sets: [set] } });

test.each([
	['nobody ran one', [], 'watched'],
	['the agent runs them', [{ content: [] }], 'watched'],
	['they run here', [{ content: [{ type: 'terminal', terminalId: 't1' }] }], 'watched · commands fenced'],
] as const)(
	'the sandbox is called as on the first screen, and says of commands that they have one where %s',
	(_, calls, words) => {
		const { state } = busy();
		const start: AppEvent = { type: 'terminal-started', terminalId: 't1', command: 'make', cwd: '/w', ours: true };
		const ran = calls.map(
			(call): AppEvent => ({ type: 'tool', patch: { id: 'c1', kind: 'execute', status: 'completed', ...call } }),
		);
		const held = { isPrompted: true, sandbox: { ...state.sandbox, agent: 'watch', commands: 'fenced' } } as const;
		// It was drawn before: what is kept must not stay.
		const stage = stageOf(withState(busy(), held));
		happen(stage, start, ...ran);
		const [row] = panel(stage).filter((text) => text.startsWith('Sandbox'));
		expect(row?.replace(/ +/g, ' ')).toBe(`Sandbox ${words}`);
	},
);

describe('when it is shown', () => {
	test.each([
		['/review', false],
		['/status', true],
	])('with %s open: %s', (command, isShown) => {
		const stage = stageOf(busy());
		press(stage, `\`${command}\` enter`);
		expect([stage.ui.panel.kind, shows(stage)]).toEqual(['loaded', isShown]);
	});

	test('with the first prompt, and not where the config says never', () => {
		const stage = stageOf(ready());
		expect(shows(stage)).toBe(false);
		happen(stage, prompt('Go'));
		expect(shows(stage)).toBe(true);
		stage.ui = { ...stage.ui, appearance: { ...stage.ui.appearance, sidePanel: 'never' } };
		draw(stage);
		expect(shows(stage)).toBe(false);
		expect(stage.ui.columns).toBe(160);
	});

	test('f2 and /panel hide it and bring it back; where it has no room they say so', () => {
		const stage = stageOf(full());
		press(stage, 'f2');
		expect(shows(stage)).toBe(false);
		expect(stage.frame.plan.length).toBeGreaterThan(0);
		press(stage, '`/panel` enter');
		expect(shows(stage)).toBe(true);
		const small = stageOf(full(), 100, 30);
		for (const key of ['f2', 'f2', '`/panel` enter']) {
			press(small, key);
			expect(text(small)).toContain('The side panel needs 132×28 cells');
			wait(small, 5000);
			expect(text(small)).not.toContain('The side panel needs');
		}
	});
});

describe('what it shows', () => {
	test('all of it, and whole steps, where there is room; counts of lines only where there are some', () => {
		const text = `Step ${'with a long name '.repeat(4)}to its end`;
		const steps = Array.from({ length: 14 }, () => ({ text, priority: 'high', status: 'pending' }) as const);
		const [file] = set.files as [ChangedFile];
		const shorter = { ...file.diff, newText: 'one\n' } as DiffContent;
		const files: readonly ChangedFile[] = [
			...Array.from({ length: 11 }, (_, n) => ({ ...file, path: `f${n}` })),
			{ ...file, path: 'shorter', diff: shorter },
			{ ...file, path: 'bare', diff: null },
		];
		const sets = [{ ...set, files }];
		const session = withState(full(), { plan: steps, changes: { ...full().state.changes, sets } });
		const rows = panel(stageOf(session, 200, 90));
		expect(rows.filter((row) => row.endsWith('to its end'))).toHaveLength(14);
		expect(rows.filter((row) => /^M f\d+ +\+2 −1$/.test(row))).toHaveLength(11);
		expect(rows).toContainEqual(expect.stringMatching(/^M shorter +−1$/));
		expect(rows).toContain('M bare');
		expect(rows.join('\n')).not.toMatch(/ more$|\+0/m);
		const low = panel(stageOf(session, 200, 40));
		expect(low.filter((row) => row.includes('Step with'))).not.toEqual([]);
		expect(low.filter((row) => row.endsWith('to its end'))).toEqual([]);
	});

	test('what the running turn wrote so far', () => {
		const stage = stageOf(busy());
		const content = [{ type: 'diff', path: '/w/new.ts', oldText: null, newText: 'x\n' }] as const;
		happen(stage, { type: 'tool', patch: { id: 'e', title: 'Edit', kind: 'edit', status: 'in_progress', content } });
		expect(panel(stage).join()).not.toContain('new.ts');
		happen(stage, { type: 'tool', patch: { id: 'e', status: 'completed' } });
		expect(panel(stage)).toContainEqual(expect.stringMatching(/^A new\.ts +\+1$/));
	});

	test('sub-agents with their tokens and times', () => {
		const rows = panel(stageOf(crowd()));
		expect(rows).toContainEqual(expect.stringMatching(/^Sub-agents +\d+\/\d+$/));
		expect(rows).toContainEqual(expect.stringMatching(/^⠿ Look.* +45k tok +1m 58s$/));
	});

	test('MCP servers with a dot each, red where the agent was not given one', () => {
		const server = (name: string, state: unknown) => ({
			name,
			type: 'stdio',
			source: 'config',
			file: '',
			target: '',
			state,
		});
		const mcpServers = [
			server('github', { type: 'ready', server: {} }),
			server('docs', { type: 'left-out', why: 'no file' }),
			server('late', { type: 'waiting' }),
		] as never;
		const session = full();
		const stage = stageOf(withState(session, { profile: { ...session.state.profile, mcpServers } }));
		expect(panel(stage)).toContain('● github   ● docs   ● late');
		const line = stage.frame.side.find((each) => lineText(each).includes('● github')) ?? [];
		const colors = line.filter((span) => span.text === '● ').map(({ style }) => style?.color);
		expect(colors).toEqual(['success', 'error', 'muted']);
	});

	test.each([
		[69, 'success', false],
		[70, 'warning', true],
		[90, 'error', true],
	])('a context of which %i percent are used is %s', (used, color, hasHint) => {
		const session = full();
		const stage = stageOf(withState(session, { usage: { used, size: 100 } }));
		const line = stage.frame.side.find((each) => lineText(each).includes('▰▰▰')) ?? [];
		expect(line.find((span) => span.text.includes('▰'))?.style?.color).toBe(color);
		expect(panel(stage).includes('/compact makes room')).toBe(hasHint);
	});

	test('long lists say how many more there are, and all of it fits the lowest screen', () => {
		const session = crowd();
		const steps = Array.from(
			{ length: 40 },
			(_, n) =>
				({
					text: `Step ${n} ${'漢字'.repeat(20)}`,
					priority: 'high',
					status: n < 3 ? 'completed' : n === 3 ? 'in_progress' : 'pending',
				}) as const,
		);
		const queue = Array.from({ length: 9 }, () => session.state.turn?.prompt ?? (ready().state.queue[0] as never));
		const many = { ...set, files: Array.from({ length: 30 }, (_, n) => ({ ...set.files[0], path: `f${n}` }) as never) };
		const stage = stageOf(
			withState(changed(session), { plan: steps, queue, changes: { ...session.state.changes, sets: [many] } }),
			132,
			28,
		);
		const rows = panel(stage);
		for (const title of ['Tasks', 'Changed', 'Sub-agents', 'Queue']) expect(rows.join('\n')).toContain(title);
		expect(rows.filter((row) => / more$/.test(row)).length).toBeGreaterThanOrEqual(2);
	});
});

test('every row has the panel in the same column, whatever is written beside it, in any script', () => {
	const words = fc.constantFrom('a', '漢字', 'שלום', 'مرحبا', '👩‍👩‍👧‍👦', 'é', 'हिन्दी', ' ', '\t', '‮', 'x'.repeat(300));
	fc.assert(
		fc.property(fc.array(words, { maxLength: 30 }), fc.integer({ min: 132, max: 230 }), (parts, columns) => {
			const session = full();
			const name = parts.join('');
			const steps = [{ text: name, priority: 'high', status: 'in_progress' } as const];
			const files = [{ ...set.files[0], path: name === '' ? 'x' : name } as never];
			const stage = stageOf(
				withState(session, { plan: steps, changes: { ...session.state.changes, sets: [{ ...set, files }] } }),
				columns,
			);
			happen(stage, { type: 'text', role: 'agent', text: name });
			const { columns: at, sideColumns = 0 } = stage.ui;
			for (const line of stage.frame.side) expect(lineWidth(line)).toBeLessThan(sideColumns);
			const { headerRows, side } = stage.frame;
			for (const row of rowsOf(stage).slice(headerRows, headerRows + side.length)) {
				const rule = row.lastIndexOf('│', row.length);
				expect(rule).toBeGreaterThan(0);
				expect(cellWidth(row.slice(0, rule))).toBe(at);
			}
		}),
		{ numRuns: 60 },
	);
});

test.each(Object.entries(scenes))('%s fits beside it', (_, scene) => {
	for (const keys of ['', '`?`', '`/`', 'ctrl+o', 'alt+g', 'alt+u']) {
		const stage = stageOf(scene(), ...WIDE);
		press(stage, keys);
		const rows = rowsOf(stage);
		expect(rows).toHaveLength(WIDE[1]);
		for (const row of rows) expect(cellWidth(row)).toBeLessThanOrEqual(WIDE[0]);
	}
});

describe('the mouse', () => {
	test.each([
		['Tasks', (stage: Stage) => expect(stage.ui.isPlanFolded).toBe(true)],
		['▸ Write', (stage: Stage) => expect(stage.ui.isPlanFolded).toBe(true)],
		['Queue', (stage: Stage) => expect(text(stage)).toMatch(/╭─ Queue/)],
		[
			'Context',
			(stage: Stage) => expect(stage.requests).toContainEqual({ type: 'dispatch', event: { type: 'show-usage' } }),
		],
		['Sandbox', (stage: Stage) => expect(stage.requests).not.toEqual([])],
	])('on %s does what its key or command does', (words, check) => {
		const stage = stageOf(changed(full()));
		click(stage, words);
		check(stage);
	});

	test.each([
		['src/limiter.ts', 'src/limiter.ts'],
		['Changed', 'a.ts'],
	])('on %s opens what the session changed, at %s', (words, path) => {
		const stage = stageOf(changed(endTurn(endTurn(endTurn(full())))));
		click(stage, words);
		const list = listOf({ range: 'session', files: [fileOf('a.ts'), fileOf('src/limiter.ts')] });
		happen(stage, { type: 'review-known', list, texts: null, outcome: null });
		expect(dispatched(stage.requests).filter(({ type }) => type === 'review')).toEqual([
			{ type: 'review', request: { do: 'list', range: 'session' } },
			{ type: 'review', request: { do: 'show', path, version: `v-${path}` } },
		]);
	});

	test('on the list of sub-agents opens them', () => {
		const stage = stageOf(crowd());
		click(stage, 'Sub-agents');
		expect(stage.requests).toContainEqual({ type: 'load-panel', name: 'subagents' });
	});

	test('selects nothing in it, and a drag into it copies the text beside it alone', () => {
		const stage = stageOf(full());
		click(stage, 'Tasks');
		expect(stage.ui.selection).toBeNull();
		const row = stage.frame.transcript.findIndex((line) => lineText(line).includes('I look at'));
		const y = stage.frame.headerRows + row + 1;
		point(stage, 'press', 4, y);
		point(stage, 'drag', 158, y);
		point(stage, 'release', 158, y);
		expect(stage.requests).toContainEqual(
			expect.objectContaining({ type: 'copy', text: 'I look at the router first.' }),
		);
	});
});

test('its lines stay the same objects while text streams in beside it', () => {
	const stage = stageOf(changed(full()));
	const before = screenOf(
		stage.frame,
		{ columns: 160, painter: { paintLine: lineText }, mainColumns: stage.ui.columns },
		null,
	);
	happen(stage, { type: 'text', role: 'agent', text: 'more and more' });
	const after = screenOf(stage.frame, before.look, before);
	expect(after.side).toBe(before.side);
	expect(after.cards).not.toBe(before.cards);
});
