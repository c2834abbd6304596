import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { takeLock } from '../../src/services/sessions/session-lock.js';
import { idOf, NOON, openState, saveSession } from '../services/sessions/saved-sessions.js';
import { type CarriedOut, carryOut } from './carry-out.js';

const agent = join(import.meta.dirname, '../agents/lists-sessions.mjs');
let [home, work, state] = ['', '', ''];

beforeEach(() => {
	home = openState();
	work = join(home, 'work');
	state = join(home, 'state');
	mkdirSync(work);
});

/** What `acp-tui sessions …` prints, and its exit code. */
const sessions = (...argv: readonly string[]): Promise<CarriedOut> =>
	carryOut(['sessions', ...argv, '-C', work], { home });

const json = async (...argv: readonly string[]) => JSON.parse((await sessions(...argv, '--json')).out);
const listing = (fault = ''): readonly string[] => [
	'--agent-command',
	`${process.execPath} ${agent} ${work} ${fault}`.trim(),
];
/** The name that an agent of this command line gets: its script's. */
const NAME = 'lists-sessions';

describe('The list', () => {
	test('has the sessions of this real folder, --all those of every one, newest first.', async () => {
		saveSession(state, idOf(1), { cwd: work, at: NOON });
		saveSession(state, idOf(2), { cwd: '/elsewhere', at: NOON + 5000 });
		symlinkSync(work, join(home, 'link'));
		saveSession(state, idOf(3), { cwd: join(home, 'link'), at: NOON + 9000 });
		expect((await json()).map(({ id }: { id: string }) => id)).toEqual([idOf(3), idOf(1)]);
		const all = await json('list', '--all');
		expect(all.map(({ id }: { id: string }) => id)).toEqual([idOf(3), idOf(2), idOf(1)]);
		expect(all[1]).toEqual({
			id: idOf(2),
			agent: 'fake',
			sessionId: `agent-${idOf(2)}`,
			title: 'Fix the tests',
			cwd: '/elsewhere',
			branch: 'main',
			createdAt: '2026-11-20T12:00:05.000Z',
			updatedAt: '2026-11-20T12:00:05.002Z',
			prompts: 1,
			state: 'idle',
			where: ['here'],
			cost: null,
			lastWords: 'Done.',
			readOnly: false,
			bytes: expect.any(Number),
		});
		expect((await sessions()).out).toMatch(new RegExp(`^${idOf(3)} .*fake  Fix the tests\n`));
	});

	test('names the shadow that a session worked in, and the command that goes on in it.', async () => {
		for (const number of [1, 2]) saveSession(state, idOf(number), { cwd: work, at: NOON });
		const folder = join(state, 'shadow', 'abcdef01');
		mkdirSync(folder, { recursive: true });
		const owner = { agent: 'fake', sessionId: 'later', earlierSessions: [`agent-${idOf(1)}`], cwd: work };
		const record = { version: 1, ...owner, createdAt: NOON, kind: 'overlay' };
		writeFileSync(join(folder, 'shadow.json'), JSON.stringify(record));
		const command = `acp-tui --resume ${idOf(1)} --sandbox shadow`;
		expect((await sessions()).out).toMatch(new RegExp(`\\n\\n${idOf(1)} left a shadow: ${command} goes on in it\\n$`));
		expect((await sessions('show', idOf(1))).out).toContain(`abcdef01: ${command} goes on in it`);
		expect((await sessions('show', idOf(2))).out).not.toContain('shadow');
	});

	test('without any says so, makes no folder and ends with 0.', async () => {
		expect(await sessions()).toMatchObject({ code: 0, err: '', out: expect.stringContaining('No sessions in this') });
		expect(await json('--all')).toEqual([]);
		expect(existsSync(state)).toBe(false);
	});

	test('shows nothing of a hostile title but its words, and names what cannot be read.', async () => {
		saveSession(state, idOf(1), {
			cwd: work,
			facts: { title: `\u001b]0;x\u0007\u202eevil\n${'y'.repeat(1_000_000)}` },
		});
		writeFileSync(join(state, 'sessions', `${idOf(2)}.jsonl`), 'junk');
		const { out, err, code } = await sessions();
		expect(code).toBe(0);
		expect(out).not.toMatch(/[\u001b\u0007\u202e]/);
		expect(out.length).toBeLessThan(500);
		expect(err).toBe(`acp-tui: 1 log cannot be read and is left out: ${idOf(2)}\n`);
	});
});

describe('An agent that the command line names', () => {
	test('is asked for its list, page by page, and both lists are one.', async () => {
		saveSession(state, idOf(1), { cwd: work, agent: NAME, at: NOON });
		saveSession(state, idOf(7), { cwd: work, agent: 'other', at: NOON });
		const rows: readonly Record<string, unknown>[] = await json(...listing());
		expect(rows.map(({ id, where, title }) => [id, where, title])).toEqual([
			[idOf(1), ['here', 'agent'], 'What the agent calls it'],
			['theirs-1', ['agent'], 'Begun \u001b[31melsewhere\u202e'],
			['theirs-2', ['agent'], ''],
		]);
		expect(rows[1]).toMatchObject({ createdAt: null, prompts: null, updatedAt: '2026-11-20T14:00:00.000Z' });
		expect((await json(...listing(), '--all')).length).toBe(4);
		for (const more of [[], ['--json']]) {
			expect((await sessions(...listing(), ...more)).out).not.toMatch(/[\u001b\u202e]/);
		}
	});

	test.each([
		['no-list', 1],
		['refuses-list', 3],
	])('that has none (%s) leaves ours, with a word and %i.', async (fault, code) => {
		saveSession(state, idOf(1), { cwd: work, agent: NAME });
		const ran = await sessions(...listing(fault), '--json');
		expect(JSON.parse(ran.out)).toHaveLength(1);
		expect(ran).toMatchObject({ code, err: expect.stringContaining(`the list of ${NAME} is missing`) });
	});

	test('deletes its own where it is asked to, first; ours stays where it refuses.', async () => {
		const file = saveSession(state, idOf(1), { cwd: work, agent: NAME });
		const refused = await sessions('delete', idOf(1), '--at', 'both', '--yes', ...listing('refuses-delete'));
		expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('It is locked') });
		expect(existsSync(file)).toBe(true);
		const both = await sessions('delete', idOf(1), '--at', 'both', '--yes', ...listing());
		expect(both).toMatchObject({ code: 0, err: '' });
		expect(both.out).toMatch(/^Deleted .* in the list of lists-sessions\.\nDeleted .* here\.\n$/);
		expect(existsSync(file)).toBe(false);
		expect((await sessions('delete', 'theirs-1', '--at', 'agent', '--yes', ...listing())).code).toBe(0);
		expect((await sessions('delete', 'theirs-1', '--at', 'both', '--yes', ...listing())).code).toBe(2);
	});
});

describe('A session', () => {
	test('is found by what was said, with the words around it.', async () => {
		saveSession(state, idOf(1), { cwd: work, said: ['Where is the lighthouse?', 'Beside the harbour.'] });
		saveSession(state, idOf(2), { cwd: work });
		const rows = await json('search', 'HARBOUR');
		expect(rows).toMatchObject([{ id: idOf(1), excerpt: 'Beside the harbour.' }]);
		expect((await sessions('search', 'harbour')).out).toContain('\n  Beside the harbour.\n');
		expect(await sessions('search', 'nowhere')).toMatchObject({ code: 0, out: expect.stringContaining('Nothing') });
	});

	test('is shown, renamed and exported by the beginning of its id.', async () => {
		saveSession(state, 'aaaabbbbcccc', { cwd: work });
		expect((await sessions('show', 'aaaa')).out).toMatch(/^Fix the tests\n\nid {10}aaaabbbbcccc\n/);
		expect((await json('show', 'agent-aaaabbbb')).id).toBe('aaaabbbbcccc');
		expect(await sessions('rename', 'aaaa', 'My', 'title')).toMatchObject({ code: 0 });
		expect((await json('show', 'aaaa')).title).toBe('My title');
		expect((await sessions('export', 'aaaa')).out).toMatch(/^# My title\n[\s\S]*Fix the tests[\s\S]*Done\./);
		const file = join(home, 'out.json');
		expect((await sessions('export', 'aaaa', file)).code).toBe(0);
		expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ version: 1, title: 'My title', cwd: work });
		expect((await sessions('export', 'aaaa', file)).code).toBe(2);
		expect((await sessions('export', 'aaaa', '/dev/null/x')).code).toBe(1);
	});

	test('that nobody knows ends with 2, and so does a beginning of several.', async () => {
		saveSession(state, 'aaaabbbbcccc');
		saveSession(state, 'aaaadddd0000');
		for (const argv of [['show'], ['rename'], ['export'], ['delete']]) {
			const more = argv[0] === 'rename' ? ['title'] : [];
			expect((await sessions(...argv, 'nope', ...more)).code, argv[0]).toBe(2);
			expect((await sessions(...argv, 'aaaa', ...more)).err).toContain('is the beginning of several ids');
		}
	});

	test('is deleted with consent alone, and never while it runs.', async () => {
		const file = saveSession(state, idOf(1), { cwd: work });
		expect(await sessions('delete', idOf(1))).toMatchObject({ code: 2, err: expect.stringContaining('--yes') });
		const lock = await takeLock(join(state, 'sessions', `${idOf(1)}.lock`));
		expect(await sessions('delete', idOf(1), '--yes')).toMatchObject({
			code: 1,
			err: expect.stringContaining('running'),
		});
		expect((await json())[0].state).toBe('running');
		if (lock.ok) await lock.value.release();
		expect(await sessions('delete', idOf(1), '--yes')).toMatchObject({ code: 0, err: '' });
		expect(existsSync(file)).toBe(false);
	});
});

describe('Cleaning up', () => {
	test('says what it would delete, and deletes what is too old or too much.', async () => {
		for (let number = 0; number < 4; number += 1) saveSession(state, idOf(number), { at: NOON + number });
		const left = () => readdirSync(join(state, 'sessions')).filter((name) => name.endsWith('.jsonl')).length;
		expect((await sessions('prune', '--older-than', '0d', '--dry-run')).out).toMatch(/Would delete 4 sessions/);
		expect(left()).toBe(4);
		expect((await sessions('prune', '--max-size', '1KB')).out).toMatch(/^Deleted [23] sessions/);
		expect(left()).toBeLessThan(3);
		expect((await sessions('prune', '--older-than', '0h')).code).toBe(0);
		expect(left()).toBe(0);
		expect((await sessions('prune')).out).toBe('Nothing to delete.\n');
	});

	test.each([
		['prune', '--older-than', 'soon'],
		['prune', '--max-size', 'big'],
		['delete', 'x', '--at', 'home'],
		['search', 'x', '--agent', 'demo'],
		['frobnicate'],
	])('what makes no sense ends with 2: %s %s %s', async (...argv) => {
		expect((await sessions(...argv)).code).toBe(2);
	});
});
