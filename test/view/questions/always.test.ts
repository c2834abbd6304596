import { describe, expect, test } from 'vitest';
import type { RuleKey, RuleOrigin } from '../../../src/core/policy/policy-types.js';
import { NO_OTHER_RULE, NOTHING_IN_PLAN } from '../../../src/view/questions/questions-messages.js';
import { rule, run } from '../../core/policy/requests.js';
import { busy, type Play, play, ready } from '../../core/session/play.js';
import { asked } from '../scenes.js';
import { createStage, dispatched, draft, happen, misfits, press, type Stage, settled, text, wait } from '../stage.js';

const OFFERS = [
	{ text: 'Execute(npm test -- a)', words: 'exactly the command npm test -- a' },
	{ text: 'Execute(npm test *)', words: 'the command npm test, with further names and harmless options' },
];
const PLAIN = [
	{ id: 'allow', name: 'Allow once', kind: 'allow_once' as const },
	{ id: 'reject', name: 'Reject', kind: 'reject_once' as const },
];
const question = (parts: Parameters<typeof asked>[0] = {}) =>
	asked({ request: run('npm test -- a'), from: 'client', options: PLAIN, offers: OFFERS, ...parts });

/** A question that keys answer. */
function asking(parts: Parameters<typeof asked>[0] = {}, columns = 100, rows = 30): Stage {
	return settled(busy(), question(parts), columns, rows);
}

/** Presses keys and takes the time to read what they show. */
function read(stage: Stage, keys: string) {
	const requests = press(stage, keys);
	wait(stage, 2000);
	return requests;
}

describe('«Always» of ours in a permission prompt', () => {
	test('gives its letter to the agent’s own where no rule can be stated, and says what that means first', () => {
		const stage = asking({
			from: 'agent',
			offers: [],
			options: [...PLAIN, { id: 'always', name: 'Always, really', kind: 'allow_always' }],
		});
		expect(text(stage)).toContain('2 “Always, really” (a) (always allows)');
		expect(press(stage, 'a')).toEqual([]);
		expect(text(stage)).toContain('The agent can remember your answer');
		expect(press(stage, '1')).toEqual([]);
		press(stage, 'backspace');
		wait(stage, 2000);
		expect(dispatched(press(stage, '1'))).toMatchObject([{ type: 'answer', outcome: { optionId: 'always' } }]);
	});

	test('of the agent’s is not there in plan mode, where nothing is allowed for later', () => {
		const stage = asking({ from: 'agent', options: [...PLAIN, { id: 'a', name: 'For good', kind: 'allow_always' }] });
		happen(stage, { type: 'set-mode', mode: 'plan' });
		expect(text(stage)).not.toMatch(/For good|Always allow/);
		expect(press(stage, 'a')).toEqual([]);
		const only = asking({ from: 'agent', options: [{ id: 'a', name: 'For good', kind: 'allow_always' }] });
		happen(only, { type: 'set-mode', mode: 'plan' });
		expect(text(only)).toContain('1 “For good”');
	});

	test.each(['a', '2', 'down down enter'])('opens with %s where the agent has none, and writes nothing yet', (keys) => {
		const stage = asking();
		expect(text(stage)).toContain('2 Always… (a)');
		expect(read(stage, keys)).toEqual([]);
		expect(text(stage)).toMatch(/Always allow · nothing is written yet/);
		expect(text(stage)).toContain('rule    Execute(npm test -- a)');
		expect(text(stage)).toContain('allows  exactly the command npm test -- a');
		expect(text(stage)).toContain('Never in plan mode');
	});

	test.each([
		['1', 'session'],
		['2', 'project'],
		['3', 'everywhere'],
	])('%s writes the rule that was shown for this %s, with the plain allow once', (key, scope) => {
		const stage = asking();
		read(stage, 'a');
		expect(dispatched(press(stage, key))).toEqual([
			{
				type: 'answer',
				questionId: 'q',
				outcome: { type: 'selected', optionId: 'allow' },
				remember: { text: 'Execute(npm test -- a)', scope },
			},
		]);
	});

	test('esc goes back to the question, which then works as before', () => {
		const stage = asking();
		read(stage, 'a');
		expect(press(stage, 'escape')).toEqual([]);
		expect(text(stage)).toContain('1 Allow once (y)');
		expect(dispatched(press(stage, 'escape'))).toMatchObject([{ type: 'answer', outcome: { optionId: 'reject' } }]);
	});

	test('a rule that nobody can have read yet is not written', () => {
		const stage = asking();
		expect(press(stage, 'a')).toEqual([]);
		expect(press(stage, '1')).toEqual([]);
		expect(draft(stage)).toBe('1');
		press(stage, 'backspace');
		wait(stage, 2000);
		expect(press(stage, '4')).toEqual([]);
		expect(press(stage, '1')).toEqual([]);
	});

	test('esc goes back at once, and answers nothing when it comes again too soon', () => {
		const stage = asking();
		press(stage, 'a');
		expect(dispatched(press(stage, 'escape'))).toEqual([]);
		expect(text(stage)).toContain('Allow once');
		expect(dispatched(press(stage, 'escape'))).toEqual([]);
		expect(text(stage)).toContain('Too fast');
	});

	test('is gone as soon as plan mode is on, also from the second step', () => {
		const stage = asking();
		read(stage, 'a');
		happen(stage, { type: 'set-mode', mode: 'plan' });
		expect(text(stage)).toContain(NOTHING_IN_PLAN);
		expect(dispatched(press(stage, '1'))).toEqual([]);
		press(stage, 'escape');
		expect(text(stage)).not.toContain('acp-tui remembers');
	});

	test('4 where there is no other rule says so, and the word goes with the next key', () => {
		const stage = asking({ offers: OFFERS.slice(0, 1) });
		read(stage, 'a');
		expect(press(stage, '4')).toEqual([]);
		expect(text(stage)).toContain(NO_OTHER_RULE);
		press(stage, 'escape');
		expect(text(stage)).not.toContain(NO_OTHER_RULE);
	});

	test('is whole on a screen of 40×10, without its frame', () => {
		const stage = asking({}, 40, 10);
		read(stage, 'a');
		expect(text(stage)).toMatch(/^ ?Execute\(npm test -- a\)\n ?exactly the command npm test -- a$/m);
		expect(text(stage)).toMatch(/1 In this session[\s\S]*2 In this project[\s\S]*3 Everywhere[\s\S]*4 A wider/);
		expect(misfits(stage)).toEqual([]);
		expect(dispatched(press(stage, '1'))).toMatchObject([{ remember: { scope: 'session' } }]);
	});

	test('cannot be taken where the rule does not fit on the screen', () => {
		const path = `Edit(${'x/'.repeat(140)}a)`;
		const stage = asking({ offers: [{ text: path, words: 'edits of that' }] }, 40, 14);
		read(stage, 'a');
		expect(text(stage)).toContain('Edit(x/');
		expect(misfits(stage)).toEqual([]);
		expect(dispatched(press(stage, '1'))).toEqual([]);
		expect(text(stage)).toContain('does not');
	});
});

describe('/permissions', () => {
	const place = '/home/ada/.config/acp-tui/config.json:7: permissions.allow[0]';
	const rules: [string, RuleOrigin][] = [
		['Read', 'user'],
		['Edit(a.ts)', 'session'],
		['Execute(npm test *)', 'remembered for this project'],
	];
	function ruled(): Play {
		const added = rules.map(([written, origin]) => ({
			type: 'rule-added' as const,
			rule: origin === 'user' ? { ...rule(written, 'allow', origin), place } : rule(written, 'allow', origin),
		}));
		return play(ready(), ...added);
	}
	const removed = (index: number) => {
		const [written, origin] = rules[index] ?? ['', 'user'];
		const key: RuleKey = { decision: 'allow', text: written, origin };
		return { type: 'remove-rule', rule: key };
	};
	const open = (command = '`/permissions` enter'): Stage => {
		const stage = createStage(ruled(), 120);
		press(stage, command);
		return stage;
	};

	test('removes an answer with a second enter, and nothing with the first', () => {
		const stage = open();
		expect(press(stage, 'down enter')).toEqual([]);
		expect(text(stage)).toContain('enter again removes it');
		wait(stage, 400);
		expect(dispatched(press(stage, 'enter'))).toEqual([removed(1)]);
		expect(stage.session.state.rules.map((one) => one.text)).toEqual(['Read', 'Execute(npm test *)']);
	});

	test('forgets the first enter when the selection moves', () => {
		const stage = open();
		expect(press(stage, 'down enter down up enter')).toEqual([]);
		expect(text(stage)).toContain('enter again removes it');
	});

	test.each<[string, object[], string | RegExp]>([
		['remove 3', [removed(2)], 'Removed the rule allow Execute(npm test *)'],
		['remove 1', [], 'change it in'],
		['remove 9', [], 'No rule 9'],
		['remove', [], 'Usage: /permissions remove NUMBER'],
		['nonsense', [], 'Usage: /permissions'],
		['test', [], 'Say what to test'],
		['test edit', [], 'Say what to test: /permissions test edit FILE'],
	])('%s', (args, events, words) => {
		const stage = open(`\`/permissions ${args}\` escape enter`);
		expect(dispatched(stage.requests)).toEqual(events);
		expect(text(stage)).toMatch(words);
	});

	test.each<[string, object]>([
		['"npm test -- x"', { type: 'command', line: 'npm test -- x' }],
		['npm test && rm x', { type: 'command', line: 'npm test && rm x' }],
		[`"a" "b"`, { type: 'command', line: '"a" "b"' }],
		['run ls', { type: 'command', line: 'ls' }],
		['edit src/x.ts', { type: 'path', kind: 'edit', path: 'src/x.ts' }],
		['Write "a b.ts"', { type: 'path', kind: 'edit', path: 'a b.ts' }],
		['delete a', { type: 'path', kind: 'delete', path: 'a' }],
		['fetch https://Example.com:8080/x?y', { type: 'fetch', host: 'example.com' }],
		['mcp github/create_issue', { type: 'mcp', server: 'github', tool: 'create_issue' }],
	])('test %s', (args, target) => {
		const stage = open(`\`/permissions test ${args}\` escape enter`);
		expect(dispatched(stage.requests)).toEqual([{ type: 'test-permission', target }]);
	});

	test('lists what the agent keeps by itself, and restarts it where only that takes it back', () => {
		const stage = asking();
		const option = { id: 'all', name: 'All edits this session', kind: 'allow_always' } as const;
		happen(stage, { type: 'question-withdrawn', questionId: 'q' }, asked({ options: [option] }, 'own'));
		wait(stage, 2000);
		press(stage, '1');
		expect(stage.session.state.questions).toHaveLength(0);
		press(stage, '`/permissions` enter');
		expect(text(stage)).toMatch(/“All edits this session” +enter restarts the agent/);
		// A turn runs, which is asked about first.
		expect(dispatched(press(stage, 'end enter'))).toEqual([]);
		expect(dispatched(press(stage, 'enter'))).toEqual([{ type: 'restart-agent' }]);
	});

	test('without rules it says where they come from', () => {
		const stage = createStage(ready());
		press(stage, '`/permissions` enter');
		expect(text(stage)).toContain('No permission rules');
	});
});
