import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import type { SubcommandHost } from '../../../src/cli/subcommand.js';
import { login, logout } from '../../../src/cli/subcommands/sign-in/login.js';
import type { SignInRequest } from '../../../src/cli/subcommands/sign-in/sign-in-agent.js';
import type { SignInConsole } from '../../../src/cli/subcommands/sign-in/sign-in-console.js';
import { quoteWords } from '../../../src/core/policy/shell/quote-word.js';
import { createAgentFacts } from '../../../src/services/state/agent-facts.js';
import { temporaryFolder } from '../../services/temporary-folder.js';
import { worldIn } from '../world.js';

const script = fileURLToPath(new URL('../../agents/sign-in.mjs', import.meta.url));
let folder = '';
beforeEach(() => {
	folder = temporaryFolder();
});

type Desk = SignInConsole & { readonly said: string[]; readonly printed: string[]; readonly asked: string[] };

/** Somebody who answers from a list, or a pipe. */
function desk(more: Partial<SignInConsole> & { readonly answers?: readonly (string | null)[] } = {}): Desk {
	const answers = [...(more.answers ?? [])];
	const made: Desk = {
		isTerminal: true,
		isRemote: false,
		said: [],
		printed: [],
		asked: [],
		showAddress: ({ url }) => made.said.push(url),
		hasShownAddress: () => true,
		say: (text) => made.said.push(text),
		print: (text) => made.printed.push(text),
		agree: async (question) => {
			made.asked.push(question);
			return answers.shift() === 'y';
		},
		ask: async (question) => {
			made.asked.push(question);
			return answers.shift() ?? null;
		},
		askSecret: async (question) => {
			made.asked.push(question);
			return answers.shift() ?? null;
		},
		readInput: async () => answers.shift() ?? '',
		...more,
	};
	return made;
}

const scriptOptions = (options: object): string =>
	JSON.stringify({ state: join(folder, 'signed-in'), log: join(folder, 'log'), ...options });
const commandOf = (options: object): string => quoteWords([process.execPath, script, scriptOptions(options)]);

function host(stop = new AbortController()): SubcommandHost {
	return {
		world: worldIn(folder),
		stop: { signal: stop.signal, end: (code) => stop.abort(code) },
		hooks: { restoreTerminal: null, close: null, report: null },
	};
}

const requestOf = (options: object, more: Partial<SignInRequest> = {}): SignInRequest => ({
	agentCommand: commandOf(options),
	...more,
});

const seen = async () =>
	(await readFile(join(folder, 'log'), 'utf8'))
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line) as { method?: string; params?: object; login?: string[]; from?: string });
const methodsSeen = async () => (await seen()).map(({ method = 'login' }) => method);
const kept = async () =>
	JSON.parse(await readFile(join(folder, 'config', 'credentials.json'), 'utf8')) as { agents: object };

test('A sign-in by request ends with a session that the agent opens.', async () => {
	const user = desk();
	expect(await login(requestOf({ status: 'pushed' }), host(), user)).toBe(0);
	expect(user.printed).toEqual(['Signed in to Scripted: dev@example.org (Pro plan).']);
	expect(await methodsSeen()).toEqual(['initialize', 'authenticate', 'session/new']);
});

test('A sign-in on the terminal ends the agent, runs its program there and asks a new agent.', async () => {
	const user = desk();
	expect(await login(requestOf({ methods: ['terminal'] }), host(), user)).toBe(0);
	expect(await methodsSeen()).toEqual(['initialize', 'login', 'initialize', 'session/new']);
	expect((await seen())[1]).toMatchObject({ login: ['--login'], from: 'client' });
	expect(user.printed).toEqual(['Signed in to Scripted.']);
});

describe('the older form of a terminal sign-in', () => {
	test('runs at once where it is the agent’s own program', async () => {
		const user = desk();
		expect(await login(requestOf({ methods: ['older'] }), host(), user)).toBe(0);
		expect(user.asked).toEqual([]);
	});

	test('runs another program only after the user has seen its line and agreed', async () => {
		const no = desk({ answers: ['n'] });
		expect(await login(requestOf({ methods: ['other'] }), host(), no)).toBe(3);
		expect(no.said.join('\n')).toMatch(/is not its own program:\n.*\/bin\/sh -c .*echo in/);
		expect(no.said.join('\n')).toMatch(/cancelled: its command was not run/);
		expect(await login(requestOf({ methods: ['other'] }), host(), desk({ answers: ['y'] }))).toBe(0);
	});
});

test('Where the program does not understand its arguments it is offered without the usual ones.', async () => {
	const options = JSON.stringify({
		state: join(folder, 'signed-in'),
		log: join(folder, 'log'),
		methods: ['terminal'],
		login: 'usage',
	});
	const program = join(folder, 'agent');
	const line = quoteWords([process.execPath, script]);
	await writeFile(program, `#!/bin/sh\nexport SIGN_IN_AGENT='${options}'\nexec ${line} "$@"\n`, { mode: 0o755 });
	const request = { ...requestOf({}), agentCommand: quoteWords([program, options]) };
	const no = desk({ answers: ['n'] });
	expect(await login(request, host(), no)).toBe(3);
	expect(no.asked).toEqual([expect.stringMatching(/Try again without the agent's usual ones \(.*usage.*\)\? /)]);
	expect(await login(request, host(), desk({ answers: ['y'] }))).toBe(0);
});

describe('a key', () => {
	const options = { methods: ['browser', 'key'], key: 'sk-right-key', keyMemory: true };

	test('is typed without an echo, handed over and kept', async () => {
		const user = desk({ answers: ['sk-right-key'] });
		expect(await login(requestOf(options, { method: 'key' }), host(), user)).toBe(0);
		expect(user.asked).toEqual([expect.stringMatching(/API key \(what you type is not shown/)]);
		expect(Object.values((await kept()).agents)).toEqual([{ env: {}, apiKeys: { key: 'sk-right-key' } }]);
	});

	test('comes from standard input where that is no terminal', async () => {
		const pipe = desk({ isTerminal: false, answers: ['sk-right-key\nmore\n'] });
		expect(await login(requestOf(options, { method: 'key' }), host(), pipe)).toBe(0);
		expect(pipe.asked).toEqual([]);
	});

	test('that is wrong is reported without it and not kept', async () => {
		const user = desk({ answers: ['sk-wrong-key'] });
		expect(await login(requestOf(options, { method: 'key' }), host(), user)).toBe(3);
		expect(user.said.join('\n')).toMatch(/did not accept the sign-in: Wrong key \[redacted\]/);
		await expect(kept()).rejects.toThrow();
	});

	test('for a variable of the agent is asked for by its name, tried and kept', async () => {
		const variable = { methods: ['variable'], reads: 'SCRIPTED_KEY' };
		const wrong = desk({ answers: ['wrong'] });
		expect(await login(requestOf(variable), host(), wrong)).toBe(3);
		expect(wrong.said.join('\n')).toContain('Scripted did not accept what was given; it is not kept.');
		await expect(kept()).rejects.toThrow();
		const user = desk({ answers: ['right'] });
		expect(await login(requestOf(variable), host(), user)).toBe(0);
		expect(user.asked).toEqual(['SCRIPTED_KEY, Key (what you type is not shown): ']);
		expect(Object.values((await kept()).agents)).toEqual([{ env: { SCRIPTED_KEY: 'right' }, apiKeys: {} }]);
		expect((await seen()).some(({ method }) => method === 'authenticate')).toBe(false);
		// It is in the environment from then on, and forgotten with the sign-out.
		expect(await login(requestOf({ ...variable, methods: [] }), host(), desk())).toBe(3);
		expect(await logout(requestOf(variable), host(), user)).toBe(0);
		expect((await kept()).agents).toEqual({});
	});

	test('that is left out leaves everything as it was', async () => {
		const user = desk({ answers: [null] });
		expect(await login(requestOf(options, { method: 'key' }), host(), user)).toBe(3);
		expect(await methodsSeen()).toEqual(['initialize']);
	});
});

describe('several ways', () => {
	const options = { methods: ['browser', 'key', 'odd'] };

	test('are listed, those that are unknown without a number, and one is chosen', async () => {
		const user = desk({ answers: ['7', 'browser'] });
		expect(await login(requestOf(options), host(), user)).toBe(0);
		const list = user.said.join('\n');
		expect(list).toContain('1  Browser - Opens a page [browser]');
		expect(list).toContain('-  Odd [odd] (not supported by acp-tui)');
		expect(user.asked).toHaveLength(2);
	});

	test.each([
		['nobody chooses', desk({ answers: [''] }), {}, 3],
		['an unknown shape is named', desk(), { method: 'odd' }, 'acp-tui does not know how to sign in by "passkey"'],
		[
			'an unknown id is named',
			desk(),
			{ method: 'nope' },
			'Scripted has no such way to sign in; it has browser, key, odd',
		],
		['nobody can be asked', desk({ isTerminal: false }), {}, 'choose one with --method (browser, key)'],
	])('%s', async (_, user, more, outcome) => {
		const done = login(requestOf(options, more), host(), user);
		if (typeof outcome === 'number') expect(await done).toBe(outcome);
		else await expect(done).rejects.toThrow(outcome);
		expect(await methodsSeen()).toEqual(['initialize']);
	});
});

describe('what goes wrong is one sentence with the next step, and ends with 3', () => {
	test.each([
		['refused', { auth: 'refuse' }, /did not accept the sign-in: Wrong key/],
		['the agent crashes', { auth: 'crash' }, /The sign-in ended with the agent: Scripted exited with code 9/],
		['the agent fails', { auth: 'error' }, /failed: the browser did not open/],
		['still refused afterwards', { forgets: true }, /sign-in succeeded, but Scripted still asks for one/],
		[
			'says that nobody is signed in',
			{ refuses: [], status: 'pushed', forgets: true },
			/sign-in succeeded, but Scripted says: Not logged in/,
		],
		['the program fails', { methods: ['terminal'], login: 1 }, /The sign-in program exited with code 1/],
		['only unknown shapes', { methods: ['odd'] }, /offers no way to sign in that acp-tui knows/],
		['no way at all', { methods: [] }, /needs a sign-in and offers no way to do it here/],
	])('%s', async (_, options, words) => {
		const user = desk();
		expect(await login(requestOf(options), host(), user)).toBe(3);
		expect(user.said.join('\n')).toMatch(words);
		expect(user.printed).toEqual([]);
	});

	test('no terminal', async () => {
		const pipe = desk({ isTerminal: false });
		expect(await login(requestOf({ methods: ['terminal'] }), host(), pipe)).toBe(3);
		expect(pipe.said.join('\n')).toMatch(
			/signs in on a terminal, and there is none here.*run: acp-tui login --agent-command/,
		);
	});

	test('an agent that cannot be started', async () => {
		const user = desk();
		expect(await login({ ...requestOf({}), agentCommand: '/no/such/agent' }, host(), user)).toBe(3);
		expect(user.said.join('\n')).toMatch(/was not found/);
	});

	test('the time is up, and the agent hears of it', async () => {
		const user = desk();
		expect(await login(requestOf({ auth: 'hang' }, { timeout: 1.5 }), host(), user)).toBe(3);
		expect(user.said.join('\n')).toMatch(/The sign-in to Scripted was not finished within 1\.5 s/);
		expect(await methodsSeen()).toContain('$/cancel_request');
	});

	test('ctrl+c, and the agent hears of it', async () => {
		const stop = new AbortController();
		const user = desk({ showAddress: () => stop.abort(130) });
		const options = { auth: 'hang', prints: ['open https://auth.example.com/x'] };
		expect(await login(requestOf(options), host(stop), user)).toBe(3);
		expect(user.said.join('\n')).toMatch(/The sign-in to Scripted was cancelled/);
		expect(await methodsSeen()).toContain('$/cancel_request');
	});
});

test('An agent that needs no sign-in says so.', async () => {
	const user = desk();
	expect(await login(requestOf({ refuses: [], methods: [] }), host(), user)).toBe(0);
	expect(user.printed).toEqual(['Scripted opens sessions without a sign-in.']);
});

test('Signing out: asked for, failing, or not there, and then nothing is sent.', async () => {
	const user = desk();
	expect(await logout(requestOf({ logout: true }), host(), user)).toBe(0);
	expect(user.printed).toEqual(['Signed out of Scripted.']);
	expect(await methodsSeen()).toEqual(['initialize', 'logout']);
	expect(await logout(requestOf({ logout: 'error' }), host(), user)).toBe(3);
	expect(user.said.join('\n')).toMatch(/did not sign out: the keychain is locked/);
	await rm(join(folder, 'log'));
	expect(await logout(requestOf({}), host(), user)).toBe(3);
	expect(user.said.join('\n')).toMatch(/cannot sign out over the protocol/);
	expect(await methodsSeen()).toEqual(['initialize']);
});

test('Whether one is signed in is kept of agents with a name, and of no command line.', async () => {
	const config = { agents: { mine: { command: process.execPath, args: [script, scriptOptions({ logout: true })] } } };
	await mkdir(join(folder, 'config'), { recursive: true });
	await writeFile(join(folder, 'config', 'config.json'), JSON.stringify(config));
	const { agentFactsFile } = host().world.paths;
	const facts = async () =>
		(await createAgentFacts({ file: agentFactsFile }).load()).map(({ launch, signedIn }) => [launch, signedIn]);
	expect(await login(requestOf({}), host(), desk())).toBe(0);
	expect(await facts()).toEqual([]);
	for (const [act, isIn] of [
		[login, true],
		[logout, false],
	] as const) {
		expect(await act({ agent: 'mine' }, host(), desk())).toBe(0);
		expect(await facts()).toEqual([['mine', isIn]]);
	}
});
