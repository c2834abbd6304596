import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { endProcesses, membersOf } from '../../../src/services/programs/end-processes.js';
import * as processList from '../../../src/services/programs/process-list.js';
import { type ProcessFact, parseStat } from '../../../src/services/programs/process-list.js';

vi.mock(import('../../../src/services/programs/process-list.js'), async (load) => ({
	...(await load()),
	listProcesses: vi.fn(() => Promise.reject(new Error('nobody may look'))),
}));

function fact(pid: number, parent: number, group: number, session: number): ProcessFact {
	return { pid, parent, group, session, startedAt: `start-${pid}` };
}

const running = { pid: 100, hasExited: () => false };
const ended = { pid: 100, hasExited: () => true };

test.each([
	['the leader and its group', running, [fact(100, 1, 100, 100), fact(101, 100, 100, 100)], [100, 101]],
	['another group of the session', running, [fact(100, 1, 100, 100), fact(102, 100, 102, 100)], [100, 102]],
	['a child in a session of its own', running, [fact(100, 1, 100, 100), fact(103, 100, 103, 103)], [100, 103]],
	[
		'a grandchild in a session of its own',
		running,
		[fact(100, 1, 100, 100), fact(104, 103, 103, 103), fact(103, 100, 103, 103)],
		[100, 104, 103],
	],
	['orphans of a leader that ended', ended, [fact(105, 1, 100, 100)], [105]],
	['strangers', running, [fact(1, 0, 1, 1), fact(200, 1, 200, 200)], []],
	['a stranger with the number of a leader that ended', ended, [fact(100, 1, 100, 100), fact(101, 100, 100, 100)], []],
	['never this program itself', running, [fact(process.pid, 100, 100, 100)], []],
] as const)('%s', (_, leader, processes, pids) => {
	expect(membersOf(processes, leader, new Map()).map(({ pid }) => pid)).toEqual(pids);
});

test('who left the session is remembered after its parent has gone, with its own session; a later one is not', () => {
	const remembered = new Map<number, string>();
	membersOf([fact(100, 1, 100, 100), fact(103, 100, 103, 103)], running, remembered);
	expect(membersOf([fact(103, 1, 103, 103)], ended, remembered).map(({ pid }) => pid)).toEqual([103]);
	const orphan = fact(106, 1, 106, 103);
	const later = { ...fact(103, 1, 103, 103), startedAt: 'later' };
	expect(membersOf([later, orphan], ended, remembered)).toEqual([]);
	expect(membersOf([orphan], ended, remembered)).toEqual([orphan]);
});

test.each([
	[
		'7 (sh) S 1 7 7 34816 7 0 0 0 0 0 0 0 0 0 20 0 1 0 4242 0 0',
		{ pid: 7, parent: 1, group: 7, session: 7, startedAt: '4242' },
	],
	[
		'8 (a) S (b c) R 7 7 7 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 99 0',
		{ pid: 8, parent: 7, group: 7, session: 7, startedAt: '99' },
	],
	['9 (dead) Z 1 9 9 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 99 0', null],
	['nonsense', null],
	['', null],
])('the process line %j is read', (line, expected) => {
	expect(parseStat(line)).toEqual(expected);
});

test('where processes cannot be listed, the group is ended all the same', async () => {
	const child = spawn('sh', ['-c', 'trap "" TERM HUP; echo ready; while :; do sleep 600; done'], { detached: true });
	await once(child.stdout, 'data');
	const exited = once(child, 'close');
	const leader = { pid: child.pid ?? 0, hasExited: () => child.signalCode !== null, exited };
	expect(await endProcesses(leader)).toBe(true);
	// Its output is closed too: the child that held it is gone.
	expect(await exited).toEqual([null, 'SIGKILL']);
	expect(processList.listProcesses).toHaveBeenCalled();
});
