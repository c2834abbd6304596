import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { SUBCOMMAND_ACTIONS, SUBCOMMAND_NAMES } from '../../src/cli/subcommand-names.js';
import { machineTarget } from '../../src/services/agents/registry/machine-target.js';
import { carryOut } from '../cli/carry-out.js';
import { gitIn } from '../drive/git.js';
import { ShadowFixture } from '../services/shadow/shadow-fixture.js';
import { expectGolden, expectNoOthers } from './golden-files.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
let [home, work] = ['', ''];
let ids: string[] = [];
/** Stands for the id of the shadow that was left. */
const SHADOW = 'SHADOW';
let shadow = SHADOW;
const SERVER = fileURLToPath(new URL('../mcp-servers/stdio.mjs', import.meta.url));

/** What scripts would run: each row has a home of its own, in which its commands are run one after the other. */
const CASES: Readonly<Record<string, readonly (readonly string[])[]>> = {
	help: [
		['--help'],
		['--version'],
		...['demo', ...SUBCOMMAND_NAMES].map((name) => [name, '--help']),
		...Object.entries(SUBCOMMAND_ACTIONS).flatMap(([name, actions]) =>
			actions.map((action) => [name, action, '--help']),
		),
	],
	usage: [
		[],
		['-p', 'x', '-c'],
		['hello'],
		['-p'],
		['--nope'],
		['-p', 'x', '-C', 'gone'],
		['-p', 'x', '-a', 'clade'],
		['-p', 'x', '-m', 'fast'],
		['-p', 'x', '--allow', 'Frob(x)'],
		['-p', 'x', '--sandbox', 'box'],
		['-p', 'x', '--output-format', 'xml'],
		['-p', 'x', '--timeout', 'soon'],
		['-p', 'x', '--agent-command', '""'],
		['-p', 'x', '--agent-command', 'no-such-program-here'],
		['-p', 'x', '-r', 'zzz'],
		['-p', 'x', '--fork'],
		['-p', 'x', '--output-format', 'json', '--agent-command', 'no-such-program-here'],
	],
	empty: [
		['agents'],
		['agents', '--json'],
		['agents', 'nope'],
		['agents', 'show', 'nope'],
		['agents', 'show', 'demo'],
		['agents', 'remove', 'nope'],
		['agents', 'rollback', 'nope', '--json'],
		['agents', 'update', 'nope', '--from', 'missing.json'],
		['sessions'],
		['sessions', '--json'],
		['sessions', 'show', 'nope'],
		['sessions', 'show', 'nope', '--json'],
		['sessions', 'search', 'words', '--json'],
		['sessions', 'rename', 'nope', 'title'],
		['sessions', 'export', 'nope'],
		['sessions', 'delete', 'nope'],
		['sessions', 'prune', '--json'],
		['login'],
		['login', 'demo'],
		['logout', 'nope'],
		['mcp'],
		['mcp', '--json'],
		['mcp', 'test', 'nope'],
		['mcp', 'remove', 'nope'],
		['mcp', 'add', 'files'],
		['mcp', 'add', 'files', '--', 'node', 'server.js'],
		['mcp', 'list', '--json'],
		['mcp', 'remove', 'files'],
		['worktrees'],
		['worktrees', '--json'],
		['worktrees', 'merge', 'nope'],
		['shadow'],
		['shadow', '--json'],
		['shadow', 'show', 'nope'],
		['shadow', 'apply', 'nope', '--json'],
		['shadow', 'discard', 'nope'],
		['usage'],
		['usage', '--json'],
		['usage', '--since', 'someday'],
		['usage', '--by', 'weather'],
		['config', 'path'],
		['config'],
		['config', 'show', '-C', 'gone'],
		['config', 'trust'],
		['config', 'untrust'],
		['config', 'nope'],
		['config', 'list'],
		['config', 'get', 'ui.diff', '--json'],
		['config', 'get', 'ui.nope'],
		['config', 'set', 'ui.diff', 'split'],
		['config', 'set', 'ui.diff', 'diagonal'],
		['config', 'unset', 'ui.diff'],
		['themes', '--json'],
		['themes', 'import'],
		['review'],
		['review', '--json'],
		['completion', 'tcsh'],
		['version', '--json'],
		['worktrees', 'patch', 'nope'],
		['worktrees', 'remove', 'nope', '--json'],
		['sessions', 'prune', '--older-than', 'soon'],
		['agents', 'install', 'nope', '--json'],
	],
	demo: [
		['-p', '/run echo hi', '--sandbox', 'off', '-m', 'plan', '--output-format', 'json'],
		['-p', '/edit', '-m', 'acceptEdits', '--sandbox', 'off', '--output-format', 'stream-json'],
		['-p', '/edit', '--sandbox', 'off'],
		['-p', '/nonsense', '--sandbox', 'off'],
		['sessions', '--json'],
		['sessions', 'list'],
		['sessions', 'search', 'edit'],
		['usage', '--json'],
		['usage'],
		['-p', 'go on', '-c', '--fork', '--sandbox', 'off', '--output-format', 'json'],
	],
	project: [
		['config', 'show'],
		['config', 'trust', '-y'],
		['config', 'trust'],
		['config', 'untrust'],
		['mcp', '--json'],
		['-p', 'x', '-C', 'broken'],
		['config', 'show', '-C', 'broken'],
	],
	mcp: [
		['mcp', 'add', 'files', '--', 'node', SERVER, 'good'],
		['mcp', 'test', 'files'],
		['mcp', 'test', 'files', '--json'],
	],
	install: [
		['agents', 'install', 'acme', '--from', '../index'],
		['agents', 'install', 'acme', '--from', '../index', '--yes'],
		['agents', 'show', 'acme', '--from', '../index'],
		['agents', 'update', 'acme', '--from', '../index', '--yes'],
		['agents', 'remove', 'acme', '--yes'],
	],
	worktrees: [
		['-p', '/edit', '--worktree', 'fix', '-m', 'acceptEdits', '--sandbox', 'off'],
		['worktrees'],
		['worktrees', '--json'],
		['worktrees', 'merge', 'fix'],
		['-p', '/edit', '--worktree', 'more', '-m', 'acceptEdits', '--sandbox', 'off'],
		['worktrees', 'patch', 'more'],
		['worktrees', 'remove', 'more'],
		['worktrees', 'remove', 'more', '--yes'],
		['worktrees', 'list', '--json'],
	],
	shadow: [
		['shadow'],
		['shadow', '--json'],
		['shadow', 'show', SHADOW],
		['shadow', 'show', SHADOW, '--json'],
		['shadow', 'apply', SHADOW, 'a.txt', '--yes'],
		['shadow', 'discard', SHADOW, '--yes'],
		['shadow', '--json'],
	],
};

/** Files that a row needs in its folders. */
const PREPARED: Readonly<Record<string, () => void | Promise<void>>> = {
	project: () => writeFileSync(join(work, '.acp-tuirc.json'), projectConfig),
	install: () => {
		const index = join(home, 'index');
		mkdirSync(index);
		writeFileSync(join(index, 'agent'), '#!/bin/sh\necho 1.0.0\n');
		const binary = { [machineTarget()]: { archive: 'agent', cmd: './agent', args: ['--acp'] } };
		const acme = { id: 'acme', name: 'Acme', description: 'Writes code.', version: '1.0.0', authors: ['Acme'] };
		const agents = [{ ...acme, distribution: { binary } }];
		writeFileSync(join(index, 'registry.json'), JSON.stringify({ version: '1.0.0', agents, extensions: [] }));
	},
	worktrees: () => {
		gitIn(work, 'init', '--quiet', '--initial-branch', 'main');
		gitIn(work, 'config', 'user.name', 'T');
		gitIn(work, 'config', 'user.email', 't@example.org');
		gitIn(work, 'add', 'notes.md');
		gitIn(work, 'commit', '--quiet', '-m', 'first');
	},
	shadow: async () => {
		const fixture = new ShadowFixture();
		onTestFinished(() => fixture.remove());
		[home, work] = [fixture.folder, fixture.real];
		for (const name of ['a.txt', 'b.txt']) writeFileSync(join(work, name), `${name}\n`);
		const left = await fixture.open();
		const { view, namespace } = await fixture.mount(left);
		await left.beginTurn();
		for (const name of ['a.txt', 'b.txt']) writeFileSync(join(view, name), 'agent\n');
		await namespace.close();
		await left.close();
		shadow = left.id;
	},
};

beforeEach(() => {
	home = realpathSync(mkdtempSync(join(tmpdir(), 'acp-golden-')));
	work = join(home, 'work');
	ids = [];
	mkdirSync(join(work, 'broken'), { recursive: true });
	writeFileSync(join(work, 'notes.md'), '# Notes\n\nOne line.\n');
	writeFileSync(join(work, 'broken', '.acp-tuirc.json'), '{ "permissions": { "deny": ["Frob(x)"], }, "nope": 1 }');
	return () => rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

/** Carries a command line out as a script would, and returns what it wrote and how it ended. */
async function run(argv: readonly string[]): Promise<readonly string[]> {
	const env = { NO_COLOR: '1', TERM: 'dumb', TZ: 'UTC' };
	const { code, out, err } = await carryOut(
		argv.map((word) => (word === SHADOW ? shadow : word)),
		{ home, cwd: work, env },
	);
	const all = [...linesOf('', joined(out)), ...linesOf('! ', err)];
	// The list of agents follows the registry, which is another one every week.
	const lines = argv[0] === 'agents' ? all.filter((line) => !REGISTRY.test(line)).slice(0, MOST_OF_AGENTS) : all;
	return [steady(`$ acp-tui ${argv.join(' ')}`), ...lines, `exit ${code}`, ''];
}

const REGISTRY = /(?:npm|binary|uv)$|^ {4}reported broken/;
const MOST_OF_AGENTS = 12;

/** Whether a prompt is reported before or after its session is open, only the machine knows: here it is after. */
function inOrder(lines: readonly string[]): readonly string[] {
	const isPrompt = (line: string): boolean => line.includes('"type":"prompt"');
	const others = lines.filter((line) => !isPrompt(line));
	const at = others.findIndex((line) => line.includes('"type":"commands"')) + 1;
	return at === 0 ? lines : others.toSpliced(at, 0, ...lines.filter(isPrompt));
}

/** What an agent says in one go may come in pieces, as the machine has it. */
function joined(text: string): string {
	const chunk = /^(\{"version":1,"type":"text","role":"\w+","text":")(.*)(","messageId":"[\w-]+","at":)\d+\}$/;
	const lines: string[] = [];
	for (const line of text.split('\n')) {
		const [, , words, end] = chunk.exec(line) ?? [];
		const [, start, before, sameEnd] = chunk.exec(lines.at(-1) ?? '') ?? [];
		if (words !== undefined && end === sameEnd) lines[lines.length - 1] = `${start}${before}${words}${end}0}`;
		else lines.push(line);
	}
	return inOrder(lines).join('\n');
}

const linesOf = (mark: string, text: string): string[] =>
	text === ''
		? []
		: text
				.replace(/\n$/, '')
				.split('\n')
				.map((line) => `${mark}${steady(line)}`.trimEnd());

/** Without what is another thing each time and on each machine. */
function steady(line: string): string {
	return withoutIds(line)
		.replaceAll(shadow, SHADOW)
		.replaceAll(home, '~')
		.replaceAll(root, 'ROOT/')
		.replaceAll(process.execPath, 'NODE')
		.replaceAll(machineTarget(), 'PLATFORM')
		.replaceAll(/\bwork-[0-9a-f]{10}\b/g, 'work-HASH')
		.replaceAll(/\b[0-9a-f]{40}\b/g, 'COMMIT')
		.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z?/g, 'TIME')
		.replaceAll(/\b\d{4}-\d\d-\d\d(?: \d\d:\d\d)?/g, 'DAY')
		.replaceAll(/"(\w*(?:Ms|At|since|until|at))":\s*\d+(?:\.\d+)?/g, '"$1":N')
		.replaceAll(/"(?:bytes|totalBytes)":\s*\d+/g, '"bytes":N')
		.replaceAll(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b/g, 'UUID')
		.replaceAll(/\b[0-9a-z]{9}-[0-9a-f]{12}\.(\d)/g, 'SNAPSHOT.$1')
		.replaceAll(/\b\d+(?:\.\d+)?m?s\b/g, 'DURATION')
		.replaceAll(/-[0-9a-f]{8}\b/g, '-ID')
		.replaceAll(/"commands":"(?:fenced|none|off)"/g, '"commands":"HELD"');
}

/** The ids of kept sessions are random words: those that are known so far have numbers, the oldest first. */
function withoutIds(line: string): string {
	const folder = join(home, 'state', 'sessions');
	const found = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
	for (const path of found) {
		const id = /\b[0-9a-z]{12}\b(?=\.|$)/.exec(path)?.[0];
		if (id !== undefined && !ids.includes(id)) ids.push(id);
	}
	return ids.reduce((text, id, at) => text.replaceAll(id, `SESSION${at + 1}`), line);
}

test.for(Object.keys(CASES))('%s: what commands print and how they end', async (name, context) => {
	context.skip(name === 'shadow' && process.platform !== 'linux', 'shadows need Linux');
	const cases = CASES[name] ?? [];
	await PREPARED[name]?.();
	const lines: string[] = [];
	for (const argv of cases) lines.push(...(await run(argv)));
	expectGolden('commands', name, lines);
	expect(lines.length).toBeGreaterThan(cases.length);
});

test('No other commands are recorded.', () => expectNoOthers('commands', Object.keys(CASES)));

const projectConfig = JSON.stringify({
	permissions: { allow: ['Execute(npm test)'], deny: ['Edit(secret/**)'] },
	mcpServers: { docs: { command: 'node', args: ['docs.js'] } },
});
