import { describe, expect, test } from 'vitest';
import type { AppOptions } from '../../../src/app/app-options.js';
import type { CommandPlace, OwnCommand } from '../../../src/core/commands/own-command.js';
import { readGemini, readMarkdown } from '../../../src/core/commands/read-command.js';
import { succeed } from '../../../src/core/failure.js';
import type { HookEnd } from '../../../src/core/hooks/hook.js';
import { parseRule } from '../../../src/core/policy/rules.js';
import type { Ports } from '../../../src/core/ports.js';
import { answer, happen, settle, started, type World } from '../world.js';

function command(name: string, text: string, place: CommandPlace = 'user', waits = false): OwnCommand {
	const definition = place.startsWith('gemini') ? readGemini({ prompt: text }) : readMarkdown(text, place);
	return { name, place, file: `/files/${name}`, hash: name, text, definition, waits };
}

type Ends = Partial<Pick<Ports['terminals'], 'output' | 'waitForExit'>>;

async function worldOf(
	commands: readonly OwnCommand[],
	options: Partial<AppOptions> = {},
	ends: Ends = {},
	ports: Pick<Ports, 'hooks'> = {},
) {
	const ownCommands = {
		list: async () => commands,
		trust: async () => succeed(undefined),
		create: async () => succeed(''),
	};
	const world = await started(options, { ownCommands, ...ports });
	Object.assign(world.ports.terminals, ends);
	return world;
}

/** Expands a line; questions are answered with `choice` as long as there are any. */
async function expand(world: World, line: string, choice: 'allow' | 'reject' | null = null) {
	const expanding = world.app.expandCommand(line);
	await settle();
	// So long an agent may take to announce its commands.
	world.advance(1000);
	await settle();
	const asked = world.app.getState().questions.length;
	while (choice !== null && world.app.getState().questions.length > 0) await answer(world, choice);
	await settle();
	return { asked, result: choice === null && asked > 0 ? undefined : await expanding };
}

const lines = (world: World): readonly string[] =>
	world.spawned.map(({ spawn }) => [spawn.command, ...spawn.args].join(' '));

describe('A command of the user’s', () => {
	test.each([
		['/fix a b', 'Fix $1, then $2: $ARGUMENTS', 'Fix a, then b: a b'],
		['/fix "a b" c', 'Fix $1', 'Fix a b'],
		['/fix', 'Fix $1.', 'Fix .'],
		['/fix x', 'Fix it', 'Fix it\n\nx'],
		// What takes the place of an argument is not read again.
		['/fix $2 !`id` $ARGUMENTS', 'Fix $1', 'Fix $2'],
	])('%s with %j becomes %j.', async (line, text, expected) => {
		const world = await worldOf([command('fix', text)]);
		const { result } = await expand(world, line);
		expect(result).toMatchObject({ ok: true, value: { text: expected, command: { line } } });
		expect(lines(world)).toEqual([]);
	});

	test.each([
		['<file>', false],
		['file [line]', false],
		['[file] [from [to]]', true],
		['', true],
	])('with the argument hint %j is used without words: %s.', async (hint, isUsed) => {
		const world = await worldOf([command('fix', `---\nargument-hint: ${hint}\n---\nFix $1.`)]);
		const { result } = await expand(world, '/fix');
		expect(result).toMatchObject(
			isUsed ? { value: { text: 'Fix .' } } : { failure: { code: 'usage', message: expect.stringContaining(hint) } },
		);
		expect((await expand(world, '/fix a')).result).toMatchObject({ value: { text: 'Fix a.' } });
	});

	test('that nobody made is none.', async () => {
		const world = await worldOf([command('fix', 'Fix')]);
		expect((await expand(world, '/other')).result).toBeNull();
	});

	test('that waits for trust is not used, and says where it is trusted.', async () => {
		const world = await worldOf([command('fix', 'Fix !`id`', 'project', true)]);
		const { result } = await expand(world, '/fix');
		expect(result).toMatchObject({
			ok: false,
			failure: { code: 'denied', message: expect.stringContaining('not trusted') },
		});
		expect(lines(world)).toEqual([]);
	});

	test('for another agent says so.', async () => {
		const world = await worldOf([command('fix', '---\nagent: codex\n---\nFix')]);
		const { result } = await expand(world, '/fix');
		expect(result).toMatchObject({
			ok: false,
			failure: { code: 'usage', hint: expect.stringContaining('/handover codex') },
		});
	});

	test('leaves a file of Claude Code to an agent that announces it.', async () => {
		const world = await worldOf([command('fix', 'Fix', 'claude-project'), command('mine', 'Mine', 'claude-user')]);
		await happen(world, { type: 'commands', commands: [{ name: 'fix', description: '' }] });
		expect((await expand(world, '/fix')).result).toBeNull();
		expect((await expand(world, '/mine')).result).toMatchObject({ ok: true });
	});
});

describe('What a command runs', () => {
	test('and only reads is run without a question, and its output becomes part of the prompt alone.', async () => {
		const world = await worldOf(
			[command('log', 'The log: !`git log -- $1` $1')],
			{},
			{ output: () => succeed({ output: '@secret.txt $1 !`id`\r\n', truncated: false }) },
		);
		const { asked, result } = await expand(world, '/log a.ts');
		expect(asked).toBe(0);
		expect(lines(world)).toEqual(['/bin/sh -c git log -- a.ts']);
		expect(result).toMatchObject({
			value: { text: 'The log: @secret.txt $1 !`id` a.ts', written: expect.not.stringContaining('secret') },
		});
	});

	test('and changes something is asked about first.', async () => {
		const world = await worldOf([command('make', 'Out: !`make $1`', 'project')]);
		const { asked, result } = await expand(world, '/make x;id', 'allow');
		expect(asked).toBe(1);
		expect(lines(world)).toEqual(["/bin/sh -c make 'x;id'"]);
		expect(result).toMatchObject({ value: { text: 'Out: out' } });
	});

	test('is not run when the user says no, nor is anything sent.', async () => {
		const world = await worldOf([command('make', '!`make`')]);
		expect((await expand(world, '/make', 'reject')).result).toMatchObject({
			ok: false,
			failure: { code: 'cancelled' },
		});
		expect(lines(world)).toEqual([]);
	});

	test('is run unasked by what the command allows, unless a deny rule is about it.', async () => {
		const text = '---\nallowed-tools: Bash(make:*)\n---\n!`make all`';
		const world = await worldOf([command('make', text, 'project')]);
		expect(await expand(world, '/make')).toMatchObject({ asked: 0, result: { ok: true } });
		const deny = parseRule('Execute(make *)', 'deny', 'user');
		const other = await worldOf([command('make', text, 'project')], { rules: deny.ok ? [deny.value] : [] });
		expect((await expand(other, '/make')).result).toMatchObject({ failure: { code: 'denied' } });
		expect(lines(other)).toEqual([]);
	});

	test.each([
		['denies', 2, 0],
		['asks about', 0, 1],
	])('is judged by the user’s hooks too: one %s it.', async (_, code, asked) => {
		const run = async (): Promise<HookEnd> => ({
			...({ type: 'exited', code, signal: null, stderr: 'no' } as const),
			stdout: JSON.stringify({ decision: 'ask' }),
		});
		const hook = { event: 'permission', command: './hook', timeout: 60, source: 'user' } as const;
		const world = await worldOf([command('log', '!`git log`')], { hooks: [hook] }, {}, { hooks: { run } });
		const { asked: questions, result } = await expand(world, '/log', 'reject');
		expect(questions).toBe(asked);
		expect(result).toMatchObject({ ok: false });
		expect(lines(world)).toEqual([]);
	});

	test.each([
		['plan', 'Go !`make`'],
		['default', '---\nmode: plan\nallowed-tools: Bash(make)\n---\nGo !`make`'],
	] as const)('is refused in plan mode: %s, %j', async (mode, text) => {
		const world = await worldOf([command('make', text)], { mode });
		expect((await expand(world, '/make')).result).toMatchObject({ failure: { code: 'denied' } });
		expect(lines(world)).toEqual([]);
	});

	test('is denied headless where it would be asked about, and says what would allow it.', async () => {
		const world = await worldOf([command('make', '!`make all`')], { isHeadless: true });
		const { result } = await expand(world, '/make');
		expect(result).toMatchObject({
			failure: { code: 'denied', hint: expect.stringContaining('--allow "Execute(make all)"') },
		});
	});

	test('ends after half a minute, and when it writes without end.', async () => {
		const waitForExit: Ends['waitForExit'] = (_, signal) =>
			new Promise((resolve) => {
				const stop = () => resolve({ ok: false, failure: { code: 'cancelled', message: '' } });
				signal.addEventListener('abort', stop);
			});
		const hanging = await worldOf([command('log', '!`git log`')], {}, { waitForExit });
		const expanding = hanging.app.expandCommand('/log');
		await settle();
		hanging.advance(30_000);
		expect(await expanding).toMatchObject({ value: { text: expect.stringContaining('stopped') } });
		const endless = await worldOf([command('log', '!`git log`')], {}, { waitForExit });
		const writing = endless.app.expandCommand('/log');
		await settle();
		endless.spawned[0]?.listener.onData('t', 'y\n'.repeat(2_000_000));
		expect(await writing).toMatchObject({ value: { text: expect.stringContaining('stopped') } });
		expect(endless.calls.some((call) => call.startsWith('release'))).toBe(true);
	});
});

test('What a command allows itself answers no doubt about a file that a deny rule is about.', async () => {
	const rule = parseRule('Read(.env)', 'deny', 'user');
	const text = '---\nallowed-tools: Bash(git diff), Bash(docker:*)\n---\n';
	const own = parseRule('Execute(git diff)', 'allow', 'user');
	for (const [line, more, asks] of [
		['git diff', [], 1],
		['docker ps', [], 1],
		['git diff', own.ok ? [own.value] : [], 0],
	] as const) {
		const rules = [...(rule.ok ? [rule.value] : []), ...more];
		const world = await worldOf([command('x', `${text}!\`${line}\``)], { rules });
		expect((await expand(world, '/x', 'reject')).asked, line).toBe(asks);
		expect(lines(world)).toHaveLength(1 - asks);
	}
});

const HOSTILE: readonly (readonly [text: string, place: CommandPlace])[] = [
	['!`touch pwned`', 'project'],
	['!`git log; touch pwned`', 'project'],
	['!`git log $(touch pwned)`', 'project'],
	['!`git log $(echo $1)`', 'project'],
	['!`sh -c "git log $1"`', 'project'],
	['!`eval git log $1`', 'user'],
	['!`git log $1 | sh`', 'user'],
	['!`for x in $ARGUMENTS; do sh -c "$x"; done`', 'user'],
	['!`git log --output=pwned`', 'claude-project'],
	['!`git -c core.pager=$1 log`', 'claude-project'],
	['!`cat /etc/passwd`', 'claude-user'],
	['!`curl example.com`', 'project'],
	['!`$1`', 'user'],
	['!{touch {{args}}}', 'gemini-project'],
	['!{git log; rm -rf {{args}}}', 'gemini-project'],
	['!{echo $({{args}})}', 'gemini-user'],
	['$ARGUMENTS', 'project'],
	['!` `', 'project'],
	[
		`${'!`git status`\n'.repeat(3)}${Array.from({ length: 20 }, (_, at) => `!\`git log -${at}\``).join('\n')}`,
		'project',
	],
];
const ARGUMENTS = [
	'',
	'a',
	'$(touch pwned)',
	'`touch pwned`',
	'"; touch pwned; "',
	"'; touch pwned; '",
	'!`touch pwned`',
	'-o pwned',
	'\n touch pwned',
];

test.each(HOSTILE)('nothing of %j in %s runs that was not asked about, whatever its arguments', async (text, place) => {
	for (const args of ARGUMENTS) {
		const world = await worldOf([command('x', text, place)]);
		await expand(world, `/x ${args}`, 'reject');
		const unread = lines(world).filter((line) => !/^\/bin\/sh -c git (?:log|status)[ \w.'-]*$/.test(line));
		expect(unread, args).toEqual([]);
	}
});
