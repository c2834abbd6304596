import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ShadowFixture } from '../services/shadow/shadow-fixture.js';
import { carryOut } from './carry-out.js';

const terminal = vi.hoisted(() => ({ answer: false, asked: '' }));
vi.mock('../../src/cli/confirm.js', () => ({
	confirm: async (question: string) => {
		terminal.asked = question;
		return terminal.answer;
	},
}));

let fixture: ShadowFixture;

beforeEach(() => {
	Object.assign(terminal, { answer: false, asked: '' });
	fixture = new ShadowFixture();
});
afterEach(() => fixture.remove());

/** What `acp-tui shadow …` prints, what it asked, and its exit code. */
async function shadow(...argv: readonly string[]) {
	const place = { home: fixture.folder, env: { ACP_TUI_STATE_DIR: fixture.stateDir } };
	return { ...(await carryOut(['shadow', ...argv], place)), asked: terminal.asked };
}

/** A shadow that was left with these new files. */
async function leave(...paths: readonly string[]): Promise<string> {
	const left = await fixture.open();
	const { view, namespace } = await fixture.mount(left);
	await left.beginTurn();
	for (const path of paths) {
		mkdirSync(dirname(join(view, path)), { recursive: true });
		writeFileSync(join(view, path), 'new\n');
	}
	await namespace.close();
	await left.close();
	return left.id;
}

describe.runIf(process.platform === 'linux')('acp-tui shadow', () => {
	it('says which changes can make programs run, and asks with their names', async () => {
		const id = await leave('.git/HEAD', '.git/hooks/pre-commit', '.envrc', 'a.txt');
		expect(JSON.parse((await shadow('show', id, '--json')).out).files).toMatchObject([
			{ path: '.envrc', isProtected: true },
			expect.not.objectContaining({ isProtected: true }),
			{ path: '.git/hooks/pre-commit', isProtected: true },
			expect.not.objectContaining({ isProtected: true }),
		]);
		const shown = (await shadow('show', id)).out;
		expect(shown).toContain('.envrc  added, +1 −0, can run programs\n');
		expect(shown).toContain('.git/hooks/pre-commit  added, +1 −0, can run programs\n');
		expect(shown).toContain('a.txt  added, +1 −0\n');
		expect((await shadow('apply', id)).asked).toBe(
			`Apply 4 changes to ${fixture.real}? 2 of them can make programs run: .envrc, .git/hooks/pre-commit [y/N] `,
		);
		expect((await shadow('apply', id, 'a.txt')).asked).toBe(`Apply 1 change to ${fixture.real}? [y/N] `);
		expect(await shadow('apply', id, '.envrc', '--yes')).toMatchObject({
			code: 0,
			err: 'This can make programs run: .envrc.\n',
		});
	});

	it('says the permissions of a new file that may be run', async () => {
		const left = await fixture.open();
		const { view, namespace } = await fixture.mount(left);
		writeFileSync(join(view, 'run.sh'), 'new\n');
		chmodSync(join(view, 'run.sh'), 0o755);
		mkdirSync(join(view, 'open'));
		writeFileSync(join(view, 'open', 'a.txt'), 'new\n');
		chmodSync(join(view, 'open', 'a.txt'), 0o644);
		chmodSync(join(view, 'open'), 0o777);
		await namespace.close();
		await left.close();
		const shown = (await shadow('show', left.id)).out;
		expect(shown).toContain('open/a.txt  added, +1 −0, in the new folder open, mode 777\n');
		expect(shown).toContain('run.sh  added, +1 −0, mode 755\n');
		expect(JSON.parse((await shadow('show', left.id, '--json')).out).files).toMatchObject([
			{ openFolder: { path: 'open', mode: 0o777 } },
			{ mode: { before: null, after: 0o755 } },
		]);
	});

	it('names three of many', async () => {
		const id = await leave('.a', '.b', '.c', '.d', '.e');
		const words = 'They can make programs run: .a, .b, .c and 2 more';
		expect((await shadow('apply', id)).asked).toContain(`? ${words} [y/N] `);
		expect((await shadow('apply', id, '--yes')).err).toBe(`${words.replace('They', 'These')}.\n`);
	});

	it('says that nothing was done where the answer is no', async () => {
		const id = await leave('a.txt', 'b.txt');
		expect(await shadow('apply', id)).toMatchObject({ code: 1, out: 'Nothing was applied.\n', err: '' });
		expect(await shadow('discard', id)).toMatchObject({
			code: 1,
			out: 'Nothing was discarded.\n',
			asked: `Discard all 2 changes of ${fixture.real} for good? [y/N] `,
		});
		expect(await shadow('discard', id, 'a.txt')).toMatchObject({
			code: 1,
			out: 'Nothing was discarded.\n',
			asked: `Discard 1 change of ${fixture.real} for good? [y/N] `,
		});
		expect(existsSync(join(fixture.real, 'a.txt'))).toBe(false);
		terminal.answer = true;
		expect(await shadow('discard', id)).toMatchObject({ code: 0, out: `Discarded the shadow ${id}.\n` });
	});
});
