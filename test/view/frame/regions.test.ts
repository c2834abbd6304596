import { describe, expect, test } from 'vitest';
import { renderHeader } from '../../../src/view/frame/header.js';
import { money } from '../../../src/view/money.js';
import { nextWakeUp } from '../../../src/view/screen-view.js';
import { lineText } from '../../../src/view/spans.js';
import { SPINNER_STEP } from '../../../src/view/state/transcript-context.js';
import { currentModel, shortDirectory } from '../../../src/view/status/session-words.js';
import { busy, endTurn, infoOf, modes, openedWith, option, type Play, play, ready } from '../../core/session/play.js';
import { full, scenes } from '../scenes.js';
import { contextOf, createStage, draw, type Stage, screen, text } from '../stage.js';

const header = (stage: Stage): string => screen(stage)[0] ?? '';
const footer = (stage: Stage): string => screen(stage).at(-1) ?? '';
const scene = (name: string): Play => scenes[name]?.() ?? ready();

describe('The header', () => {
	test('cuts a long folder between names, so that it stays where it is while the cost grows', () => {
		const from = endTurn(full());
		const of = (amount: number): string => {
			const { usage } = from.state;
			const state = { ...from.state, cwd: '/srv/checkouts/agent-k397YB/shop' };
			const cost = { amount, currency: 'USD' };
			return header(createStage({ ...from, state: { ...state, usage: usage && { ...usage, cost } } }, 64, 30));
		};
		expect(of(0.067)).toMatch(/^ …\/shop {2}⎇ main {2,}Fake · /);
		expect(of(0.21)).toMatch(/^ …\/shop {2}⎇ main {2,}Fake · /);
	});

	test.each([
		['/home/ada', '/home/ada', '~'],
		['/home/ada/src', '/home/ada', '~/src'],
		['/home/adam', '/home/ada', '/home/adam'],
		['/srv', '', '/srv'],
		['/srv', '/', '/srv'],
	])('%s is shown from %s as %s', (directory, home, shown) => {
		expect(shortDirectory(directory, home)).toBe(shown);
	});

	test.each([
		[0.14, 'USD', '$0.14'],
		[0.115, 'USD', '$0.12'],
		[0.21, 'USD', '$0.21'],
		[0.04, 'USD', '$0.040'],
		[0.004, 'USD', '$0.004'],
		[0, 'USD', '$0.00'],
		[0.0004, 'USD', '<$0.001'],
		[12.345, 'EUR', '12.35 EUR'],
		[0.996, 'USD', '$1.00'],
	])('%s %s is %s', (amount, currency, shown) => {
		expect(money({ amount, currency })).toBe(shown);
	});

	test('A model is named as the agent names it, or by its value.', () => {
		expect(currentModel([option('m', 'x', [], 'model')])).toBe('x');
		expect(currentModel([option('m', 'x', ['x'], 'other')])).toBe('');
	});
});

describe('The footer', () => {
	test('shows the agent’s mode where it disagrees about planning, and not otherwise.', () => {
		const apart = play(openedWith({ modes: modes('default', 'default', 'plan') }), { type: 'set-mode', mode: 'plan' });
		expect(footer(createStage(apart))).toContain('agent: default');
		expect(footer(createStage(play(apart, { type: 'agent-mode-set', modeId: 'plan' })))).not.toContain('agent:');
	});

	test('says that an agent that has not shown that it asks is only watched.', () => {
		expect(footer(createStage(openedWith({ mode: 'plan', asking: {} })))).toContain('watched');
		expect(footer(createStage(openedWith({ asking: {} })))).toContain('default (watched)');
		expect(footer(createStage(openedWith({})))).not.toContain('watched');
	});
});

describe('The status line', () => {
	test.each([
		['starting', 'Starting fake…'],
		['opening', 'Opening a session with Fake…'],
		['failed', 'The agent did not start · enter tries again'],
		['exited', 'The agent quit · enter starts it again'],
		['stopping', 'Stopping…'],
		['stuck', '■ The agent does not stop. ctrl+c ends its process'],
		['held', '2 on hold · enter sends the next'],
		['asked about an edit', '◆ Waiting for you '],
		['busy', 'Run npm test'],
	])('%s: %s', (name, words) => {
		expect(text(createStage(scene(name), 120, 30))).toContain(words);
	});
});

describe('An empty transcript', () => {
	test('says who is there, where, and what leads on.', () => {
		const shown = text(createStage(ready()));
		for (const words of ['Fake 1.0.0', '/w', '/ commands', '? keys', 'shift+tab mode']) expect(shown).toContain(words);
		expect(shown).not.toContain('/tour');
	});

	test.each([12, 20, 30])('offers the tour of the demo on %d rows.', (rows) => {
		const { state, ...rest } = ready();
		const profile = { ...state.profile, launch: { ...state.profile.launch, name: 'demo' } };
		expect(text(createStage({ ...rest, state: { ...state, profile } }, 40, rows))).toContain('/tour shows all');
	});
});

describe('The screen changes by itself', () => {
	const idle = (): Stage => createStage(endTurn(busy()));

	test.each(['starting', 'opening', 'busy', 'stopping'])('%s: with the next step of the spinner.', (name) => {
		const stage = createStage(scene(name));
		stage.now = 1_000_030;
		expect(nextWakeUp(contextOf(stage))).toBe(Math.ceil(1_000_030 / SPINNER_STEP) * SPINNER_STEP);
	});

	test('a command that the agent left running is named at rest, and its time goes on.', () => {
		const stage = idle();
		stage.session = { ...stage.session, state: { ...stage.session.state, outlived: 1 } };
		draw(stage);
		expect(text(stage)).toContain('1 command of the agent still running');
		expect(nextWakeUp(contextOf(stage))).not.toBeNull();
	});
});

test('A hostile agent title is cut, and leaves the directory its room.', () => {
	const stage = createStage(
		play(ready(), { type: 'agent-connected', info: { ...infoOf(), title: 'T'.repeat(500) } }),
		60,
		20,
	);
	expect(header(stage)).toContain('/w');
});

test.each([
	[100, '/work/shop/lib  ⎇ acp-tui/fix (worktree)'],
	[30, 'shop/lib (worktree)'],
])('with %i columns the header says that the session works in a worktree', (columns, words) => {
	const stage = createStage(ready());
	const worktree = {
		...{ name: 'fix', branch: 'acp-tui/fix', path: '/data/worktrees/shop-1/fix', project: '/work/shop' },
		...{ base: { branch: 'main', commit: 'a'.repeat(40) }, createdAt: 0 },
	};
	const state = { ...stage.session.state, cwd: `${worktree.path}/lib`, branch: worktree.branch, worktree };
	stage.session = { ...stage.session, state };
	const context = contextOf(stage);
	expect(lineText(renderHeader({ ...context, ui: { ...context.ui, columns } }))).toContain(words);
});

test.each([
	['Default', 'model Default'],
	['Auto', 'model Auto'],
	['Demo Small', 'Demo Small'],
	['gpt-5', 'gpt-5'],
	// Without the advice to take it.
	['Sonnet 4 (recommended)', 'Sonnet 4'],
	['Sonnet (1M context)', 'Sonnet (1M context)'],
	['(recommended)', '(recommended)'],
])('A model called %s, which may be a mode as well, is %s in the header.', (name, shown) => {
	const option = {
		type: 'select',
		id: 'm',
		name: 'Model',
		category: 'model',
		value: 'x',
		choices: [{ value: 'x', name }],
	} as const;
	const stage = createStage(ready());
	stage.session = { ...stage.session, state: { ...stage.session.state, configOptions: [option] } };
	expect(
		lineText(renderHeader(contextOf(stage)))
			.trimEnd()
			.endsWith(` · ${shown}`),
	).toBe(true);
});
