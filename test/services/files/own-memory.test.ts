import { mkdirSync, mkdtempSync, readFileSync, readlinkSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createOwnMemory } from '../../../src/services/files/own-memory.js';

const newHome = () => mkdtempSync(join(tmpdir(), 'own-memory-'));

test('the memory of all projects is made where there is none, for its owner alone', async () => {
	const home = newHome();
	const memory = createOwnMemory({ home, env: {} });
	expect(await memory.read('~/.gemini/GEMINI.md')).toEqual({
		ok: true,
		value: { path: join(home, '.gemini/GEMINI.md'), text: null },
	});
	expect(await memory.write('~/.gemini/GEMINI.md', '- é\n')).toMatchObject({ ok: true });
	expect(await memory.read('~/.gemini/GEMINI.md')).toMatchObject({ value: { text: '- é\n' } });
	expect(statSync(join(home, '.gemini/GEMINI.md')).mode & 0o777).toBe(0o600);
});

test('a link stays one and leads to the file that is changed, which keeps its mode', async () => {
	const home = newHome();
	mkdirSync(join(home, '.claude'));
	writeFileSync(join(home, 'dotfiles.md'), '- old\n', { mode: 0o644 });
	symlinkSync(join(home, 'dotfiles.md'), join(home, '.claude/CLAUDE.md'));
	await createOwnMemory({ home, env: {} }).write('~/.claude/CLAUDE.md', '- new\n');
	expect(readlinkSync(join(home, '.claude/CLAUDE.md'))).toBe(join(home, 'dotfiles.md'));
	expect(readFileSync(join(home, 'dotfiles.md'), 'utf8')).toBe('- new\n');
	expect(statSync(join(home, 'dotfiles.md')).mode & 0o777).toBe(0o644);
});

test.each([
	['~/.claude/CLAUDE.md', 'CLAUDE_CONFIG_DIR', 'CLAUDE.md'],
	['~/.codex/AGENTS.md', 'CODEX_HOME', 'AGENTS.md'],
	['~/.config/opencode/AGENTS.md', 'XDG_CONFIG_HOME', 'opencode/AGENTS.md'],
])('%s moves with %s', async (file, variable, there) => {
	const moved = newHome();
	const read = await createOwnMemory({ home: '/nowhere', env: { [variable]: moved } }).read(file);
	expect(read).toMatchObject({ ok: true, value: { path: join(moved, there) } });
});

test('what is no text of a reasonable size is left alone', async () => {
	const home = newHome();
	mkdirSync(join(home, '.codex/AGENTS.md'), { recursive: true });
	mkdirSync(join(home, '.claude'));
	writeFileSync(join(home, '.claude/CLAUDE.md'), Buffer.from([0xff, 0xfe]));
	const memory = createOwnMemory({ home, env: {} });
	expect(await memory.read('~/.codex/AGENTS.md')).toMatchObject({ ok: false });
	expect(await memory.read('~/.claude/CLAUDE.md')).toMatchObject({ ok: false, failure: { code: 'not-text' } });
});
