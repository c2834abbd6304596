import { describe, expect, test } from 'vitest';
import type { ConfigOption } from '../../../src/core/agent-info.js';
import type { AppEvent } from '../../../src/core/event.js';
import type { Mode } from '../../../src/core/policy/policy-types.js';
import type { SessionSandbox } from '../../../src/core/sandbox/session-sandbox.js';
import { modeSpans } from '../../../src/view/frame/mode-label.js';
import { permissionRows } from '../../../src/view/pickers/permissions-panel.js';
import { rule } from '../../core/policy/requests.js';
import {
	asked,
	busy,
	endTurn,
	modes,
	next,
	openedWith,
	type Play,
	play,
	questionOf,
	ready,
} from '../../core/session/play.js';
import { createStage, dispatched, happen, misfits, press, type Stage, text } from '../stage.js';

const IDS = ['default', 'acceptEdits', 'bypassPermissions'];

/** An agent with such modes, which is at work. */
const working = (ids = IDS) => busy('go', openedWith({ modes: modes('default', ...ids) }));
const reports = (modeId: string): AppEvent => ({ type: 'agent-mode', modeId });
/** The user chose the agent's own «always» in a question about `kind`. */
const always = (kind: 'edit' | 'execute'): AppEvent[] => [
	{
		type: 'question-asked',
		question: questionOf('a', { request: { source: 'permission', kind, title: 'x', paths: [], diffs: [] } }),
	},
	{ type: 'answer', questionId: 'a', outcome: { type: 'selected', optionId: 'always' } },
];
const rows = ({ state }: Play) => permissionRows(state);
const footer = ({ state }: Play, columns = 80) =>
	modeSpans(state, { cycle: 'shift+tab', why: null }, columns)
		.map((span) => span.text)
		.join('');

test.each([
	[40, 12],
	[60, 20],
	[100, 30],
])('A long rule can be read whole before it is removed, at %d by %d cells.', (columns, rows) => {
	const words = 'Execute(npm run build --workspace packages/somewhere --if-present -- --mode production)';
	const mine = rule(words, 'allow', 'session');
	const from = ready();
	const stage = createStage({ ...from, state: { ...from.state, rules: [mine] } }, columns, rows);
	press(stage, '`/permissions` enter');
	const read = () => text(stage).replace(/[│\n]/g, '').replace(/\s+/g, ' ');
	expect(read()).toContain(words);
	press(stage, 'enter');
	expect(read()).toContain(words);
	expect(text(stage)).toContain('enter again');
	expect(misfits(stage)).toEqual([]);
});

test('A rule that is longer than a low screen is read page by page, and another row begins at its first line.', () => {
	const words = `Execute(npm run build ${Array.from({ length: 12 }, (_, at) => `--external package-${at}`).join(' ')})`;
	const from = ready();
	const rules = [rule(words, 'allow', 'session'), rule(words.replace('build', 'test'), 'allow', 'session')];
	const stage = createStage({ ...from, state: { ...from.state, rules } }, 40, 12);
	press(stage, '`/permissions` enter');
	expect(text(stage)).toMatch(/pgdn: \d+ more lines/);
	expect(text(stage)).not.toContain('package-11)');
	press(stage, 'pagedown pagedown pagedown pagedown');
	expect(text(stage)).toContain('package-11)');
	expect(text(stage)).toContain('pgup: back');
	expect(text(stage)).toMatch(/▸ +1 allow/);
	expect(misfits(stage)).toEqual([]);
	press(stage, 'pagedown');
	expect(text(stage)).toMatch(/▸ +2 allow/);
	expect(text(stage)).toContain('allow Execute(npm run test');
	press(stage, 'up pagedown pageup');
	expect(text(stage)).toContain('allow Execute(npm run build');
});

describe('What holds the agent is said where nothing is allowed', () => {
	const holders: readonly (readonly [Partial<SessionSandbox>, Mode, string])[] = [
		[{ agent: 'fence' }, 'default', 'Fence: the agent can write the workspace, not your other files.'],
		[{ agent: 'fence', enforcement: 'enforced' }, 'plan', 'in plan mode the agent can change none of your files.'],
		[{ agent: 'fence', enforcement: 'pending' }, 'plan', 'The sandbox of the agent is being set up.'],
		[{ agent: 'fence', enforcement: 'watched' }, 'plan', 'Watched: the sandbox of the agent could not be set up.'],
		[{ agent: 'shadow' }, 'default', 'Shadow: what stays in it is not asked; you apply its changes.'],
		[{ agent: 'watch' }, 'default', 'Watched: what the agent does unasked is noticed, not prevented.'],
	];
	const words = (stage: Stage): string => text(stage).replaceAll(/[│\s]+/g, ' ');

	test.each(holders)('%j in mode %s', (change, mode, line) => {
		const from = ready(mode);
		for (const keys of ['alt+i', '`/permissions` enter']) {
			const stage = createStage(from, 100, 32);
			happen(stage, { type: 'sandbox-changed', change });
			press(stage, keys);
			expect(words(stage)).toContain(line);
		}
		const low = createStage(from, 40, 12);
		happen(low, { type: 'sandbox-changed', change });
		press(low, 'alt+i');
		expect(misfits(low)).toEqual([]);
		expect(words(low)).toContain(line);
		expect(words(low)).toContain('shows what each mode decides');
		const rules = [rule('Execute(make)', 'allow', 'session')];
		const ruled = createStage({ ...from, state: { ...from.state, rules } }, 100, 32);
		happen(ruled, { type: 'sandbox-changed', change });
		press(ruled, '`/permissions` enter');
		expect(words(ruled)).toContain(line);
		press(ruled, 'escape alt+i');
		expect(words(ruled)).toContain(`${line} → /permissions lists the rules`);
	});

	test('and why it is not held can be read to its end on a low screen', () => {
		const stage = createStage(ready(), 40, 12);
		happen(stage, { type: 'sandbox-changed', change: { agent: 'off' } });
		press(stage, 'alt+i');
		const seen = [words(stage)];
		for (let page = 0; page < 3; page += 1) {
			press(stage, 'pagedown');
			seen.push(words(stage));
		}
		expect(seen.join(' ')).toContain('its sandbox is off: enter chooses a sandbox');
	});
});

describe('What the agent allows by itself stands in the footer and in /permissions:', () => {
	test('a mode that is a config option alone, with the same way back.', () => {
		const option = (value: string): ConfigOption => ({
			type: 'select',
			id: 'approval',
			name: 'Approval',
			category: 'mode',
			value,
			choices: [
				{ value: 'default', name: 'Ask' },
				{ value: 'yolo', name: 'YOLO' },
			],
		});
		const opened = openedWith({ options: [option('default')] });
		expect(rows(opened)).toEqual([]);
		const from = play(opened, { type: 'config-options', options: [option('yolo')] });
		expect(footer(from)).toContain('agent: YOLO');
		expect(rows(from)).toMatchObject([
			{
				label: 'agent mode “YOLO”',
				detail: expect.stringMatching(/^enter sets it back to “Ask” · since \d\d:\d\d$/),
				more: expect.stringContaining('The agent went into it; it allows everything without asking.'),
			},
		]);
		const after = next(from, { type: 'ask-again' });
		expect(after.effects).toEqual([
			{ type: 'set-config-option', sessionId: 's1', optionId: 'approval', value: 'default' },
		]);
		expect(rows(play(after, { type: 'config-options', options: [option('default')] }))).toEqual([]);
		const chosen = play(
			opened,
			{ type: 'set-config-option', optionId: 'approval', value: 'yolo' },
			{ type: 'config-options', options: [option('yolo')] },
		);
		expect(rows(chosen)).toMatchObject([{ more: expect.stringContaining('You chose it') }]);
	});

	test('one of an agent that has none that asks, which is said.', () => {
		const from = play(working(['yolo', 'turbo']), reports('yolo'));
		expect(rows(from)[1]).toMatchObject({ detail: expect.stringContaining('it offers no mode that asks') });
		const after = next(from, { type: 'ask-again' });
		expect(after.effects).toEqual([]);
	});

	test('its own «always», each with a way back: its mode, or a restart that goes on with the session.', () => {
		const edits = play(working(), ...always('edit'));
		expect(rows(edits)).toMatchObject([
			{
				label: expect.stringContaining('“'),
				detail: expect.stringMatching(/^enter makes it ask again · since /),
				how: 'ask-again',
			},
		]);
		const commands = play(working(), ...always('execute'));
		expect(footer(commands)).toContain('agent allows some commands itself');
		expect(rows(commands)).toMatchObject([
			{ detail: expect.stringContaining('enter restarts the agent'), how: 'restart-agent' },
		]);
	});

	test('after the restart what may be left, until the agent asks, or does not.', () => {
		const restarted = play(
			endTurn(play(working(), { type: 'tool', patch: { id: 'c', kind: 'execute', title: 'x' } }, ...always('execute'))),
			{ type: 'restart-agent' },
			{ type: 'agent-connected', info: working().state.agent ?? expect.fail(), asking: asked },
			{ type: 'session-opened', sessionId: 's1', modes: modes('default', ...IDS), options: [], resumed: 'resume' },
		);
		expect(footer(restarted)).toContain('agent was restarted and may ask again');
		expect(rows(restarted)).toMatchObject([
			{ more: expect.stringContaining('its own settings stays'), how: 'nothing-left' },
		]);
		const asks = play(restarted, {
			...{ type: 'decided', title: 'x', kind: 'execute', source: 'policy' },
			verdict: { decision: 'allowed', because: '' },
		});
		expect(rows(asks)).toEqual([]);
		const acted = play(restarted, {
			type: 'unasked',
			action: { title: 'touch x', about: 'commands', decision: 'ask', because: '', isInPlan: false },
		});
		expect(footer(acted)).toContain('agent allows some commands itself');
		expect(rows(acted)).toMatchObject([{ how: 'restart-agent' }]);
	});
});

test('Plan mode that is only watched stands there with the reason and a restart, until it holds or is left.', () => {
	const change: Partial<SessionSandbox> = {
		agent: 'fence',
		enforcement: 'watched',
		reason: 'The agent has a.txt open for writing.',
	};
	const watched = play(ready(), { type: 'set-mode', mode: 'plan' }, { type: 'sandbox-changed', change });
	expect(footer(watched)).toContain('plan (watched)');
	expect(rows(watched)).toMatchObject([
		{
			label: 'plan mode is only watched',
			more: expect.stringContaining('The agent has a.txt open for writing.'),
			how: 'restart-agent',
		},
	]);
	expect(rows(play(watched, { type: 'set-mode', mode: 'default' }))).toEqual([]);
	const held: Partial<SessionSandbox> = { enforcement: 'enforced', reason: undefined };
	expect(rows(play(watched, { type: 'sandbox-changed', change: held }))).toEqual([]);
});

test('Deny rules that hold in part stand there with the reason and a restart.', () => {
	const from = play(ready(), { type: 'sandbox-changed', change: { agent: 'fence', rulesReason: 'Too many folders.' } });
	expect(rows(from)).toMatchObject([
		{ label: 'deny rules hold in part', more: expect.stringContaining('Too many folders.'), how: 'restart-agent' },
	]);
});

test('What a rule opens is said where the end of a long rule has no room.', () => {
	const rules = ['Execute(make) without sandbox', 'Execute(npm ci) with network, ~/.npm'];
	const from = play(ready(), ...rules.map((each) => ({ type: 'rule-added' as const, rule: rule(each) })));
	expect(rows(from).map(({ detail }) => detail?.split(' · ')[0])).toEqual(['without sandbox', 'with network, ~/.npm']);
});

test('What the user allowed always in this session is counted in the footer, where it has room, and listed with its time.', () => {
	const offers = [{ text: 'Execute(npm test)', words: 'exactly the command npm test' }];
	const request = { source: 'terminal', kind: 'execute', title: 'npm test', paths: [], diffs: [] } as const;
	const from = play(
		play(ready(), { type: 'rule-added', rule: { ...rule('Edit(a)', 'allow', 'remembered everywhere'), since: 5e9 } }),
		{ type: 'question-asked', question: questionOf('q', { request, offers }) },
		{
			type: 'answer',
			questionId: 'q',
			outcome: { type: 'selected', optionId: 'yes' },
			remember: { text: 'Execute(npm test)', scope: 'project' },
		},
	);
	expect(footer(from)).toBe('○ default (shift+tab) · 1 allowed always');
	expect(footer(from, 24)).toBe('○ default (shift+tab)');
	expect(rows(from)).toMatchObject([
		{ detail: expect.stringMatching(/everywhere · since Feb 2\d \d\d:\d\d · enter removes/) },
		{ detail: expect.stringMatching(/for this project · since \d\d:\d\d · enter removes/) },
	]);
});

test('The list fits the narrowest screen and says below it what holds the agent.', () => {
	for (const columns of [40, 100]) {
		const stage = createStage(play(endTurn(working()), reports('bypassPermissions')), columns, 24);
		press(stage, '`/permissions` enter');
		expect(misfits(stage)).toEqual([]);
		expect(text(stage)).toContain('agent mode');
		expect(text(stage).replaceAll(/[│\s]+/g, ' ')).toContain('No sandbox. ');
		expect(dispatched(press(stage, 'enter'))).toEqual([{ type: 'ask-again' }]);
	}
});
