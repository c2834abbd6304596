import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { exitMessage } from '../../src/frontends/exit-message.js';
import { leavingCard } from '../../src/view/leaving-card.js';
import { lineText } from '../../src/view/spans.js';
import { busy, endTurn, type Play, play, ready, turnId } from '../core/session/play.js';
import { full } from './scenes.js';

const leavingOf = ({ state, at }: Play, columns = 100) => ({
	session: state,
	now: at,
	home: '/home/me',
	logFile: '/home/me/log/a.log',
	columns,
});

const card = (from: Play, columns?: number) => leavingCard(leavingOf(from, columns))?.map(lineText) ?? null;

const leftBy = (...of: Parameters<typeof exitMessage>): string => stripVTControlCharacters(exitMessage(...of));

const counts = { cachedReadTokens: null, cachedWriteTokens: null };
const tokens = (total: number) => ({ ...counts, inputTokens: total, outputTokens: 0, totalTokens: total });

function worked(): Play {
	const turn = play(
		busy('Add a rate limiter'),
		{ type: 'session-info', title: 'A rate limiter\u001b[2J' },
		{ type: 'tool', patch: { id: 'c1', title: 'npm test', kind: 'execute', status: 'completed' } },
		{ type: 'tool', patch: { id: 'c2', title: 'npm run lint', kind: 'execute', status: 'failed' } },
		{
			type: 'plan',
			steps: [
				{ text: 'Read', priority: 'high', status: 'completed' },
				{ text: 'Write', priority: 'low', status: 'pending' },
			],
		},
	);
	const usage = {
		...tokens(34_000),
		models: [
			{ model: 'opus', ...tokens(31_000) },
			{ model: 'haiku', ...tokens(3000) },
		],
	};
	const ended = play(turn, { type: 'turn-ended', turnId: turnId(turn), reason: 'end_turn', usage });
	const record = { id: 'r1' } as NonNullable<typeof ended.state.record>;
	return { ...ended, state: { ...ended.state, record } };
}

test('Rows are wrapped, the command is not.', () => {
	const rows = card(worked(), 24) ?? [];
	expect(rows.slice(0, -1).every((row) => row.length <= 24)).toBe(true);
	expect(rows.at(-1)).toBe('▌ Resume  acp-tui --resume r1');
});

test('Where nothing was done, or only talked, there is no card.', () => {
	expect(card(ready())).toBeNull();
	expect(card(endTurn(busy()))).toBeNull();
	const env = { TERM: 'xterm-256color', NO_COLOR: '1' };
	expect(leftBy(leavingOf(endTurn(busy())), 'card', env)).toBe('Fake · 1 prompt · 1.0s\n');
	expect(leftBy(leavingOf(ready()), 'card', env)).toBe('');
});

test('A turn that runs counts, and is said to be interrupted.', () => {
	expect(card(full())?.slice(1, 3)).toEqual([
		expect.stringContaining('1 command · 1 of 2 tasks'),
		expect.stringContaining('interrupted'),
	]);
});

test.each([
	['line', /^Fake · 1 prompt/],
	['spoken', /^You left Fake\./],
] as const)('With %s there is none.', (form, words) => {
	const said = leftBy(leavingOf(worked()), form, { NO_COLOR: '1' });
	expect(said).toMatch(words);
	expect(said).not.toContain('▌');
});

test('A console without the signs gets ASCII.', () => {
	const said = leftBy(leavingOf(worked()), 'card', { TERM: 'linux', LANG: 'C', NO_COLOR: '1' });
	expect(said).toMatch(/^[\x20-\x7e\n]*$/);
	expect(said).toContain('| Done');
});
