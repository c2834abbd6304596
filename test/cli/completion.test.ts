import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProgram } from '../../src/cli/program.js';
import { ALL_SUBCOMMANDS } from '../../src/cli/subcommands/all-subcommands.js';
import { argumentKey, KNOWN_VALUES } from '../../src/cli/subcommands/completion/completion-sources.js';
import { complete } from '../../src/cli/subcommands/completion/run-words.js';
import { SHELL_SCRIPTS, SHELLS, type Shell } from '../../src/cli/subcommands/completion/shell-scripts.js';

const program = createProgram(
	'0.0.0',
	() => undefined,
	() => undefined,
	ALL_SUBCOMMANDS,
);

function below(command: Command): readonly Command[] {
	return [command, ...command.commands.flatMap(below)];
}

const known = (...words: readonly string[]) => {
	const { known: all, typed } = complete(program, words);
	return all.map(({ word }) => word).filter((word) => word.startsWith(typed));
};

test('Every option with a value and every argument says where its values come from.', () => {
	const missing = below(program).flatMap((command) => [
		...command.options.filter(({ required, optional }) => required || optional).map((option) => option.attributeName()),
		...command.registeredArguments.map((argument) => argumentKey(command, argument.name())),
	]);
	expect(missing.filter((name) => !KNOWN_VALUES.has(name))).toEqual([]);
});

test('Words before the cursor are read as the program reads them.', () => {
	expect(known('sess')).toEqual(['sessions']);
	expect(known('-a', 'claude', 'sess')).toEqual(['sessions']);
	expect(known('--cwd=/tmp', 'agents', 're')).toEqual(['remove']);
	expect(known('agents', 'install', '--')).toEqual(expect.arrayContaining(['--yes', '--version', '--from']));
	expect(known('usage', '--')).not.toContain('--mode');
	expect(known('completion', '')).not.toContain('words');
	expect(known('--', 'sess')).toEqual([]);
});

test.each([
	[['-a', ''], 'agents', ''],
	[['--agent=cl'], 'agents', '--agent='],
	[['--agent', '=', 'cl'], 'agents', ''],
	[['agents', 'show', ''], 'agents', ''],
	[['sessions', 'export', 'x', ''], 'files', ''],
	[['--resume', ''], 'sessions', ''],
	[['-C', ''], 'folders', ''],
	[['config', 'set', 'ui'], 'settings', ''],
	[['shadow', 'apply', 'x', 'a', ''], 'files', ''],
	[['--timeout', ''], null, ''],
])('%j is completed from %j', (words, source, lead) => {
	expect(complete(program, words)).toMatchObject({ source, lead });
});

describe('in the shell itself', () => {
	let bin: string;
	beforeAll(() => {
		bin = mkdtempSync(join(tmpdir(), 'acp-completion-'));
		const start = fileURLToPath(new URL('../../bin/acp-tui.js', import.meta.url));
		writeFileSync(join(bin, 'acp-tui'), `#!/bin/sh\nexec '${process.execPath}' '${start}' "$@"\n`);
		chmodSync(join(bin, 'acp-tui'), 0o755);
	});
	afterAll(() => rmSync(bin, { recursive: true }));

	/** Asks the shell what it offers for these words; null where it is not installed. */
	function offered(shell: Shell, words: readonly string[]): readonly string[] | null {
		const script = join(bin, shell);
		writeFileSync(script, SHELL_SCRIPTS[shell]);
		const list = words.map((word) => `'${word}'`).join(' ');
		const asks: Readonly<Record<string, readonly string[]>> = {
			bash: [
				'--norc',
				'-c',
				`. ${script}; COMP_WORDS=(acp-tui ${list}); COMP_CWORD=${words.length}; _acp_tui; printf '%s\\n' "\${COMPREPLY[@]}"`,
			],
			zsh: [
				'-fc',
				`compdef() { :; }; _describe() { print -l -- "\${(P)2[@]%%:*}" }; . ${script}; words=(acp-tui ${list}); CURRENT=${words.length + 1}; _acp_tui`,
			],
			powershell: [
				...['-NoProfile', '-NonInteractive', '-Command'],
				`Get-Content -Raw '${script}' | Invoke-Expression; $line = 'acp-tui ${words.join(' ')}'; (TabExpansion2 $line $line.Length).CompletionMatches.CompletionText`,
			],
			fish: ['--no-config', '-c', `source ${script}; complete -C "acp-tui ${words.join(' ')}" | string split -f 1 \\t`],
		};
		const { HOME: _, ...env } = process.env;
		const { error, stdout, stderr } = spawnSync(shell === 'powershell' ? 'pwsh' : shell, asks[shell] ?? [], {
			encoding: 'utf8',
			env: { ...env, HOME: bin, PATH: `${bin}${delimiter}${process.env['PATH']}` },
		});
		if (error !== undefined) return null;
		expect(stderr).toBe('');
		return stdout.split(/\r?\n/).filter((line) => line !== '');
	}

	for (const shell of SHELLS) {
		test(`${shell} completes commands, options and values.`, ({ skip }) => {
			const first = offered(shell, ['sess']);
			// Every machine that runs the tests has bash.
			if (first === null && shell !== 'bash') skip(`${shell} is not installed`);
			expect(first).toEqual(['sessions']);
			expect(offered(shell, ['--mode', 'pl'])).toEqual(['plan']);
			expect(offered(shell, ['agents', 'inst'])).toEqual(['install']);
		});
	}
});
