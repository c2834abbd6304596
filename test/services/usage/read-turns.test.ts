import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type TurnUsage, turnLine } from '../../../src/core/usage/turn-usage.js';
import { readTurns } from '../../../src/services/usage/read-turns.js';
import { createUsage } from '../../../src/services/usage/usage.js';

let folder = '';
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'usage-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const header = (cwd = '/w') => `${JSON.stringify({ format: 'acp-tui-session', version: 1, id: 'x', cwd })}\n`;
const turn = (endedAt: number, extra: Partial<TurnUsage> = {}): TurnUsage => ({
	startedAt: endedAt - 10,
	endedAt,
	agent: 'claude',
	sessionId: 's1',
	model: null,
	outcome: 'end_turn',
	workMs: 10,
	waitMs: 0,
	...extra,
});
const event = (text: string) => `${JSON.stringify({ at: 1, event: { type: 'text', text } })}\n`;
const log = (name: string, text: string) => writeFile(join(folder, `${name}.jsonl`), text);
const ends = async (since: number | null = null) =>
	((await readTurns(folder, since)) ?? []).map(({ turn: { endedAt } }) => endedAt).sort((one, other) => one - other);

describe('The turns in the logs of sessions', () => {
	test('are read with the folder of their session, whatever stands between them.', async () => {
		await log(
			'aaaaaaaaaaaa',
			header('/a') + event('hi') + turnLine(turn(100)) + event('"turn":{') + turnLine(turn(200)),
		);
		await log('bbbbbbbbbbbb', header('/b') + turnLine(turn(300)));
		const turns = await readTurns(folder, null);
		expect(turns?.map(({ project, turn: { endedAt } }) => `${project} ${endedAt}`).sort()).toEqual([
			'/a 100',
			'/a 200',
			'/b 300',
		]);
	});

	test('count from a time on.', async () => {
		await log('aaaaaaaaaaaa', header() + turnLine(turn(100)) + turnLine(turn(200)));
		expect(await ends(150)).toEqual([200]);
	});

	test('of a log that was last written long before are not even looked for, with a margin for clocks.', async () => {
		const day = 24 * 3600;
		await log('aaaaaaaaaaaa', header() + turnLine(turn(20 * day * 1000)));
		await utimes(join(folder, 'aaaaaaaaaaaa.jsonl'), 10 * day, 10 * day);
		expect(await ends(12 * day * 1000)).toEqual([]);
		expect(await ends(10.5 * day * 1000)).toEqual([20 * day * 1000]);
	});

	test('are those before the place where a log was cut off, and after a line that is none.', async () => {
		const half = turnLine(turn(300)).slice(0, -20);
		await log('aaaaaaaaaaaa', `${header()}${turnLine(turn(100))}\u0000\u0001{"turn":\n${turnLine(turn(200))}${half}`);
		expect(await ends()).toEqual([100, 200]);
	});

	test('are none in what is no log of ours.', async () => {
		await log('aaaaaaaaaaaa', turnLine(turn(1)));
		await log('bbbbbbbbbbbb', '');
		await log('cccccccccccc', `{"format":"other","cwd":"/"}\n${turnLine(turn(2))}`);
		await log('dddddddddddd', `${'x'.repeat(200_000)}\n${turnLine(turn(3))}`);
		await log('../out', header() + turnLine(turn(4))).catch(() => {});
		await log('NotAnId', header() + turnLine(turn(5)));
		await mkdir(join(folder, 'eeeeeeeeeeee.jsonl'));
		await writeFile(join(folder, 'outside'), header() + turnLine(turn(6)));
		await symlink(join(folder, 'outside'), join(folder, 'ffffffffffff.jsonl'));
		expect(await ends()).toEqual([]);
		await rm(join(folder, '..', 'out.jsonl'), { force: true });
	});

	test('are not known where there is no folder.', async () => {
		expect(await readTurns(join(folder, 'none'), null)).toBeNull();
	});
});

test('Today and the last seven days are those of the logs and of the open session, each turn once.', async () => {
	const noon = new Date(2026, 10, 22, 12).getTime();
	const day = 24 * 3600 * 1000;
	const tokens = { inputTokens: 1, outputTokens: 1, cachedReadTokens: null, cachedWriteTokens: null, totalTokens: 2 };
	const of = (at: number) => turn(at, { tokens });
	const lines = [noon - 8 * day, noon - 3 * day, noon - 3600_000].map((at) => turnLine(of(at)));
	await log('aaaaaaaaaaaa', header() + lines.join(''));
	// A fork has the lines of the session that it came from.
	await log('bbbbbbbbbbbb', header() + lines.join(''));
	const usage = createUsage(folder, () => noon);
	const { today, week } = await usage.recent([of(noon - 3600_000), of(noon - 60_000)]);
	expect(today).toMatchObject({ prompts: 2, totalTokens: 4 });
	expect(week).toMatchObject({ prompts: 3, totalTokens: 6 });
});
