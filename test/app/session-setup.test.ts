import { describe, expect, test } from 'vitest';
import type { AppOptions } from '../../src/app/app-options.js';
import type { ConfigOption } from '../../src/core/agent-info.js';
import { type AgentProfile, plainProfile } from '../../src/core/agents/profile.js';
import type { AgentChoices } from '../../src/core/agents/remembered-choices.js';
import { fail, succeed } from '../../src/core/failure.js';
import { begin, createWorld, happen, noteTitles, send, settle, type World } from './world.js';

const select = (id: string, value: string, values: readonly string[], category = ''): ConfigOption => ({
	type: 'select',
	id,
	name: id,
	category,
	value,
	choices: values.map((each) => ({ value: each, name: each.toUpperCase() })),
});

type Given = {
	readonly profile?: Partial<AgentProfile>;
	readonly choices?: AgentChoices;
	readonly options?: readonly ConfigOption[];
	readonly app?: Partial<AppOptions>;
	/** The agent's answer, instead of taking what it is sent. */
	readonly answer?: (
		optionId: string,
		value: string | boolean,
	) => readonly ConfigOption[] | 'nothing' | 'signed out' | null;
};

const MODEL = select('model', 'small', ['small', 'large'], 'model');
const EFFORT = select('effort', 'low', ['low', 'high']);

/** A session whose agent has options and takes them; what is kept of its choices is collected. */
async function session(given: Given): Promise<World & { readonly saved: AgentChoices[] }> {
	const saved: AgentChoices[] = [];
	const profile = { ...plainProfile({ name: 'fake', command: 'fake', args: [], env: {} }), ...given.profile };
	const world = createWorld(
		{ profile, ...given.app },
		{ choices: { load: async () => given.choices ?? {}, save: async (_, choices) => void saved.push(choices) } },
	);
	let options = given.options ?? [MODEL, EFFORT];
	world.onNewSession = async () => succeed({ sessionId: 's1', modes: null, options });
	world.onSetOption = async (optionId, value) => {
		const answered = given.answer?.(optionId, value);
		if (answered === 'nothing') return new Promise(() => {});
		if (answered === null) return fail('agent-error', 'no');
		if (answered === 'signed out') return fail('auth-required', 'Sign in first.');
		options =
			answered ?? options.map((option) => (option.id === optionId ? ({ ...option, value } as ConfigOption) : option));
		return succeed(options);
	};
	send(world, 'hello');
	await begin(world);
	await settle();
	return Object.assign(world, { saved });
}

const optionCalls = (world: World): string[] => world.calls.filter((call) => call.startsWith('option'));

describe('A session begins', () => {
	test('without a word of a value that it has already, though it is none of its own choices.', async () => {
		const options = [MODEL, select('provider', 'own', ['one', 'two'], 'model')];
		const world = await session({ options, profile: { options: { provider: 'own' } } });
		expect([optionCalls(world), noteTitles(world)]).toEqual([[], []]);
	});

	test('with the model of plan mode in plan mode.', async () => {
		const world = await session({ profile: { model: 'small', planModel: 'large' }, app: { mode: 'plan' } });
		expect(optionCalls(world)).toEqual(['option s1 model large']);
		expect(world.app.getState().models).toEqual({ work: 'small', plan: 'large' });
	});

	test('with the agent’s own where it does not offer what is set, and a word on what it offers.', async () => {
		const world = await session({ profile: { model: 'huge', options: { gone: 'x' } } });
		expect(noteTitles(world)).toEqual([
			'Fake does not offer the model huge.',
			'Fake does not offer x for the option gone that the config sets.',
		]);
		expect(world.prompts).toHaveLength(1);
		expect(world.saved).toEqual([]);
	});

	test('with the agent’s own where the last choice is gone; it is reported once and forgotten.', async () => {
		const world = await session({ choices: { model: 'huge', options: { gone: true, effort: 'high' }, mode: 'code' } });
		expect(noteTitles(world)).toEqual([
			'Fake no longer offers huge, the model you chose last time; it starts with its own.',
			'Fake no longer offers gone true, which you chose last time; it starts with its own.',
			'Fake no longer offers its mode code, which you chose last time; it starts with its own.',
		]);
		expect(world.saved).toEqual([{ options: { effort: 'high' } }]);
	});

	test('with a word when the agent does not take the last choice, which is forgotten.', async () => {
		const world = await session({ choices: { model: 'large' }, answer: () => [MODEL, EFFORT] });
		expect(noteTitles(world)).toEqual(['The agent did not switch model to large.']);
		expect(world.saved).toEqual([{}]);
		expect(world.prompts).toHaveLength(1);
	});

	test('as it was chosen the last time, which is kept, once the user has signed in.', async () => {
		let isSignedIn = false;
		const answer = (_: string, value: string | boolean) =>
			isSignedIn ? [select('model', String(value), ['small', 'large'], 'model'), EFFORT] : ('signed out' as const);
		const world = await session({ choices: { model: 'large' }, answer });
		expect([world.prompts.length, world.saved, world.app.getState().signIn?.step.type]).toEqual([0, [], 'choosing']);
		isSignedIn = true;
		await happen(world, { type: 'signed-in-elsewhere' });
		await settle();
		expect(world.saved).toEqual([]);
		expect(world.prompts).toHaveLength(1);
		expect(world.app.getState().configOptions[0]?.value).toBe('large');
	});

	test('after a while where the agent does not answer.', async () => {
		const world = await session({ profile: { model: 'large' }, answer: () => 'nothing' });
		expect(world.prompts).toHaveLength(0);
		world.advance(5000);
		await settle();
		expect(world.prompts).toHaveLength(1);
		expect(noteTitles(world)).toEqual(['The agent did not answer the request to switch model to large.']);
	});

	test('without what may loosen what the agent asks about, by memory alone.', async () => {
		const approval = select('approval_policy', 'ask', ['ask', 'never']);
		const remembered = await session({ choices: { options: { approval_policy: 'never' } }, options: [approval] });
		expect(optionCalls(remembered)).toEqual([]);
		const configured = await session({ profile: { options: { approval_policy: 'never' } }, options: [approval] });
		expect(optionCalls(configured)).toEqual(['option s1 approval_policy never']);
	});

	test('without a loose mode of the agent, by memory alone.', async () => {
		for (const [mode, calls] of [
			['yolo', []],
			['code', ['mode s1 code']],
		] as const) {
			const world = createWorld({}, { choices: { load: async () => ({ mode }), save: async () => {} } });
			const available = ['ask', 'code', 'yolo'].map((id) => ({ id, name: id }));
			world.onNewSession = async () => succeed({ sessionId: 's1', modes: { current: 'ask', available }, options: [] });
			await begin(world);
			expect(world.calls.filter((call) => call.startsWith('mode'))).toEqual(calls);
		}
	});
});

describe('A run that nobody attends', () => {
	const headless = { isHeadless: true };

	test.each([
		['that the agent does not offer', [MODEL], 'Fake does not offer the model huge.', 'It offers: small, large.'],
		[
			'of an agent that offers none',
			[],
			'Fake offers no choice of model, so it was not switched to huge.',
			'The agent’s own settings may name its model.',
		],
	])('ends with a model %s, before anything is sent.', async (_, options, message, hint) => {
		const world = await session({ profile: { model: 'huge' }, app: headless, options });
		expect(world.events).toContainEqual({ type: 'agent-failed', failure: { code: 'usage', message, hint } });
		expect(world.prompts).toEqual([]);
	});

	test('ends with a model that the agent refuses.', async () => {
		const world = await session({ profile: { model: 'large' }, app: headless, answer: () => null });
		expect(world.events).toContainEqual({
			type: 'agent-failed',
			failure: { code: 'agent-error', message: 'Fake did not switch to the model large.' },
		});
		expect(world.prompts).toEqual([]);
	});

	test('ends with the sign-in that a model was refused for want of.', async () => {
		const world = await session({ profile: { model: 'large' }, app: headless, answer: () => 'signed out' });
		const failed = world.events.flatMap((event) => (event.type === 'agent-failed' ? [event.failure.code] : []));
		expect(failed).toEqual(['auth-required']);
		expect(world.prompts).toEqual([]);
	});

	test('goes on without a last choice that is gone, and says so.', async () => {
		const world = await session({ choices: { model: 'huge' }, app: headless });
		expect(world.events).toContainEqual(expect.objectContaining({ type: 'note', level: 'warning' }));
		expect(world.prompts).toHaveLength(1);
	});
});

test('What was chosen in this run counts in its next session, whatever the config says.', async () => {
	const world = await session({ profile: { model: 'small' } });
	world.prompts[0]?.end.resolve(succeed({ reason: 'end_turn' }));
	await happen(world, { type: 'set-config-option', optionId: 'model', value: 'large' });
	expect(world.saved).toEqual([{ model: 'large' }]);
	world.onNewSession = async () => succeed({ sessionId: 's2', modes: null, options: [MODEL] });
	await happen(world, { type: 'new-session' });
	expect(optionCalls(world)).toEqual(['option s1 model large', 'option s2 model large']);
});

describe('Options that allow things unasked', () => {
	const flag = (id: string, name: string, value = true, description = ''): ConfigOption => ({
		type: 'boolean',
		id,
		name,
		description,
		category: '',
		value,
	});
	const allowAll = (value: string): ConfigOption => ({
		...select('allow_all', value, ['on', 'off'], 'permissions'),
		name: 'Allow All',
	});

	test.each<[string, ConfigOption, readonly string[]]>([
		['a switch', flag('auto_approve', 'Auto-approve tools'), ['option s1 auto_approve false']],
		['a switch with other words', flag('x1', 'YOLO', true, 'For the brave'), ['option s1 x1 false']],
		['a switch that says so in its name', flag('x2', 'Skip permission prompts'), ['option s1 x2 false']],
		['a list of on and off', allowAll('on'), ['option s1 allow_all off']],
		['that is off', allowAll('off'), []],
		['a switch that is off', flag('auto_approve', 'Auto-approve tools', false), []],
		['automatic and no permission', flag('auto_compact', 'Auto-compact'), []],
		['one that makes it ask', flag('confirm', 'Confirm before edits'), []],
		['a model', select('model', 'auto', ['auto', 'off'], 'model'), []],
		['its opposite', flag('disable_auto_approve', 'Disable auto-approve'), []],
		['a block', flag('block-bypass', 'Block bypassing permissions'), []],
		['a sandbox', flag('sandbox', 'Sandbox commands'), []],
	])('are off at the start: %s.', async (_, option, calls) => {
		const world = await session({ options: [option] });
		expect(optionCalls(world)).toEqual(calls);
		expect(noteTitles(world).filter((title) => title.includes('It is off in this session'))).toHaveLength(calls.length);
	});

	test('stay on where the config says so, and in bypass mode.', async () => {
		const options = [allowAll('on')];
		expect(optionCalls(await session({ options, profile: { options: { allow_all: 'on' } } }))).toEqual([]);
		const bypass = await session({ options, app: { mode: 'bypassPermissions', isBypassAllowed: true } });
		expect(optionCalls(bypass)).toEqual([]);
	});

	test('that the agent keeps on are named.', async () => {
		const options = [allowAll('on')];
		for (const answer of [() => options, () => null]) {
			const world = await session({ options, answer });
			expect(
				noteTitles(world)
					.filter((title) => title.includes('without asking'))
					.join(),
			).toContain('“Allow All”');
		}
	});
});
