import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { once } from '../../../src/core/once.js';
import type { Rule } from '../../../src/core/policy/policy-types.js';
import { parseRule } from '../../../src/core/policy/rules.js';
import { whyWithheld } from '../../../src/core/session/prompts/withheld-file.js';
import type { SessionState } from '../../../src/core/session/state.js';
import { attach } from '../../../src/frontends/prompt/prompt-attachments.js';
import { createAttachments } from '../../../src/services/attachments/attachments.js';
import { createFiles } from '../../../src/services/files/files.js';
import { GIT_ENV as env, gitIn } from '../../drive/git.js';
import { folderOfFile, temporaryFolder } from '../../services/temporary-folder.js';

const TAKES = { image: true, audio: false, embeddedContext: true };
/** A line of a file that no prompt may hold, and one of a file that may go. */
const SECRET = 'SECRET';
const PLAIN = 'plain';
const LINES = Array.from({ length: 20 }, (_, at) => `line ${at}\n`).join('');

type Desk = {
	readonly top: string;
	readonly git: (...args: readonly string[]) => string;
	readonly write: (name: string, text: string) => void;
};

function rulesOf(...texts: readonly string[]): readonly Rule[] {
	return texts.flatMap((text) => {
		const [, decision, rule = text] = /^(ask|deny) (.+)$/.exec(text) ?? [];
		const parsed = parseRule(rule, decision === 'ask' ? 'ask' : 'deny', 'user');
		return parsed.ok ? [parsed.value] : [];
	});
}

/** A repository with these files, in whose folder `at` a session is open. */
function open(names: readonly string[], at = '.', base = temporaryFolder()) {
	const top = join(base, 'top');
	const workspace = join(top, at);
	mkdirSync(workspace, { recursive: true });
	const write = (name: string, text: string): void => {
		mkdirSync(dirname(join(top, name)), { recursive: true });
		writeFileSync(join(top, name), text);
	};
	const git = (...args: readonly string[]): string => gitIn(top, ...args);
	git('init', '-q', '-b', 'main');
	for (const name of names) write(name, LINES);
	git('add', '-A');
	git('commit', '-qm', 'x');
	const home = dirname(top);
	const port = createAttachments({
		...{ workspace, home, env, files: createFiles({ workspace }) },
		...{ imageBytes: 1000, changesBytes: 100_000 },
	});
	/** Blocks that go with a prompt, and words about those that do not. */
	async function sent(written: string, rules: readonly Rule[], isCommand: boolean) {
		const state = {
			rules,
			mode: { mode: 'default' },
			profile: {},
			sandbox: {},
			shadow: null,
		} as unknown as SessionState;
		const prompt = { text: '', written, images: [] };
		const { blocks, problems, notes } = await attach(prompt, TAKES, port, { embedBytes: 10_000 }, (paths) =>
			whyWithheld(state, paths, isCommand ? { line: '/x' } : undefined),
		);
		return { blocks: JSON.stringify(blocks), said: JSON.stringify([problems, notes]) };
	}
	return { desk: { top, git, write } satisfies Desk, sent };
}

/** Ways for a file that a deny rule names to be in a diff. */
function changeAll({ top, git, write }: Desk): void {
	write('.env', `a\u2028diff --git a/a.txt b/a.txt\n${SECRET}`);
	git('rm', '-q', '-f', 'old.env');
	git('mv', 'one.env', 'config.txt');
	git('mv', 'b.txt', 'new.env');
	write('new.env', `${LINES}${SECRET}`);
	for (const name of ['keys/deep/one', ...ODD]) write(name, `${LINES}${SECRET}`);
	git('rm', '-q', '-f', 'link.env');
	symlinkSync(`a.txt-${SECRET}`, join(top, 'link.env'));
}

/** Leaves `.env` in conflict. */
function conflict({ git, write }: Desk): void {
	write('.env', `${SECRET} one\n`);
	git('commit', '-qam', 'one');
	git('checkout', '-q', '-b', 'other', 'HEAD~');
	write('.env', `${SECRET} two\n`);
	git('commit', '-qam', 'two');
	try {
		git('merge', '-q', 'main');
	} catch {
		// It stops at the conflict.
	}
}

const ODD = ['keys/a b', 'keys/a "b"\tü', 'x\ndiff --git a/a.txt b/a.txt'];
const NAMES = ['a.txt', 'b.txt', '.env', 'old.env', 'one.env', 'link.env', 'keys/deep/one', ...ODD];
const SETTINGS = [
	['color.ui', 'always'],
	['diff.noprefix', 'true'],
	['diff.mnemonicPrefix', 'true'],
	['diff.renames', 'false'],
	['core.quotePath', 'true'],
	['diff.relative', 'true'],
];

test('A file that a deny rule names is in no diff of a prompt, however it changed and whatever the settings of git.', async () => {
	const { desk, sent } = open(NAMES);
	const rules = rulesOf('Read(*.env)', 'Read(keys/**)');
	changeAll(desk);
	// The other file that changed goes all the same.
	desk.write('a.txt', `${LINES}${PLAIN}`);
	for (const which of ['@diff', '@staged']) {
		for (const settings of SETTINGS) {
			desk.git('config', ...settings);
			const { blocks, said } = await sent(which, rules, settings[0] === 'diff.relative');
			expect(blocks, settings.join(' ')).toContain(PLAIN);
			for (const word of [SECRET, 'line 1\\n-', '.env']) expect(blocks, settings.join(' ')).not.toContain(word);
			expect(blocks).toMatch(/\d+ changed files are left out/);
			expect(said).toMatch(/goes without .*denied by user rule Read/);
			desk.git('config', '--unset', settings[0] ?? '');
		}
		desk.git('add', '-A');
	}
});

test('A file in conflict that a deny rule names is in no diff of a prompt.', async () => {
	const { desk, sent } = open(NAMES);
	conflict(desk);
	desk.write('a.txt', PLAIN);
	for (const which of ['@diff', '@staged']) {
		const { blocks, said } = await sent(which, rulesOf('Read(.env)'), false);
		expect(blocks).not.toContain(SECRET);
		expect(said).toMatch(/without .env: denied by/);
	}
});

test('Changes above the workspace stay there, and a diff of nothing else says why it is none.', async () => {
	const { desk, sent } = open(['a.txt', 'sub/b.txt'], 'sub');
	desk.write('a.txt', SECRET);
	expect(await sent('@diff', [], false)).toEqual({
		blocks: JSON.stringify([{ type: 'text', text: '' }]),
		said: expect.stringContaining('nothing is left without a.txt: outside the workspace'),
	});
	desk.write('sub/b.txt', PLAIN);
	const { blocks } = await sent('@diff', [], false);
	expect(blocks).toContain(PLAIN);
	expect(blocks).not.toContain(SECRET);
});

/** A folder with links to a file and to a folder. */
const shared = folderOfFile();
const linked = once(() => {
	const opened = open(['a.txt', '.env', 'keys/one'], '.', shared);
	symlinkSync('.env', join(opened.desk.top, 'link'));
	symlinkSync('keys', join(opened.desk.top, 'folder'));
	return opened;
});

test.each([
	['@.env', 'deny Read(.env)', false, 'denied by user rule Read(.env)'],
	['@.env:1-2', 'deny Read(.env)', true, 'denied by'],
	['@link', 'deny Read(.env)', false, 'denied by'],
	['@link', 'deny Read(.env)', true, 'denied by'],
	['@~/top/.env', 'deny Read(.env)', true, 'denied by'],
	['@keys', 'deny Read(keys)', true, 'denied by'],
	['@folder/one', 'deny Read(keys/**)', true, 'denied by'],
	['@/etc/passwd', 'deny Read(/etc/**)', true, 'outside the workspace'],
	// What the user names is no question; in a command somebody else may have written it.
	['@.env', 'ask Read(.env)', true, 'asks first'],
	['@.env', 'ask Read(.env)', false, null],
	['@.env', 'deny Read', true, 'denied by'],
	['@.env', 'deny Read', false, null],
	['@a.txt', 'deny Read(.env)', true, null],
	['@~/top/a.txt', 'deny Read(.env)', true, null],
] as const)('%s with %s, in a command %s: %s', async (written, rule, isCommand, reason) => {
	const { blocks, said } = await linked().sent(written, rulesOf(rule), isCommand);
	if (reason === null) expect(said).toBe('[[],[]]');
	else expect(said).toContain(reason);
	expect(blocks.includes('file:')).toBe(reason === null);
});
