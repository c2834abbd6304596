import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createOwnCommands } from '../../src/cli/commands/create-own-commands.js';
import { findPaths } from '../../src/cli/paths.js';
import { countingCommands } from '../../src/core/commands/command-names.js';
import type { OwnCommand } from '../../src/core/commands/own-command.js';
import { temporaryFolder } from '../services/temporary-folder.js';

type Files = Readonly<Record<string, string>>;

/** A home and a project with these files, and the commands that are found. */
function project(files: Files, home: Files = {}) {
	const top = temporaryFolder();
	const [cwd, homeDir] = [join(top, 'project'), join(top, 'home')];
	mkdirSync(join(cwd, '.git'), { recursive: true });
	for (const [folder, all] of [
		[cwd, files],
		[homeDir, home],
	] as const) {
		for (const [name, text] of Object.entries(all)) {
			mkdirSync(dirname(join(folder, name)), { recursive: true });
			writeFileSync(join(folder, name), text);
		}
	}
	const paths = findPaths({ ACP_TUI_CONFIG_DIR: join(homeDir, 'config'), ACP_TUI_STATE_DIR: join(top, 'state') }, top);
	const port = createOwnCommands({ cwd, world: { home: homeDir, paths } });
	const list = async () => (await port.list()).filter(({ place }) => place !== 'shipped');
	return { cwd, homeDir, port, list };
}

const shown = ({ name, place, waits, definition }: OwnCommand): string =>
	`${place} ${name}${waits ? ' waits' : ''}${'problem' in definition ? ' broken' : ''}`;

test('commands are found in all places, those of the project waiting, folders with a colon', async () => {
	const { list } = project(
		{
			'.acp-tui/commands/a.md': 'A',
			'.claude/commands/front/part.md': 'B',
			'.gemini/commands/git/commit.toml': 'prompt = "C"',
			'.gemini/commands/no.md': 'no',
		},
		{
			'config/commands/mine.md': 'D',
			'.claude/commands/theirs.md': 'E',
			'.gemini/commands/g.toml': 'prompt = """\nF"""',
		},
	);
	expect((await list()).map(shown)).toEqual([
		'project a waits',
		'user mine',
		'claude-project front:part waits',
		'claude-user theirs',
		'gemini-project git:commit waits',
		'gemini-user g',
	]);
});

test('a trusted file counts until it changes, and the list is the same while nothing does', async () => {
	const { list, port, cwd } = project({ '.acp-tui/commands/a.md': 'A' });
	const [waiting] = await list();
	if (waiting === undefined) throw new Error('no command');
	expect(await port.trust([waiting])).toEqual({ ok: true, value: undefined });
	expect((await list()).map(shown)).toEqual(['project a']);
	expect(await port.list()).toBe(await port.list());
	writeFileSync(join(cwd, '.acp-tui/commands/a.md'), 'A and !`rm -rf /`');
	expect((await list()).map(shown)).toEqual(['project a waits']);
	// What was read before is not what is there now.
	await port.trust([waiting]);
	expect((await list()).map(shown)).toEqual(['project a waits']);
});

test('a new command is a file of the user, made once', async () => {
	const { port, homeDir, list } = project({});
	const made = await port.create('git:fix');
	expect(made).toEqual({ ok: true, value: join(homeDir, 'config/commands/git/fix.md') });
	expect((await list()).map(shown)).toEqual(['user git:fix']);
	expect((await port.create('git:fix')).ok).toBe(true);
	for (const name of ['../x', 'a/b', '', 'a b', '..']) expect((await port.create(name)).ok, name).toBe(false);
});

const FRONT = (lines: string): string => `---\n${lines}\n---\nGo.`;
const BIG = 'x'.repeat(70_000);

/** Texts of files that want something which they do not get: none counts before trust, and none hangs or throws. */
const HOSTILE: Readonly<Record<string, string | Uint8Array>> = {
	'escape.md': FRONT('description: "\u001b[2J\u001b]0;title\u0007red"'),
	'osc.md': FRONT('description: \u001b]52;c;aGk=\u0007'),
	'c1.md': FRONT('description: \u009b31m'),
	'bidi.md': FRONT('description: \u202eevil'),
	'newline.md': FRONT('description: "a\\nb"'),
	'long-description.md': FRONT(`description: ${'d'.repeat(50_000)}`),
	'empty.md': '',
	'blank.md': ' \n\n',
	'front-only.md': '---\ndescription: x\n---\n',
	'open-front.md': '---\ndescription: x\nGo.',
	'long-front.md': FRONT('a: b\n'.repeat(5000)),
	'aliases.md': FRONT(`a: &a [x]\n${'b: [*a, *a, *a, *a, *a, *a, *a, *a, *a]\n'.repeat(50)}`),
	'merge.md': FRONT('<<: *x'),
	'tag.md': FRONT('description: !!js/function "function(){}"'),
	'deep.md': FRONT(`description: ${'['.repeat(20_000)}`),
	'proto.md': FRONT('__proto__: x\nconstructor: y\ntoString: z'),
	'bypass.md': FRONT('mode: bypassPermissions'),
	'bypass-spelt.md': FRONT('mode: Bypass_Permissions'),
	'plan-rule.md': FRONT('allowed-tools: plan:Execute'),
	'no-sandbox.md': FRONT('allowed-tools:\n  - Execute without sandbox'),
	'network.md': FRONT('allowed-tools:\n  - Execute(curl *) with network'),
	'glob-rule.md': FRONT('allowed-tools: Bash(*), Bash(rm:*, Bash('),
	'huge.md': BIG,
	'binary.md': new Uint8Array([0, 1, 2, 255]),
	'nul.md': 'Go\0on',
	'latin1.md': new Uint8Array([0x47, 0xe9, 0x20]),
	'utf16.md': new Uint8Array([0xff, 0xfe, 0x47, 0]),
	'substitutions.md': '!`'.repeat(20_000),
	'mentions.md': '@/etc/passwd @../../etc/passwd @~/.ssh/id_rsa',
	'many-args.md': '$1'.repeat(20_000),
	'brackets.md': '!`a'.repeat(10_000),
	'crlf.md': '---\r\ndescription: x\r\n---\r\nGo.\r\n',
	'bom.md': '\ufeff---\ndescription: x\n---\nGo.',
	'-dash.md': 'Go.',
	'a b.md': 'Go.',
	'..evil.md': 'Go.',
	'semi;rm.md': 'Go.',
	'dollar$(id).md': 'Go.',
	'back`tick.md': 'Go.',
	'esc\u001b[31m.md': 'Go.',
	'new\nline.md': 'Go.',
	'acp:help.md': 'Go.',
	'agent:x.md': 'Go.',
	[`${'n'.repeat(150)}.md`]: 'Go.',
	'.hidden.md': 'Go.',
	'.git/config.md': 'Go.',
	'one/two/three/four/five.md': 'Go.',
};

const HOSTILE_TOML: Readonly<Record<string, string>> = {
	'bomb.toml': `prompt = ${'['.repeat(30_000)}`,
	'keys.toml': `${'a.'.repeat(10_000)}b = 1\nprompt = "x"`,
	'proto.toml': '[__proto__]\nprompt = "x"',
	'number.toml': 'prompt = 7',
	'open.toml': 'prompt = """never closed',
	'escape.toml': 'prompt = "x"\ndescription = "\\u001b[2J"',
	'inline.toml': 'prompt = { a = "x" }',
	'braces.toml': `prompt = '''${'!{'.repeat(20_000)}'''`,
	'no.toml': 'hello',
};

test(`${Object.keys(HOSTILE).length + Object.keys(HOSTILE_TOML).length + 8} hostile files: none counts before trust, none hangs, none opens plan mode or a sandbox`, async () => {
	const { cwd, homeDir, port, list } = project(
		{ '.acp-tui/commands/good.md': 'Go.' },
		{ 'secret.md': 'secret', 'dir/a.md': 'A' },
	);
	const [own, gemini] = [join(cwd, '.acp-tui/commands'), join(cwd, '.gemini/commands')];
	for (const [folder, files] of [
		[own, HOSTILE],
		[gemini, HOSTILE_TOML],
	] as const) {
		for (const [name, text] of Object.entries(files)) {
			mkdirSync(dirname(join(folder, name)), { recursive: true });
			writeFileSync(join(folder, name), text);
		}
	}
	symlinkSync(join(homeDir, 'secret.md'), join(own, 'leads-out.md'));
	symlinkSync(join(homeDir, 'dir'), join(own, 'folder-out'));
	symlinkSync('/dev/zero', join(own, 'zero.md'));
	symlinkSync('nowhere', join(own, 'dangling.md'));
	symlinkSync('itself.md', join(own, 'itself.md'));
	symlinkSync('.', join(own, 'loop'));
	execFileSync('mkfifo', [join(own, 'fifo.md')]);
	mkdirSync(join(own, 'folder.md'));
	const found = await list();
	expect(countingCommands(found, [])).toEqual([]);
	expect(found.some(({ text }) => text.includes('secret'))).toBe(false);
	expect(found.map(({ name }) => name).filter((name) => /^loop:|^folder-out:|five|hidden|config/.test(name))).toEqual(
		[],
	);

	// The user trusts all of it.
	await port.trust(found.filter(({ waits }) => waits));
	const usable = countingCommands(await list(), []);
	expect(usable.map(({ name }) => name)).toContain('good');
	for (const { name, definition } of usable) {
		expect(name).toMatch(/^[\p{L}\p{N}_.:-]+$/u);
		expect(definition.mode).not.toBe('bypassPermissions');
		expect(
			definition.rules.filter(({ inPlan, opens }) => inPlan || opens !== undefined),
			name,
		).toEqual([]);
		expect(
			definition.rules.filter(({ text }) => text === 'Execute'),
			name,
		).toHaveLength(name === 'glob-rule' ? 1 : 0);
	}
	expect(usable.map(({ name }) => name)).not.toContain('leads-out');
});

test('of thousands of files a bounded number is read', async () => {
	const files = Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`.claude/commands/c${at}.md`, `Do ${at}`]));
	const { list } = project(files);
	const started = performance.now();
	expect((await list()).length).toBe(300);
	expect(performance.now() - started).toBeLessThan(10_000);
});
