import { describe, expect, test } from 'vitest';
import { fail, succeed } from '../../src/core/failure.js';
import { eachEntry } from '../../src/core/session/entries/entry-list.js';
import type { ShellListener, ShellPort } from '../../src/core/shell-port.js';
import { answer, asksNow, cards, happen, never, say, settle, started, type World } from './world.js';

type Shell = {
	readonly port: ShellPort;
	readonly ran: { id: string; line: string; listener: ShellListener }[];
	readonly calls: string[];
};

function fakeShell(): Shell {
	const ran: Shell['ran'] = [];
	const calls: string[] = [];
	return {
		ran,
		calls,
		port: {
			async run(id, line, { isWhole }, listener) {
				if (line === 'cannot') return fail('could-not-start', 'There is no such shell.');
				ran.push({ id, line, listener });
				calls.push(`run ${line}${isWhole ? ' whole' : ''}`);
				// Something is said before anybody knows that it runs.
				listener.onData('early\n');
				return succeed(undefined);
			},
			start: async () => fail('could-not-start', 'No sign-in is tested here.'),
			async end(id) {
				calls.push(`end ${id}`);
			},
			write: () => {},
			resize: () => {},
			async close() {
				calls.push('close');
			},
		},
	};
}

async function withShell(): Promise<{ world: World; shell: Shell }> {
	const shell = fakeShell();
	const world = await started({ mode: 'plan' }, { shell: shell.port });
	return { world, shell };
}

const commands = (world: World) =>
	[...eachEntry(world.app.getState().entries)].flatMap((entry) =>
		entry.kind === 'user-command' ? [entry.command] : [],
	);

const run = async (world: World, line: string): Promise<void> => {
	await happen(world, { type: 'run-command', line, isPrivate: false, isWhole: false });
};

describe('A command of the user', () => {
	test('runs in every mode without a question, tells what it says in order, and is forgotten when it ended.', async () => {
		const { world, shell } = await withShell();
		await run(world, 'touch x');
		const [first] = shell.ran;
		first?.listener.onData('late\n');
		first?.listener.onExit({ code: 0, signal: null });
		expect(await asksNow(world)).toBe(0);
		expect(commands(world)).toMatchObject([
			{ status: 'completed', terminal: { output: 'early\nlate\n', released: true } },
		]);
		expect(shell.calls).toEqual(['run touch x', `end ${first?.id}`]);
	});

	test('goes to the agent with the next prompt, in a block of its own before it.', async () => {
		const { world, shell } = await withShell();
		await run(world, 'ls');
		shell.ran[0]?.listener.onExit({ code: 0, signal: null });
		await say(world, 'what is that?');
		const texts = world.prompts[0]?.blocks.map((block) => (block.type === 'text' ? block.text : block.type));
		expect(texts?.at(-1)).toBe('what is that?');
		expect(texts).toContain('The user ran: ls\n(exit code 0; its output:)\nearly\n\n');
	});

	test('that cannot be started says so in its card.', async () => {
		const { world } = await withShell();
		await run(world, 'cannot');
		expect(commands(world)).toMatchObject([{ status: 'failed', failure: 'There is no such shell.' }]);
	});

	test('is out of reach of the agent: its terminal, its card and its output.', async () => {
		const { world, shell } = await withShell();
		await run(world, 'sleep 9');
		const id = shell.ran[0]?.id ?? '';
		const gone = { ok: false, failure: { code: 'no-such-terminal' } };
		expect(await world.host.terminalOutput('s1', id)).toMatchObject(gone);
		expect(await world.host.waitForTerminalExit('s1', id, never)).toMatchObject(gone);
		expect(await world.host.killTerminal('s1', id)).toMatchObject(gone);
		await world.host.releaseTerminal('s1', id);
		world.host.onEvents('s1', [
			{ type: 'terminal-output', terminalId: id, data: 'forged' },
			{ type: 'terminal-exited', terminalId: id, exit: { code: 0, signal: null } },
			{ type: 'tool', patch: { id: 't', title: 'Theirs', content: [{ type: 'terminal', terminalId: id }] } },
		]);
		expect(commands(world)).toMatchObject([{ line: 'sleep 9', status: 'running', terminal: { output: 'early\n' } }]);
		expect(cards(world)).toMatchObject([{ title: 'Theirs', terminals: [{ output: 'forged' }] }]);
	});
});

describe('/memory', () => {
	const path = '/w/AGENTS.md';
	const remember = async (world: World, text: string): Promise<void> => {
		await happen(world, { type: 'add-memory', text });
	};

	test('shows exactly what is written, in plan mode too, and no rule answers for the user.', async () => {
		const { world } = await withShell();
		world.disk.set(path, '- one\n');
		await remember(world, 'two');
		expect(world.app.getState().questions).toMatchObject([
			{ kind: 'confirm', request: { diffs: [{ path, oldText: '- one\n', newText: '- one\n- two\n' }] } },
		]);
		expect(world.disk.get(path)).toBe('- one\n');
		await answer(world, 'allow');
		await settle();
		expect(world.disk.get(path)).toBe('- one\n- two\n');
	});

	test('writes nothing when it is rejected, or when the file changed meanwhile.', async () => {
		const { world } = await withShell();
		await remember(world, 'x');
		await answer(world, 'reject');
		await settle();
		expect(world.disk.has(path)).toBe(false);
		await remember(world, 'x');
		world.disk.set(path, 'somebody else\n');
		await answer(world, 'allow');
		await settle();
		expect(world.disk.get(path)).toBe('somebody else\n');
	});
});
