import { symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { ResumeOption, RunOptions } from '../../../src/cli/command.js';
import { parseCommandLine } from '../../../src/cli/parse-command-line.js';
import * as messages from '../../../src/cli/resume/find-session.js';
import { findSession } from '../../../src/cli/resume/find-session.js';
import { ALL_SUBCOMMANDS } from '../../../src/cli/subcommands/all-subcommands.js';
import type { FoundSession, SessionQuery, SessionRow } from '../../../src/core/session-index.js';
import { temporaryFolder } from '../../services/temporary-folder.js';
import { listed } from '../../view/sessions/sessions-stage.js';

function options(...argv: readonly string[]): RunOptions {
	const command = parseCommandLine(argv, '9.9.9', ALL_SUBCOMMANDS);
	if (command.type !== 'interactive' && command.type !== 'print') throw new Error('no run');
	return command.run;
}

function indexOf(rows: readonly SessionRow[]) {
	return {
		async find(id: string): Promise<FoundSession> {
			const found = rows.filter((row) => row.id.startsWith(id) || row.sessionId?.startsWith(id) === true);
			const [row, more] = found;
			if (row === undefined) return { type: 'none' };
			return more === undefined ? { type: 'found', row } : { type: 'several', rows: found };
		},
		async list({ cwd, agent }: SessionQuery = {}) {
			const fits = (row: SessionRow) => row.cwd === cwd && (agent === undefined || row.agent === agent);
			return { rows: rows.filter(fits), unreadable: [] };
		},
	};
}

/** Another program has what is open. */
const held = async () => ({ pid: 4711, isThisProgram: false, since: 0 });

const start = (argv: readonly string[], rows: readonly SessionRow[], cwd: string) =>
	findSession(options(...argv), { index: indexOf(rows), holder: held, world: { cwd }, atAgent: null });

const taken = (id: string, isFork = false) => ({ target: { recordId: id }, isFork });

test('A session by the beginning of its id brings its folder and its agent, and says where it works.', async () => {
	const [here, there] = [temporaryFolder(), temporaryFolder()];
	const found = await start(['-r', 'aa'], [listed('aab', 1, { cwd: there, agent: 'claude' })], here);
	expect(found.run).toMatchObject({ cwd: there, agent: 'claude' });
	expect(await found.settle('claude')).toMatchObject({
		resume: taken('aab'),
		asksFor: null,
		notices: [messages.worksIn(there)],
	});
});

test('A session of this folder is found by the id of its agent as well, and nothing is said.', async () => {
	const here = temporaryFolder();
	const link = `${here}-link`;
	symlinkSync(here, link);
	const found = await start(['-r', 's-aab', '--fork', '--cwd', link], [listed('aab', 1, { cwd: here })], here);
	expect(await found.settle('fake')).toMatchObject({ resume: taken('aab', true), notices: [] });
});

test('An unknown or ambiguous id, another folder or agent, and a folder that is gone are refused in a sentence.', async () => {
	const here = temporaryFolder();
	const rows = [
		listed('aab', 1, { cwd: here }),
		listed('aac', 1, { cwd: here }),
		listed('gone', 1, { cwd: `${here}/x` }),
	];
	const [, , gone] = rows;
	await expect(start(['-r', 'zz'], rows, here)).rejects.toThrow(messages.unknownSession('zz'));
	await expect(start(['-r', 'aa'], rows, here)).rejects.toThrow('several sessions begin so: aab "Session aab", aac');
	await expect(start(['-r', 'aab', '--cwd', '/'], rows, here)).rejects.toThrow('leave --cwd out');
	await expect(start(['-r', 'gone'], rows, here)).rejects.toThrow(messages.folderGone(gone ?? listed('', 0)));
	const other = await start(['-r', 'aab', '-a', 'other'], rows, here);
	await expect(other.settle('other')).rejects.toThrow('leave the agent out');
});

test('The newest of this folder is gone on with, and its agent is started; of a named agent the newest of that.', async () => {
	const here = temporaryFolder();
	const rows = [
		listed('elsewhere', 0, { cwd: '/elsewhere' }),
		listed('new', 1, { cwd: here, agent: 'codex' }),
		listed('old', 2, { cwd: here, agent: 'claude' }),
	];
	const any = await start(['-c'], rows, here);
	expect(any.run.agent).toBe('codex');
	expect((await any.settle('codex')).resume).toEqual(taken('new'));
	const named = await start(['-c', '-a', 'cl'], rows, here);
	expect(named.run.agent).toBe('cl');
	expect((await named.settle('claude')).resume).toEqual(taken('old'));
});

test('Where there is no session here, a new one begins and that is said.', async () => {
	const found = await start(['-c'], [], temporaryFolder());
	expect(await found.settle('demo')).toMatchObject({ resume: null, notices: [messages.NO_SESSION_YET] });
});

test('What another program has open is offered in the list; without a screen it ends with a sentence.', async () => {
	const here = temporaryFolder();
	const rows = [listed('busy', 1, { cwd: here, state: 'running' }), listed('free', 2, { cwd: here })];
	const asked = await start(['-r', 'busy'], rows, here);
	expect(await asked.settle('fake')).toMatchObject({ resume: null, asksFor: 'busy' });
	const forked = await start(['-r', 'busy', '--fork'], rows, here);
	expect(await forked.settle('fake')).toMatchObject({ resume: taken('busy', true) });
	const printed = await start(['-p', 'hi', '-r', 'busy'], rows, here);
	await expect(printed.settle('fake')).rejects.toThrow('“Session busy” is still open in another acp-tui (pid 4711)');
	const next = await (await start(['-c'], rows, here)).settle('fake');
	expect(next.resume).toEqual(taken('free'));
	expect(next.notices.join()).toMatch(
		/“Session busy” is still open in another acp-tui \(pid 4711\).*the session before it/,
	);
	const only = await (await start(['-c'], rows.slice(0, 1), here)).settle('fake');
	expect(only).toMatchObject({ resume: null, asksFor: 'busy' });
	expect(only.notices.join()).toContain('is still open in another acp-tui (pid 4711)');
	await expect(start(['-p', 'hi', '-c'], rows.slice(0, 1), here)).rejects.toThrow('is still open in another acp-tui');
});

test('A record of a newer version is shown, not gone on with.', async () => {
	const here = temporaryFolder();
	const rows = [listed('new', 1, { cwd: here, isReadOnly: true }), listed('old', 2, { cwd: here })];
	expect((await (await start(['-c'], rows, here)).settle('fake')).resume).toEqual(taken('old'));
	const printed = await start(['-p', 'hi', '-r', 'new'], rows, here);
	await expect(printed.settle('fake')).rejects.toThrow('newer acp-tui');
});

test('-r alone opens the list.', async () => {
	const found = await start(['-r'], [], temporaryFolder());
	expect(await found.settle('fake')).toMatchObject({ resume: null, asksFor: '' });
	const option: ResumeOption | null = options('-r').resume;
	expect(option?.type).toBe('list');
});

test('An id that nobody here knows is looked for in the list of the agent that is named.', async () => {
	const here = temporaryFolder();
	const session = (sessionId: string) => ({
		sessionId,
		cwd: here,
		title: 'Begun there',
		updatedAt: 7,
		additionalDirectories: [],
	});
	const find = (id: string, failure: string | null = null) =>
		findSession(options('-r', id, '-a', 'claude'), {
			index: indexOf([]),
			holder: async () => null,
			world: { cwd: here },
			atAgent: async () => ({
				agent: 'claude',
				sessions: failure === null ? [session('5b3e'), session('5c00'), session('5c01')] : [],
				cutShort: null,
				failure: failure === null ? null : { code: 'agent-error', message: failure },
			}),
		});
	expect(await (await find('5b')).settle('claude')).toMatchObject({
		resume: { target: { agent: 'claude', sessionId: '5b3e', cwd: here, title: 'Begun there' }, isFork: false },
	});
	await expect(find('5c')).rejects.toThrow('several sessions begin so');
	await expect(find('x')).rejects.toThrow(messages.unknownSession('x'));
	await expect(find('x', 'out of order')).rejects.toThrow('claude could not be asked for its sessions: out of order');
});

test('A session that is just being left is waited for, by its lock.', async () => {
	const here = temporaryFolder();
	let looks = 0;
	let rows = [listed('busy', 1, { cwd: here, state: 'running' })];
	const holder = async () => {
		looks += 1;
		if (looks < 3) return { pid: 4711, isThisProgram: false, since: 0, isLeaving: true as const };
		rows = [listed('busy', 1, { cwd: here })];
		return null;
	};
	const index = { ...indexOf(rows), list: async () => ({ rows, unreadable: [] }) };
	const found = await findSession(options('-c'), { index, holder, world: { cwd: here }, atAgent: null });
	expect(await found.settle('fake')).toMatchObject({ resume: taken('busy'), notices: [] });
	expect(looks).toBeGreaterThan(2);
});

test('Where a log is damaged beyond repair nobody says that there is no session.', async () => {
	const here = temporaryFolder();
	const index = { ...indexOf([]), list: async () => ({ rows: [], unreadable: ['abcdefghijkl'] }) };
	const found = await findSession(options('-c'), { index, holder: held, world: { cwd: here }, atAgent: null });
	const { notices } = await found.settle('fake');
	expect(notices.join()).toContain('abcdefghijkl');
	expect(notices).not.toContain(messages.NO_SESSION_YET);
});
