import { existsSync, watch } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import { standardInput } from '../../src/cli/command-line-messages.js';
import { MAY_EDIT } from '../../src/core/session/session-messages.js';
import { temporaryFolder } from '../services/temporary-folder.js';
import { carryOut } from './carry-out.js';
import { startProgram } from './program.js';

/** Said first of an agent that never showed that it asks. */
const MAY_ACT = `acp-tui: ${MAY_EDIT} acp-tui shows what it does unasked, but cannot prevent it.\n`;
const silentAgent = fileURLToPath(new URL('silent-agent.mjs', import.meta.url));
let home: string;

beforeEach(() => {
	home = temporaryFolder();
});

const run = (args: readonly string[], input = '') => carryOut(args, { home, input });

/** Starts the built program on the silent agent and settles when its prompt has arrived. */
async function startSilent(args: readonly string[], mode = '') {
	const file = join(home, 'ready');
	const arrived = new Promise<void>((resolve) => {
		const watcher = watch(home, () => {
			if (!existsSync(file)) return;
			watcher.close();
			resolve();
		});
	});
	const program = startProgram(['-p', 'hello', '--agent-command', `node ${silentAgent} ${file} ${mode}`, ...args], {
		home,
	});
	await arrived;
	const isAgentAlive = async () => {
		try {
			process.kill(Number(await readFile(file, 'utf8')), 0);
			return true;
		} catch {
			// No such process.
			return false;
		}
	};
	return { program, isAgentAlive };
}

describe('wrong usage ends with 2, one sentence on standard error and nothing on standard output', () => {
	test('an output that cannot be written', async () => {
		const { code, out, err } = await run(['-p', 'x', '--record', 'no/where/x']);
		expect(err).toMatch(/^acp-tui: --record "no\/where\/x": it cannot be written[^\n]*\n$/);
		expect({ code, out }).toEqual({ code: 2, out: '' });
	});

	test('a wrong config names the file and the key', async () => {
		await mkdir(join(home, 'config'));
		await writeFile(join(home, 'config', 'config.json'), '{"permissions":{"allow":["Frob"]}}');
		const { code, err } = await run(['-p', 'x']);
		expect(err).toContain(`${home}/config/config.json:1: permissions.allow[0] "Frob"`);
		expect(code).toBe(2);
	});
});

test('the built program says its version', async () => {
	const { ended } = startProgram(['--version'], { home });
	expect(await ended).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), err: '' });
});

test('the agents and the configuration are listed', async () => {
	const agents = await run(['agents']);
	expect(agents).toMatchObject({ code: 0, err: '' });
	const [ready = '', missing = ''] = agents.out.split('Not installed;');
	expect(ready).toMatch(/^\* demo +Demo +bundled/m);
	expect(missing).toMatch(/^ {2}claude-acp +claude +Claude +[\d.]+ +npm$/m);
	const config = await run(['config']);
	expect(config).toMatchObject({ code: 0, err: '' });
	expect(config.out).toContain(`${home}/config/config.json (none yet)`);
	expect(JSON.parse((await run(['config', 'schema'])).out).title).toBe('acp-tui configuration');
});

describe('a run without an interface', () => {
	test('sends what its arguments mention, not what its input does; what is missing ends it before it starts', async () => {
		await writeFile(join(home, 'notes.md'), 'one\n');
		const { code, out } = await run(['-p', 'look at @notes.md'], 'and @nothing.md');
		expect(code).toBe(0);
		expect(out).toContain(`the text of \`file://${home}/notes.md\``);
		expect(out).not.toContain('nothing.md`');
		const missing = await run(['-p', 'look at @nothing.md and @notes.md:9']);
		expect(missing).toMatchObject({ code: 2, out: '' });
		expect(missing.err).toBe('acp-tui: Cannot attach @nothing.md: no such file; @notes.md:9: no line 9\n');
	});

	test('prints the answer of the demo agent alone', async () => {
		const { code, out, err } = await run(['-p', 'hello']);
		expect({ code, err }).toEqual({ code: 0, err: '' });
		expect(out.trim()).not.toBe('');
		expect(out).not.toContain('\x1b');
	});

	test('goes on without a standard input that stays open and empty, and says so', async () => {
		const { code, out, err } = await carryOut(['-p', 'hello'], { home, input: 'open' });
		expect(code).toBe(0);
		expect(out.trim()).not.toBe('');
		expect(err).toContain(standardInput.leftOut(3));
	});

	test('joins the arguments and standard input by a blank line', async () => {
		const record = join(home, 'traffic.jsonl');
		expect((await run(['-p', 'explain', '--record', record], 'the input\n')).code).toBe(0);
		expect(await readFile(record, 'utf8')).toContain('explain\\n\\nthe input');
		expect((await stat(record)).mode & 0o777).toBe(0o600);
	});

	test('denies what nobody allowed, says so, and allows what a rule allows', async () => {
		await writeFile(join(home, 'notes.md'), '# notes\n');
		const denied = await run(['-p', '/edit notes.md']);
		expect(denied.code).toBe(7);
		expect(denied.err).toContain('acp-tui: Denied: Edit notes.md');
		expect(await readFile(join(home, 'notes.md'), 'utf8')).toBe('# notes\n');
		expect(await run(['-p', '/edit notes.md', '--allow', 'Edit(*.md)'])).toMatchObject({ code: 0, err: '' });
		expect(await readFile(join(home, 'notes.md'), 'utf8')).not.toBe('# notes\n');
	});

	test('never leaves plan mode: the plan is printed', async () => {
		const { code, out, err } = await run(['-p', '-m', 'plan', '/planmode add a license']);
		expect(code).toBe(0);
		expect(out).toContain('# Plan');
		expect(err).toContain('the answer was to keep planning');
	});

	test('sets the model before the prompt; of one that the agent does not offer it says those that it does', async () => {
		const record = join(home, 'traffic.jsonl');
		const { code, err } = await run(['-p', 'hello', '--model', 'demo large', '--record', record]);
		expect({ code, err }).toEqual({ code: 0, err: '' });
		const sent = (await readFile(record, 'utf8')).matchAll(
			/"dir":"c2a".*"method":"([a-z]\w*\/\w+)"(?:.*"value":"([\w-]+)")?/g,
		);
		expect([...sent].map(([, method, value]) => value ?? method)).toEqual([
			'session/new',
			'demo-large',
			'session/prompt',
		]);
		const wrong = await run(['-p', 'hello', '--model', 'opus']);
		expect(wrong.code).toBe(2);
		expect(wrong.err).toContain('Demo agent does not offer the model opus.\n  It offers: demo-small, demo-large.');
	});

	test('an agent that cannot be started is 1', async () => {
		const { code, out, err } = await run(['-p', 'x', '--agent-command', 'no-such-agent']);
		expect({ code, out }).toEqual({ code: 1, out: '' });
		expect(err).toContain('no-such-agent');
	});

	test('json is one object, whatever happened', async () => {
		const { out } = await run(['-p', 'x', '--agent-command', 'no-such-agent', '--output-format', 'json']);
		expect(JSON.parse(out)).toMatchObject({ type: 'result', exitCode: 1, result: '', stopReason: null });
	});

	test('a time-out is 6 and leaves no agent behind', async () => {
		const { program, isAgentAlive } = await startSilent(['--timeout', '2']);
		const { code, err } = await program.ended;
		expect({ code, err }).toEqual({ code: 6, err: `${MAY_ACT}acp-tui: Timed out after 2 s.\n` });
		expect(await isAgentAlive()).toBe(false);
	});

	test('a time-out holds while standard input is open, too', async () => {
		expect(await carryOut(['-p', 'x', '--timeout', '0.2'], { home, input: 'open' })).toMatchObject({
			code: 6,
			out: '',
		});
	});

	test.each([
		['SIGINT', 130],
		['SIGTERM', 143],
		['SIGHUP', 129],
	] as const)('%s ends it with %i and leaves no agent behind', async (signal, expected) => {
		const { program, isAgentAlive } = await startSilent([]);
		program.kill(signal);
		const { code, err } = await program.ended;
		expect({ code, err }).toEqual({ code: expected, err: `${MAY_ACT}acp-tui: Interrupted.\n` });
		expect(await isAgentAlive()).toBe(false);
	});

	test('it ends quietly when the reader of its output went away', async () => {
		const { program, isAgentAlive } = await startSilent([], 'flood');
		await program.sees('xxx');
		program.closeOutput();
		expect(await program.ended).toMatchObject({ code: 141, err: MAY_ACT });
		expect(await isAgentAlive()).toBe(false);
	});
});

describe('a project that brings a config', () => {
	const loose = '{"agent":"evil","agents":{"evil":{"command":"sh","args":["-c","touch ran"]}}}';

	test('starts nothing of it until the user says so', async () => {
		await writeFile(join(home, '.acp-tuirc.json'), loose);
		const before = await run(['-p', 'hello']);
		expect(before.code).toBe(0);
		expect(before.err).toBe(
			'acp-tui: .acp-tuirc.json is not trusted yet, so it cannot set the agent and define 1 agent. Review it in /config, or with "acp-tui config trust".\n',
		);
		expect(existsSync(join(home, 'ran'))).toBe(false);
		const unasked = await run(['config', 'trust']);
		expect(unasked).toMatchObject({ code: 2, out: '' });
		expect(unasked.err).toMatch(
			/would set the agent and define 1 agent; there is no terminal to ask in: use --yes to trust it/,
		);
		const trust = await run(['config', 'trust', '--yes']);
		expect(trust).toMatchObject({ code: 0, err: '' });
		expect(trust.out).toContain('touch ran');
		expect(trust.out).toContain('Trusted until it changes');
		expect((await run(['config', 'trust', '-y'])).out).toContain('Already trusted');
		expect((await run(['-p', 'hello'])).code).toBe(1);
		expect(existsSync(join(home, 'ran'))).toBe(true);
		expect((await run(['config', 'untrust'])).out).toContain('No longer trusted');
		expect((await run(['-p', 'hello'])).code).toBe(0);
	});
});
