import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createOwnSettings } from '../../../../src/services/agents/settings/own-settings.js';

let root: string;
beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), 'own-settings-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const put = (path: string, value: unknown): void => {
	mkdirSync(dirname(join(root, path)), { recursive: true });
	writeFileSync(join(root, path), typeof value === 'string' ? value : JSON.stringify(value));
};
const read = (names: readonly string[], env: NodeJS.ProcessEnv = {}) =>
	createOwnSettings({ home: join(root, 'home'), env }).read(names, join(root, 'w'));
const allow = (...rules: readonly unknown[]) => ({ permissions: { allow: rules } });
const claude = ['@agentclientprotocol/claude-agent-acp'];

test('The files of an agent, with whose they are.', async () => {
	put('w/.claude/settings.local.json', allow('Bash(npx vitest *)', 7));
	put('w/.claude/settings.json', { permissions: { defaultMode: 'acceptEdits' } });
	put('home/.claude/settings.json', allow('Bash(git *)'));
	put('w/.gemini/settings.json', {
		tools: { allowed: ['run_shell_command(git)', 'read_file', 'run_shell_command()'] },
	});
	const of = { agent: 'Claude', mode: null, isProjects: false };
	expect(await read(claude)).toEqual([
		{ ...of, file: '.claude/settings.local.json', allow: ['Bash(npx vitest *)'] },
		{ ...of, file: '.claude/settings.json', isProjects: true, allow: [], mode: 'acceptEdits' },
		{ ...of, file: '~/.claude/settings.json', allow: ['Bash(git *)'] },
	]);
	expect(await read(['gemini'])).toMatchObject([{ file: '.gemini/settings.json', allow: ['Bash(git *)'] }]);
	expect(await read(['codex', 'claudette'])).toEqual([]);
});

test('A folder that was moved by its variable is read instead of the one in the home folder.', async () => {
	put('home/.claude/settings.json', allow('Bash(old)'));
	put('moved/settings.json', allow('Bash(new)'));
	expect(await read(claude, { CLAUDE_CONFIG_DIR: join(root, 'moved') })).toMatchObject([
		{ file: '$CLAUDE_CONFIG_DIR/settings.json', allow: ['Bash(new)'] },
	]);
});

test.each<[string, unknown]>([
	['damaged', '{"permissions":'],
	['a list', '[]'],
	['too large', `{"permissions":{"allow":["Bash"]},"x":"${'x'.repeat(300_000)}"}`],
])('A file that is %s allows nothing.', async (_, value) => {
	put('w/.claude/settings.json', value);
	expect(await read(claude)).toEqual([]);
});

test.skipIf(process.platform === 'win32')('A pipe in place of a file is not waited for.', async () => {
	mkdirSync(join(root, 'w/.claude'), { recursive: true });
	execFileSync('mkfifo', [join(root, 'w/.claude/settings.json')]);
	expect(await read(claude)).toEqual([]);
});

test('Rules that are no list of texts allow nothing.', async () => {
	put('w/.claude/settings.json', { permissions: { allow: 'Bash', defaultMode: 1 } });
	put('w/.claude/settings.local.json', { permissions: null });
	expect(await read(claude)).toMatchObject([
		{ allow: [], mode: null },
		{ allow: [], mode: null },
	]);
});
