import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { UsageError } from '../../../src/cli/errors.js';
import { parseCommandLine } from '../../../src/cli/parse-command-line.js';
import { findPaths } from '../../../src/cli/paths.js';
import { ALL_SUBCOMMANDS } from '../../../src/cli/subcommands/all-subcommands.js';
import { type TurnUsage, turnLine } from '../../../src/core/usage/turn-usage.js';
import { temporaryFolder } from '../../services/temporary-folder.js';

let folder = '';
beforeEach(() => {
	folder = temporaryFolder();
});

/** `acp-tui usage` with these words; what it prints. */
const usage = (...args: readonly string[]) => usageWith({}, ...args);

async function usageWith(
	more: Readonly<Record<string, string>>,
	...args: readonly string[]
): Promise<{ readonly code: number; readonly out: string }> {
	const env = { ACP_TUI_STATE_DIR: folder, NO_COLOR: '1', ...more };
	const command = parseCommandLine(['usage', ...args], '0', ALL_SUBCOMMANDS);
	if (command.type !== 'subcommand') throw new Error(command.type);
	let out = '';
	const write = vi.spyOn(process.stdout, 'write').mockImplementation((text, encodingOrDone?: unknown) => {
		out += String(text);
		if (typeof encodingOrDone === 'function') encodingOrDone();
		return true;
	});
	try {
		const world = { env, cwd: folder, paths: findPaths(env, folder) };
		const code = await command.run({ world } as unknown as Parameters<typeof command.run>[0]);
		return { code, out };
	} finally {
		write.mockRestore();
	}
}

async function keep(id: string, cwd: string, ...turns: readonly Partial<TurnUsage>[]): Promise<void> {
	await mkdir(join(folder, 'sessions'), { recursive: true });
	const lines = turns.map((turn) =>
		turnLine({
			startedAt: 1,
			endedAt: Date.now(),
			agent: 'claude',
			sessionId: id,
			model: 'opus',
			outcome: 'end_turn',
			tokens: { inputTokens: 9000, outputTokens: 84, cachedReadTokens: 0, cachedWriteTokens: null, totalTokens: 9084 },
			cost: [{ amount: 0.25, currency: 'USD' }],
			toolCalls: { edit: { allowed: 2, denied: 1, failed: 0 } },
			workMs: 12_000,
			waitMs: 3000,
			...turn,
		}),
	);
	const header = JSON.stringify({ format: 'acp-tui-session', version: 1, id, cwd });
	await writeFile(join(folder, 'sessions', `${id}.jsonl`), `${header}\n${lines.join('')}`);
}

test('The JSON has the time, the total and the groups.', async () => {
	await keep('aaaaaaaaaaaa', '/a', {}, { startedAt: 2, endedAt: Date.now() - 48 * 3_600_000 });
	await keep('bbbbbbbbbbbb', '/b', { agent: 'codex', model: null });
	const { code, out } = await usage('--since', '24h', '--by', 'project', '--json');
	const { since, total, groups } = JSON.parse(out);
	expect(code).toBe(0);
	expect(Math.abs(Date.parse(since) - (Date.now() - 24 * 3_600_000))).toBeLessThan(60_000);
	expect(total).toEqual({
		inputTokens: 18_000,
		outputTokens: 168,
		cachedReadTokens: 0,
		cachedWriteTokens: null,
		totalTokens: 18_168,
		cost: [{ amount: 0.5, currency: 'USD' }],
		prompts: 2,
		toolCalls: { allowed: 4, denied: 2, failed: 0 },
		workMs: 24_000,
		waitMs: 6000,
	});
	expect(groups.map(({ key, prompts }: { key: string; prompts: number }) => [key, prompts]).sort()).toEqual([
		['/a', 1],
		['/b', 1],
	]);
	expect(JSON.parse((await usage('--json')).out)).toMatchObject({ since: null, total: { prompts: 3 } });
	expect(JSON.parse((await usage('--by', 'model', '--json')).out).groups).toMatchObject([
		{ key: 'opus' },
		{ key: null },
	]);
});

test('People get a table, with the sum below where there are several rows.', async () => {
	await keep('aaaaaaaaaaaa', '/a', {});
	await keep('bbbbbbbbbbbb', '/b', { agent: '\u001b[31mcodex' });
	const { out } = await usage();
	expect(out).toMatch(
		/^All sessions that are kept\n\nagent +in +out +total +cost +prompts +tools +denied +working +waiting\n/,
	);
	expect(out).toMatch(/claude +9\.0k +84 +9\.1k +\$0\.25 +1 +2 +1 +12s +3\.0s\n/);
	expect(out).toMatch(/total +18k +168 +18k +\$0\.50 +2 +4 +2 +24s +6\.0s\n/);
	expect(out).not.toContain('\u001b');
	expect(out).toMatch(/Each day of 4 weeks, in tokens; most 18k\n(?:·{7} ){3}·{6}█\n/);
	expect(out).toMatch(/By agent\n +codex .*\n +claude +█{10}░{10} +50% +9\.1k +\$0\.25\n/);
	const ascii = (await usageWith({ LC_ALL: 'C' }, '--since', '2w')).out;
	expect(ascii).toMatch(/(?:\.{7} ){3}\.{6}#\n/);
	expect(ascii).toMatch(/claude +#{10}\.{10} +50%/);
	await writeFile(join(folder, '.acp-tuirc.json'), '{"ui":{"glyphs":"ascii"}}');
	expect((await usage('--since', '2w')).out).toBe(ascii);
	await writeFile(join(folder, '.acp-tuirc.json'), '{"ui":');
	expect((await usage('--since', '2w')).out).toContain('█');
});

test('Where there is nothing it says so, in the JSON with nulls.', async () => {
	expect(await usage()).toEqual({ code: 0, out: `No session is kept: there is no ${folder}/sessions.\n` });
	await keep('aaaaaaaaaaaa', '/a');
	expect((await usage()).out).toBe('No prompt was sent in the sessions that are kept.\n');
	expect((await usage('--since', '2w')).out).toMatch(/^No prompt was sent since \d+ \w+ \d{4}, \d\d:\d\d\.\n$/);
	expect(JSON.parse((await usage('--json')).out)).toMatchObject({
		total: { prompts: 0, totalTokens: null },
		groups: [],
	});
});

test('Wrong words are wrong usage.', async () => {
	await expect(usage('--since', 'soon')).rejects.toThrow(UsageError);
	expect(() => parseCommandLine(['usage', '--by', 'week'], '0', ALL_SUBCOMMANDS)).toThrow(
		/--by takes agent, project, model/,
	);
});
