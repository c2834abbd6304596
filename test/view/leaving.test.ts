import { describe, expect, test } from 'vitest';
import type { ChangedFile } from '../../src/core/changes.js';
import type { AppEvent } from '../../src/core/event.js';
import { leavingLines, leavingSentences } from '../../src/view/leaving.js';
import { lineText } from '../../src/view/spans.js';
import { busy, endTurn, type Play, play, prompt, ready, starting, turnId } from '../core/session/play.js';

const leavingOf = ({ state, at }: Play) => ({
	session: state,
	now: at,
	home: '/home/me',
	logFile: '/home/me/log/a.log',
	columns: 80,
});
const lines = (from: Play): readonly string[] => leavingLines(leavingOf(from)).map(lineText);
const said = (from: Play): readonly string[] => leavingSentences(leavingOf(from));

const file = (path: string, parts: Partial<ChangedFile> = {}): ChangedFile => ({
	path,
	kind: 'modified',
	canRestore: true,
	known: { type: 'unknown' },
	diff: { type: 'diff', path: `/w/${path}`, oldText: 'a\nb\n', newText: 'a\nc\nd\n' },
	isTampering: false,
	...parts,
});

const changed = (from: Play, ...files: readonly ChangedFile[]): Play => {
	const snapshot = (id: string) => ({ id, at: 0, gaps: [] });
	const set = {
		id: turnId(from),
		turnId: turnId(from),
		before: snapshot('1'),
		after: snapshot('2'),
		files,
		undone: [],
	};
	return play(endTurn(from), { type: 'turn-changes', set });
};

describe('What stays on the screen after leaving', () => {
	test('Of several sessions each has its title.', () => {
		const named = play(endTurn(busy()), { type: 'session-info', title: 'The parser' });
		const leaving = { ...leavingOf(named), isNamed: true };
		expect(leavingLines(leaving).map(lineText)[0]).toMatch(/^The parser · /);
		expect(leavingSentences(leaving)[0]).toContain('You left The parser with ');
		expect(lines(named)[0]).not.toContain('The parser');
	});

	test.each([
		['an untouched session', ready()],
		['an agent that is still starting', starting()],
	])('%s leaves nothing behind.', (_, session) => {
		expect(lines(session)).toEqual([]);
		expect(said(session)).toEqual([]);
	});

	test('The command that goes on says the sandbox where this run alone did, and what waits in a shadow is named.', () => {
		const once = endTurn(busy());
		const record = { id: 'r1' } as NonNullable<typeof once.state.record>;
		const profile = { ...once.state.profile, sandbox: 'shadow' as const };
		const kept = { ...once, state: { ...once.state, record, profile } };
		expect(lines(kept)).toEqual(['Fake · 1 prompt · 1.0s · acp-tui --resume r1']);
		const asked = { ...kept, state: { ...kept.state, profile: { ...profile, isSandboxAsked: true as const } } };
		expect(lines(asked).at(-1)).toBe('Fake · 1 prompt · 1.0s · acp-tui --resume r1 --sandbox shadow');
		expect(said(asked).at(-1)).toBe('Resume it with: acp-tui --resume r1 --sandbox shadow');
		const network = { network: 'off', isNetworkAsked: true } as const;
		const off = { ...asked, state: { ...asked.state, profile: { ...asked.state.profile, ...network } } };
		expect(lines(off).at(-1)).toMatch(/ · acp-tui --resume r1 --sandbox shadow --network off$/);
		const now = { ...once.state.profile, sandbox: 'watch' as const };
		const left = { ...kept, state: { ...kept.state, profile: now, leftShadow: { id: 'abc', count: 2 } } };
		expect(lines(left).at(-1)).toMatch(/ · acp-tui --resume r1 --sandbox shadow$/);
		expect(lines(left)).toContain(
			'2 changes wait in the shadow: acp-tui shadow show abc, then acp-tui shadow apply abc',
		);
	});

	test('Nothing is wider than the terminal, and no word is cut.', () => {
		const session = changed(busy(), file('a.ts'), file('b.ts'));
		const narrow = leavingLines({ ...leavingOf(session), columns: 24 }).map(lineText);
		expect(Math.max(...narrow.map((line) => line.length))).toBeLessThanOrEqual(24);
		expect(narrow.join(' ').replace(/ +/g, ' ')).toContain('2 files changed +4 −2');
	});

	test('A turn that runs is said to be stopped.', () => {
		expect(lines(busy())).toEqual(['Fake · 1 prompt · interrupted']);
		expect(said(busy())).toEqual(['You left Fake. 1 prompt. It was interrupted.']);
	});

	test('Files are counted once, without what was put back, and their lines where all can be counted.', () => {
		const first = changed(busy(), file('a.ts'), file('b.ts'));
		expect(lines(first)).toEqual(['Fake · 1 prompt · 1.0s · 2 files changed +4 −2']);
		expect(said(first)[0]).toContain('2 files changed, 4 lines added, 2 removed.');
		const again = changed(play(first, prompt('more')), file('a.ts'));
		expect(lines(again)[0]).toContain('2 files changed +6 −3');
		const binary = changed(play(first, prompt('more')), file('c.bin', { diff: null }));
		expect(lines(binary)[0]).toMatch(/3 files changed$/);
	});

	test('The log is named after a failure only, also where nothing was sent.', () => {
		const failure = { code: 'not-found', message: 'There is no \u001b]0;x\u0007agent' } as const;
		const failed = play(starting(), { type: 'agent-failed', failure });
		expect(lines(failed)).toEqual(['There is no agent. The log: ~/log/a.log']);
		expect(said(failed)).toEqual(['There is no agent. The log is ~/log/a.log']);
		const exit = { code: 3, signal: null, stderrTail: [], junkLines: 0, expected: false };
		expect(lines(play(endTurn(busy()), { type: 'agent-exited', exit }))[0]).toBe(
			'The agent ended by itself. The log: ~/log/a.log',
		);
	});

	test('A name that an agent chose cannot write to the terminal.', () => {
		const session = endTurn(busy());
		const { agent } = session.state;
		if (agent === null) throw new Error('no agent');
		const hostile = { ...session, state: { ...session.state, agent: { ...agent, title: 'A\u001b[2J\n\u202eB' } } };
		const text = lines(hostile).join('\n');
		expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
		expect(text.split('\n')).toHaveLength(1);
	});

	const usage = (amount: number): AppEvent => ({
		type: 'usage',
		usage: { used: 10, size: 100, cost: { amount, currency: 'USD' } },
	});
	const opened: AppEvent = { type: 'session-opened', sessionId: 's2', modes: null, options: [] };

	test.each<[string, AppEvent[]]>([
		['a new session', [{ type: 'new-session' }, opened]],
		['an emptied screen', [{ type: 'clear-transcript' }]],
		['a restarted agent', [{ type: 'restart-agent' }]],
	])('Over %s nothing of what was done is forgotten.', (_, events) => {
		const first = play(changed(busy(), file('a.ts')), usage(0.5));
		const [line = ''] = lines(play(first, ...events));
		expect(line).toMatch(/^Fake · 1 prompt · 1\.0s · 1 file changed.* · \$0\.50$/i);
	});

	test('After it the counts go on, and each file counts once.', () => {
		const first = play(changed(busy(), file('a.ts')), usage(0.5), { type: 'new-session' }, opened);
		const second = play(changed(play(first, prompt('more')), file('a.ts'), file('b.ts')), usage(0.25));
		expect(lines(second)).toEqual(['Fake · 2 prompts · 2.0s · 2 files changed · $0.75']);
		expect(said(second)).toEqual(['You left Fake. 2 prompts. It worked for 2 s. 2 files changed. $0.75.']);
	});
});
