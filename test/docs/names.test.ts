import type { Command } from 'commander';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { CATALOGUE } from '../../src/agent/catalogue.js';
import { parseCommandLine } from '../../src/cli/parse-command-line.js';
import { createProgram, SUBCOMMANDS } from '../../src/cli/program.js';
import { ALL_SUBCOMMANDS } from '../../src/cli/subcommands/all-subcommands.js';
import { SHIPPED_COMMANDS } from '../../src/core/commands/shipped-commands.js';
import { parseRule } from '../../src/core/policy/rules.js';
import { COMMANDS } from '../../src/demo/commands/all-commands.js';
import { ACTION_IDS } from '../../src/view/keys/action-ids.js';
import { localCommands } from '../../src/view/slash-commands/commands.js';
import { codeOf, pagePaths, pageText } from './pages.js';

const program = createProgram(
	'0.0.0',
	() => undefined,
	() => undefined,
	ALL_SUBCOMMANDS,
);
const options = new Set(
	['-h', '--help', ...program.options.flatMap(({ short, long }) => [short, long])].filter((flag) => flag !== undefined),
);
/** The tables of other programs' options and commands name what acp-tui lacks. */
const ofOthers = /<!-- generated: (?:options|commands) -->[\s\S]*?<!-- end/g;
const pages = pagePaths
	.map((path) => (path === 'docs/coming-from.md' ? pageText(path).replace(ofOthers, '') : pageText(path)))
	.join('\n');
const code = codeOf(pages);
/** Command lines of acp-tui, without what belongs to another program: words in quotes. */
const calls = code
	.filter((line) => /^(?:acp-tui|npm start --|.*\| acp-tui)(?: |$)/.test(line))
	.map((line) => line.replace(/.*\| /, '').replace(/\s+#.*$/, ''));

/** The commands below one, at every depth. */
function allCommands(parent: Command): readonly Command[] {
	return parent.commands.flatMap((command) => [command, ...allCommands(command)]);
}

test('every option of --help is named in the pages', () => {
	expect([...options].filter((flag) => !new RegExp(`(?<![\\w-])${flag}(?![\\w-])`).test(code.join('\n')))).toEqual([]);
});

test('every option that the pages name is one of --help', () => {
	const own = [...calls, ...code.filter((span) => span.startsWith('-'))];
	const named = own.flatMap(
		(line) =>
			line
				.replace(/"[^"]*"/g, '')
				.replace(/ -- .*/, '')
				.match(/(?<![\w-])--?[a-zA-Z][\w-]*/g) ?? [],
	);
	expect(named.length).toBeGreaterThan(20);
	const ofCommands = new Set(
		allCommands(program).flatMap(({ options: own }) => own.flatMap(({ short, long }) => [short, long])),
	);
	expect([...new Set(named)].filter((flag) => !options.has(flag) && !ofCommands.has(flag))).toEqual([]);
});

test('every command line of the pages can be run', () => {
	const words = (line: string) => [...line.matchAll(/"([^"]*)"|(\S+)/g)].map((found) => found[1] ?? found[2] ?? '');
	const complete = calls.filter((line) => line.startsWith('acp-tui')).map((line) => words(line).slice(1));
	expect(complete.length).toBeGreaterThan(8);
	for (const argv of complete)
		expect(() => parseCommandLine(argv, '0.0.0', ALL_SUBCOMMANDS), argv.join(' ')).not.toThrow();
});

test('every subcommand is named in the pages', () => {
	expect(SUBCOMMANDS.filter((name) => !calls.some((line) => line.startsWith(`acp-tui ${name}`)))).toEqual([]);
});

test('every slash command that the pages name exists, here or in the demo agent, and every one of ours is named', () => {
	const known = new Set([
		...[...COMMANDS, ...SHIPPED_COMMANDS].map(({ name }) => name),
		...localCommands.flatMap(({ name, aliases = [] }) => [name, ...aliases]),
	]);
	const named = code.flatMap((span) => /^\/(?:acp:|agent:)?([a-z][a-z-]*)(?: |$)/.exec(span)?.[1] ?? []);
	expect(named.filter((name) => !known.has(name) && name !== 'name' && name !== 'explain')).toEqual([]);
	expect(localCommands.map(({ name }) => name).filter((name) => !named.includes(name))).toEqual([]);
});

test('every npm script that the pages name exists', () => {
	const named = [...pages.matchAll(/npm run ([\w:]+)/g)].map((found) => found[1] ?? '');
	expect(named.filter((name) => !Object.keys(manifest.scripts).includes(name))).toEqual([]);
});

test('every agent that the pages name in a command line is known', () => {
	const known = new Set(CATALOGUE.flatMap(({ name, aliases = [] }) => [name, ...aliases]));
	const ACTIONS = /^acp-tui (?:login|logout|agents (?:show|install|update|rollback|remove)) (?!-)(\S+)/;
	const named = calls.flatMap((line) =>
		[/ (?:--agent|-a) (\S+)/.exec(line)?.[1] ?? [], ACTIONS.exec(line)?.[1] ?? []].flat(),
	);
	expect(named.length).toBeGreaterThan(5);
	expect(named.filter((name) => !/^[A-Z]+$/.test(name) && !known.has(name))).toEqual([]);
});

test('every rule that the pages write can be read', () => {
	const rules = [...new Set(pages.match(/(?:plan:)?\b(?:Read|Edit|Delete|Move|Search|Execute|Fetch|Mcp)\([^)`]+\)/g))];
	expect(rules.length).toBeGreaterThan(8);
	expect(rules.filter((rule) => !parseRule(rule, 'deny', 'user').ok)).toEqual([]);
});

/** The ids of one row of keys: `session-1` to `session-9`. */
function numbered(first: string, last: number): readonly string[] {
	const from = Number(first.slice(-1));
	return Array.from({ length: last - from + 1 }, (_, index) => `${first.slice(0, -1)}${from + index}`);
}

test('keys.md has every action', () => {
	const listed = [...pageText('docs/keys.md').matchAll(/^\|.*\|`([\w-]+)`(?: to `[\w-]+-(\d)`)?\|$/gm)].flatMap(
		([, id = '', last]) => (last === undefined ? [id] : numbered(id, Number(last))),
	);
	expect(listed).toEqual(expect.arrayContaining([...ACTION_IDS]));
});
