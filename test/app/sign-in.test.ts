import { describe, expect, test } from 'vitest';
import { plainProfile } from '../../src/core/agents/profile.js';
import type { AuthMethod } from '../../src/core/auth-method.js';
import { fail, succeed } from '../../src/core/failure.js';
import type { Mode } from '../../src/core/policy/policy-types.js';
import type { Ports } from '../../src/core/ports.js';
import type { ConfinementChoice } from '../../src/core/sandbox/confinement.js';
import type { AgentSandbox } from '../../src/core/sandbox/sandbox.js';
import type { ShellListener } from '../../src/core/shell-port.js';
import type { AgentCredentials } from '../../src/core/sign-in/credentials.js';
import type { TerminalSignInPlan } from '../../src/core/sign-in/terminal-sign-in.js';
import { infoOf } from '../core/session/play.js';
import { EXIT, end, happen, say, settle, signIn, started, type World } from './world.js';

const METHODS: readonly AuthMethod[] = [
	{ id: 'key', name: 'API key', type: 'agent', apiKey: { provider: 'example' } },
	{ id: 'own', name: 'Terminal', type: 'terminal', args: ['login'], env: {} },
	{ id: 'other', name: 'Other', type: 'terminal-command', command: { command: 'sh', args: [] }, env: {} },
	{
		id: 'set',
		name: 'Variable',
		type: 'env_var',
		variables: [{ name: 'EXAMPLE_KEY', isSecret: true, isOptional: false }],
	},
	{ id: 'odd', name: 'Odd', type: 'unknown', word: 'odd' },
];
const KEY = 'sk-a-key-that-nobody-sees';

type Signing = {
	readonly world: World;
	readonly saved: { readonly agent: string; readonly added: Partial<AgentCredentials> }[];
	readonly programs: { readonly id: string; readonly listener: ShellListener }[];
	readonly ended: string[];
	/** The sandboxes that programs were started in, and each end of one. */
	readonly enclosed: (ConfinementChoice | 'closed')[];
};

type Held = { readonly sandbox?: AgentSandbox; readonly mode?: Mode };

/** A session whose agent refuses the prompt until somebody signs in. */
async function refused(plan: Partial<TerminalSignInPlan> = {}, held: Held = {}): Promise<Signing> {
	const signing: Omit<Signing, 'world'> = { saved: [], programs: [], ended: [], enclosed: [] };
	const more: Partial<Ports> = {
		credentials: {
			load: async () => succeed({ env: {}, apiKeys: {} }),
			async save(agent, added) {
				signing.saved.push({ agent, added });
				return succeed(undefined);
			},
			forget: async (agent) => {
				signing.saved.push({ agent, added: {} });
				return succeed(true);
			},
		},
		terminalSignIn: {
			plan: async (_launch, _method, { isPlain }) =>
				succeed({
					line: isPlain ? 'agent login' : 'agent acp login',
					isOwnProgram: true,
					command: 'agent',
					args: [],
					cwd: '/w',
					env: {},
					...plan,
				}),
			async enclose(program, sandbox) {
				signing.enclosed.push(sandbox);
				const close = async (): Promise<void> => void signing.enclosed.push('closed');
				return succeed({ program, close });
			},
			run: async () => fail('could-not-start', 'not here'),
		},
		shell: {
			run: async () => succeed(undefined),
			async start(id, _program, listener) {
				signing.programs.push({ id, listener });
				listener.onData('early ');
				return succeed(undefined);
			},
			async end(id) {
				signing.ended.push(id);
				signing.programs.find((program) => program.id === id)?.listener.onExit({ code: null, signal: 'SIGHUP' });
			},
			write: () => {},
			resize: () => {},
			close: async () => {},
		},
	};
	const { sandbox = 'watch', mode = 'default' } = held;
	const profile = { ...plainProfile({ name: 'fake', command: 'fake', args: ['acp'], env: {} }), sandbox };
	const world = await started({ profile, mode }, more);
	await say(world, 'do it');
	const failure = { code: 'auth-required', message: 'sign in', authMethods: METHODS } as const;
	world.prompts.at(-1)?.end.resolve({ ok: false, failure });
	await settle();
	expect(world.app.getState().signIn?.step.type).toBe('choosing');
	return { world, ...signing };
}

const step = ({ world }: Signing) => world.app.getState().signIn?.step;
const everything = ({ world }: Signing): string =>
	JSON.stringify([world.app.getState(), world.events, world.logged, world.calls]);

test('A key goes to the agent and into the store, and stands in no event, state or log; the prompt goes once more.', async () => {
	const signing = await refused();
	const { world, saved } = signing;
	await signIn(world, { methodId: 'key' }, { apiKey: KEY });
	expect(world.calls).toContain('authenticate key with a key');
	expect(saved).toEqual([{ agent: 'fake', added: { apiKeys: { key: KEY } } }]);
	expect(world.prompts).toHaveLength(2);
	expect(world.prompts.at(-1)?.blocks).toEqual(world.prompts[0]?.blocks);
	expect(everything(signing)).not.toContain(KEY);
});

test('A key that the agent does not take is not kept, and is not used a second time.', async () => {
	const signing = await refused();
	const { world, saved } = signing;
	world.onAuthenticate = async () => fail('auth-required', 'Wrong key.');
	await signIn(world, { methodId: 'key' }, { apiKey: KEY });
	expect(step(signing)).toMatchObject({ type: 'choosing', failure: { message: 'Wrong key.' } });
	await signIn(world, { methodId: 'key' });
	expect(world.calls.filter((call) => call.startsWith('authenticate'))).toEqual([
		'authenticate key with a key',
		'authenticate key',
	]);
	expect(saved).toEqual([]);
	expect(everything(signing)).not.toContain(KEY);
});

test('Its own program gets the terminal; when it succeeded the agent is started anew and the prompt goes once more.', async () => {
	const { world, programs } = await refused();
	await signIn(world, { methodId: 'own' });
	programs[0]?.listener.onData('Logged in');
	const seen = world.events.flatMap((event) => (event.type === 'sign-in-program-output' ? [event.data] : []));
	expect(seen.join('')).toBe('early Logged in');
	programs[0]?.listener.onExit({ code: 0, signal: null });
	await settle();
	expect(world.launched).toEqual(['fake', 'fake']);
	expect(world.prompts).toHaveLength(2);
	expect(world.prompts[1]).toMatchObject({ sessionId: 's2', blocks: world.prompts[0]?.blocks });
});

test('A program that fails says how, with what it wrote at its end, which no log gets.', async () => {
	const signing = await refused();
	const { world, programs } = signing;
	await signIn(world, { methodId: 'own' });
	programs[0]?.listener.onData('usage: agent login, code AB-12');
	programs[0]?.listener.onExit({ code: 2, signal: null });
	await settle();
	expect(step(signing)).toMatchObject({
		failure: { message: 'The sign-in program exited with code 2.', detail: 'early usage: agent login, code AB-12' },
	});
	expect(JSON.stringify(world.logged)).not.toContain('AB-12');
	expect(world.launched).toEqual(['fake']);
});

test.each([
	{ code: 130, signal: null },
	{ code: null, signal: 'SIGINT' },
])('A program that ctrl+c ended was stopped, and failed at nothing ($code, $signal).', async (exit) => {
	const signing = await refused();
	await signIn(signing.world, { methodId: 'own' });
	signing.programs[0]?.listener.onExit(exit);
	await settle();
	expect(step(signing)).toMatchObject({ type: 'choosing', failure: { code: 'cancelled' } });
});

test('A key that came too late for its sign-in goes to no other one.', async () => {
	const signing = await refused();
	const { world } = signing;
	world.onAuthenticate = (signal) =>
		new Promise((resolve) => signal.addEventListener('abort', () => resolve(fail('cancelled', 'Stopped.'))));
	await signIn(world, { methodId: 'key' });
	world.app.signIn({ methodId: 'set' }, { variables: { EXAMPLE_KEY: KEY }, apiKey: KEY });
	await happen(world, { type: 'sign-in-stop' });
	await signIn(world, { methodId: 'key' });
	expect(world.calls.filter((call) => call.startsWith('authenticate'))).toEqual([
		'authenticate key',
		'authenticate key',
	]);
});

test('A program that is stopped is ended.', async () => {
	const signing = await refused();
	await signIn(signing.world, { methodId: 'own' });
	signing.world.app.dispatch({ type: 'sign-in-stop' });
	await settle();
	expect(signing.ended).toContain(signing.programs[0]?.id);
	expect(step(signing)).toMatchObject({ type: 'choosing', failure: { code: 'cancelled' } });
});

test('Another program is run only after the user agreed to exactly its line.', async () => {
	const signing = await refused({ isOwnProgram: false, line: 'sh -c login' });
	const { world, programs } = signing;
	await signIn(world, { methodId: 'other' });
	expect(step(signing)).toMatchObject({ type: 'choosing', command: 'sh -c login' });
	await signIn(world, { methodId: 'other', agreedTo: 'sh -c something' });
	expect(step(signing)).toMatchObject({ type: 'choosing', command: 'sh -c login' });
	expect(programs).toEqual([]);
	await signIn(world, { methodId: 'other', agreedTo: 'sh -c login' });
	expect(programs).toHaveLength(1);
});

test('Variables are kept for the agent, which is started anew with them.', async () => {
	const signing = await refused();
	const { world, saved } = signing;
	await signIn(world, { methodId: 'set' }, { variables: { EXAMPLE_KEY: KEY } });
	expect(saved).toEqual([{ agent: 'fake', added: { env: { EXAMPLE_KEY: KEY } } }]);
	expect(world.launched).toEqual(['fake', 'fake']);
	expect(world.prompts).toHaveLength(2);
	expect(everything(signing)).not.toContain(KEY);
});

test('An agent that says only in its answer that it is signed out is asked again after the sign-in.', async () => {
	const world = await started();
	await happen(world, { type: 'agent-connected', info: { ...infoOf(), authMethods: METHODS } });
	await happen(world, { type: 'session-opened', sessionId: 's1', modes: null, options: [] });
	await say(world, 'do it');
	world.host.onEvents('s1', [{ type: 'text', role: 'agent', text: 'Not logged in · Please run /login' }]);
	await end(world);
	expect(world.app.getState().signIn?.step.type).toBe('choosing');
	await signIn(world, { methodId: 'key' }, { apiKey: KEY });
	expect(world.prompts.at(-1)?.blocks).toEqual(world.prompts[0]?.blocks);
	expect(world.prompts).toHaveLength(2);
});

test('An agent that ends during the sign-in leaves a way on, and the prompt waits.', async () => {
	const signing = await refused();
	const { world } = signing;
	world.onAuthenticate = () => new Promise(() => {});
	await signIn(world, { methodId: 'key' });
	world.exit.resolve({ ...EXIT, code: 9 });
	await settle();
	expect(step(signing)).toMatchObject({ type: 'choosing', failure: { message: expect.stringContaining('cut off') } });
	await happen(world, { type: 'restart-agent' });
	expect(world.prompts).toHaveLength(2);
});

test('A switch that is refused is asked for once more after the sign-in.', async () => {
	const { world } = await refused();
	await signIn(world, { methodId: 'key' });
	world.prompts.at(-1)?.end.resolve(succeed({ reason: 'end_turn' }));
	await settle();
	world.onSetMode = async () => ({
		ok: false,
		failure: { code: 'auth-required', message: 'expired', authMethods: METHODS },
	});
	await happen(world, { type: 'set-agent-mode', modeId: 'ask' });
	expect(world.app.getState().signIn?.step.type).toBe('choosing');
	world.onSetMode = async () => succeed(undefined);
	await signIn(world, { methodId: 'key' });
	expect(world.calls.filter((call) => call === 'mode s1 ask')).toHaveLength(2);
	expect(world.app.getState().signIn).toBeUndefined();
});

test('Signing out forgets what was kept, and says what still holds.', async () => {
	const { world, saved } = await refused();
	world.app.dispatch({ type: 'sign-in-left' });
	await happen(world, { type: 'sign-out' });
	expect(world.calls).toContain('logout');
	expect(saved).toEqual([{ agent: 'fake', added: {} }]);
	expect(world.events.some(({ type }) => type === 'signed-out')).toBe(true);
});

describe.each(['fence', 'shadow'] as const)('The program of an agent in a %s', (sandbox) => {
	test('runs in a fence of its own that cannot change the workspace, and the fence ends with it', async () => {
		const { world, programs, enclosed } = await refused({}, { sandbox });
		await signIn(world, { methodId: 'own' });
		expect(enclosed).toMatchObject([{ kind: 'fence', access: 'read', planFolders: [] }]);
		programs[0]?.listener.onExit({ code: 0, signal: null });
		await settle();
		expect(enclosed.at(-1)).toBe('closed');
	});

	test('leaves it only after the user agreed to exactly its line', async () => {
		const signing = await refused({}, { sandbox });
		const { world, programs, enclosed } = signing;
		await signIn(world, { methodId: 'own', isOutside: true });
		expect(step(signing)).toMatchObject({ type: 'choosing', command: 'agent acp login', because: 'outside' });
		await signIn(world, { methodId: 'own', isOutside: true, agreedTo: 'agent acp' });
		expect({ programs, enclosed }).toEqual({ programs: [], enclosed: [] });
		await signIn(world, { methodId: 'own', isOutside: true, agreedTo: 'agent acp login' });
		expect(enclosed).toEqual([{ kind: 'none', because: 'agreed' }]);
	});

	test('so does another one that its agent names', async () => {
		const { world, enclosed } = await refused({ isOwnProgram: false, line: 'sh -c login' }, { sandbox });
		await signIn(world, { methodId: 'other', agreedTo: 'sh -c login' });
		expect(enclosed).toMatchObject([{ kind: 'fence', access: 'read' }]);
	});
});

test('In plan mode a program that no sandbox holds is run only after the user agreed to its line.', async () => {
	const signing = await refused({}, { sandbox: 'watch', mode: 'plan' });
	const { world, programs } = signing;
	await signIn(world, { methodId: 'own' });
	expect(step(signing)).toMatchObject({ type: 'choosing', command: 'agent acp login', because: 'plan' });
	expect(programs).toEqual([]);
	await signIn(world, { methodId: 'own', agreedTo: 'agent acp login' });
	expect(programs).toHaveLength(1);
});
