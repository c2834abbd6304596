import { describe, expect, test } from 'vitest';
import { fail } from '../../src/core/failure.js';
import type { RuleScope } from '../../src/core/policy/policy-types.js';
import { rule } from '../core/policy/requests.js';
import { editRequest, runRequest } from './requests.js';
import {
	asks,
	asksNow,
	cards,
	create,
	end,
	happen,
	never,
	notes,
	settle,
	type World,
	working,
	write,
} from './world.js';

/** Answers the question in front with «always» of ours. */
async function always(world: World, scope: RuleScope, text?: string): Promise<void> {
	await settle();
	const question = front(world);
	if (question === undefined) throw new Error('nothing is asked');
	const option = question.options.find((candidate) => candidate.kind === 'allow_once');
	const outcome = { type: 'selected' as const, optionId: option?.id ?? '' };
	const remember = { text: text ?? question.offers[0]?.text ?? '', scope };
	await happen(world, { type: 'answer', questionId: question.id, outcome, remember });
}

const front = (world: World) => {
	const [question] = world.app.getState().questions;
	return question?.kind === 'permission' ? question : undefined;
};
const offers = (world: World) => front(world)?.offers.map(({ text }) => text);
const rules = (world: World) => world.app.getState().rules.map(({ text, origin }) => [text, origin]);
const stored = (world: World) => world.calls.filter((call) => /^(?:remember|forget)/.test(call));
const permission = (world: World, request = editRequest()) => world.host.requestPermission(request, never);

describe('Allow always of ours', () => {
	test.each<[RuleScope, string, string[]]>([
		['session', 'session', []],
		['project', 'remembered for this project', ['remember project: allow Edit(a.ts) (edits of a.ts)']],
		['everywhere', 'remembered everywhere', ['remember everywhere: allow Edit(a.ts) (edits of a.ts)']],
	])('for %s answers the agent once, writes the rule once, and asks no more', async (scope, origin, calls) => {
		const world = await working();
		const first = permission(world);
		await settle();
		expect(offers(world)).toEqual(['Edit(a.ts)']);
		await always(world, scope);
		expect(await first).toEqual({ type: 'selected', optionId: 'yes' });
		expect(await permission(world)).toEqual({ type: 'selected', optionId: 'yes' });
		expect(await write(world, 'other')).toMatchObject({ ok: true });
		expect(rules(world)).toEqual([['Edit(a.ts)', origin]]);
		expect(stored(world)).toEqual(calls);
		expect(cards(world)[0]?.verdict?.because).toContain('Edit(a.ts)');
	});

	test('at the client’s own methods is the same: a write and a command.', async () => {
		const world = await working();
		const written = write(world, 'new', '/w/src/a.ts');
		await settle();
		expect(offers(world)).toEqual(['Edit(src/a.ts)', 'Edit(src/**)']);
		await always(world, 'session', 'Edit(src/**)');
		expect(await written).toMatchObject({ ok: true });
		expect(await write(world, 'new', '/w/src/b.ts')).toMatchObject({ ok: true });
		const created = create(world, ['npm', 'test', '--', 'x']);
		await always(world, 'project', 'Execute(npm test *)');
		expect(await created).toMatchObject({ ok: true });
		expect(await create(world, ['npm', 'test'])).toMatchObject({ ok: true });
		expect(stored(world)).toEqual([
			'remember project: allow Execute(npm test *) (the command npm test, with further names and harmless options)',
		]);
	});

	test('of a line writes one rule for each command that needs one, all shown before.', async () => {
		const world = await working();
		const line = 'git add -A && git commit -m x 2>&1 | tail -3';
		const first = permission(world, runRequest(line));
		await settle();
		expect(offers(world)).toEqual([
			'Execute(git add -A), Execute(git commit -m x)',
			'Execute(git add *), Execute(git commit *)',
		]);
		await always(world, 'project', 'Execute(git add *), Execute(git commit *)');
		expect(await first).toEqual({ type: 'selected', optionId: 'yes' });
		expect(rules(world).map(([text]) => text)).toEqual(['Execute(git add *)', 'Execute(git commit *)']);
		expect(stored(world).map((call) => call.slice(0, 50))).toEqual([
			expect.stringContaining('remember project: allow Execute(git add *)'),
			expect.stringContaining('remember project: allow Execute(git commit *)'),
		]);
		expect(await permission(world, runRequest('git add a.ts && git commit -m y'))).toMatchObject({ optionId: 'yes' });
	});

	test('answers what waits behind it too, when the rule covers it.', async () => {
		const world = await working();
		const all = [permission(world), write(world, 'x'), write(world, 'y', '/w/b.ts')] as const;
		expect(await asksNow(world)).toBe(3);
		await always(world, 'session');
		expect(await all[0]).toMatchObject({ optionId: 'yes' });
		expect(await all[1]).toMatchObject({ ok: true });
		expect(asks(world)).toBe(1);
	});

	test.each([
		['a rule that the question did not offer', 'Edit'],
		['a rule for plan mode', 'plan:Edit(a.ts)'],
	])('writes nothing for %s', async (_, text) => {
		const world = await working();
		const first = permission(world);
		await always(world, 'everywhere', text);
		expect(await first).toEqual({ type: 'selected', optionId: 'yes' });
		expect([rules(world), stored(world)]).toEqual([[], []]);
	});

	test('is not offered where a rule would not spare the question: an ask rule, rm, the outside.', async () => {
		const asking = await working({ rules: [rule('Edit', 'ask')] });
		void permission(asking);
		await settle();
		expect(offers(asking)).toEqual([]);
		const world = await working();
		void permission(world, runRequest('rm -rf ../build'));
		await settle();
		expect(offers(world)).toEqual([]);
	});

	test('given while plan mode goes on stays a plain answer.', async () => {
		const world = await working();
		const first = permission(world);
		await settle();
		world.app.dispatch({ type: 'set-mode', mode: 'plan' });
		await always(world, 'everywhere', 'Edit(a.ts)');
		await first;
		expect([rules(world), stored(world)]).toEqual([[], []]);
	});

	test('does not leak into plan mode.', async () => {
		const world = await working();
		void permission(world);
		await always(world, 'everywhere');
		world.app.dispatch({ type: 'set-mode', mode: 'plan' });
		expect(await write(world, 'x')).toMatchObject({ ok: false, failure: { code: 'denied' } });
		expect(await permission(world)).toMatchObject({ optionId: 'no' });
		world.app.dispatch({ type: 'set-mode', mode: 'default' });
		expect(await write(world, 'x')).toMatchObject({ ok: true });
	});

	test('that cannot be stored holds for now, and says so.', async () => {
		const world = await working();
		world.onRule = async () => fail('disk-full', 'The disk is full.');
		void permission(world);
		await always(world, 'project');
		expect(await write(world, 'x')).toMatchObject({ ok: true });
		expect(notes(world)).toMatchObject([
			{ level: 'error', title: expect.stringContaining('could not be stored'), detail: 'The disk is full.' },
		]);
	});

	test('for a session ends with the session; the others stay.', async () => {
		const world = await working({ rules: [rule('Read', 'allow', 'user')] });
		void permission(world);
		await always(world, 'session');
		await end(world);
		await happen(world, { type: 'new-session' });
		expect(rules(world)).toEqual([['Read', 'user']]);
	});
});

describe('Taking a rule back', () => {
	test('asks again afterwards, and removes it where it is stored.', async () => {
		const kept = rule('Edit(a.ts)', 'allow', 'remembered for this project');
		const world = await working({ rules: [kept] });
		expect(await permission(world)).toMatchObject({ optionId: 'yes' });
		await happen(world, { type: 'remove-rule', rule: kept });
		expect(stored(world)).toEqual(['forget project: allow Edit(a.ts)']);
		void permission(world);
		expect(await asksNow(world)).toBe(1);
	});

	test.each(['user', 'project', 'command line'] as const)(
		'leaves a rule of origin %s, and says where it stands',
		async (origin) => {
			const fixed = { ...rule('Edit(a.ts)', 'allow', origin), place: '/c/config.json:3: permissions.allow[0]' };
			const world = await working({ rules: [fixed] });
			await happen(world, { type: 'remove-rule', rule: fixed });
			expect([rules(world), stored(world)]).toEqual([[['Edit(a.ts)', origin]], []]);
			expect(notes(world)).toMatchObject([{ level: 'warning', hint: expect.stringContaining('/c/config.json:3') }]);
		},
	);

	test('that was never given changes nothing.', async () => {
		const world = await working();
		await happen(world, { type: 'remove-rule', rule: { decision: 'allow', text: 'Edit', origin: 'session' } });
		expect([notes(world), stored(world)]).toEqual([[], []]);
	});
});

describe('Testing a permission', () => {
	const cases: [Parameters<World['app']['dispatch']>[0], RegExp[]][] = [
		[
			{ type: 'test-permission', target: { type: 'command', line: 'npm test -- x' } },
			[
				/^default +allow +allowed by project rule Execute\(npm test \*\)$/m,
				/^accept edits +allow /m,
				/^plan +deny +“npm test” is not known to be read-only, and in plan mode commands may only read$/m,
				/^bypass permissions +allow /m,
			],
		],
		[
			{ type: 'test-permission', target: { type: 'path', kind: 'edit', path: 'src/x.ts' } },
			[/^default +ask /m, /^accept edits +allow +accept edits mode allows edits in the workspace$/m, /^plan +deny /m],
		],
		[
			{ type: 'test-permission', target: { type: 'path', kind: 'edit', path: '/etc/passwd' } },
			[
				/^default +ask +this reaches outside the workspace$/m,
				/own file access:\ndefault +deny +outside the workspace$/m,
			],
		],
		[{ type: 'test-permission', target: { type: 'mcp', server: 'a', tool: 'b' } }, [/^default +ask /m]],
		[
			{ type: 'test-permission', target: { type: 'fetch', host: 'example.com' } },
			[/^default +deny +denied by user rule Fetch/m],
		],
	];
	test.each(cases)('%j is reported in every mode, and nothing is done', async (event, patterns) => {
		const world = await working({ rules: [rule('Execute(npm test *)'), rule('Fetch(example.com)', 'deny', 'user')] });
		world.app.dispatch(event);
		await settle();
		const [note] = notes(world);
		for (const pattern of patterns) expect(note?.detail).toMatch(pattern);
		expect([asks(world), world.spawned, [...world.disk]]).toEqual([0, [], []]);
	});

	test.each([
		['node x.js', true, true],
		['node x.js', false, false],
		['git push', true, false],
		['ls', true, false],
	])(
		'%s tells of the copy it runs on first where this machine has one (%s): %s',
		async (line, isAvailable, isNoted) => {
			const never = async () => false;
			const commandLayer = {
				isAvailable: async () => isAvailable,
				isFull: never,
				current: () => null,
				takeIgnored: () => [],
				hasIgnored: () => false,
			};
			const world = await working({}, { commandLayer });
			await happen(world, { type: 'test-permission', target: { type: 'command', line } });
			const words = 'in acp-tui’s terminals (default, accept edits, plan) it runs on a copy of the workspace first';
			expect(notes(world)[0]?.detail?.includes(words)).toBe(isNoted);
		},
	);
});
