import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, test } from 'vitest';
import { quoteWords } from '../../src/core/policy/shell/quote-word.js';
import { temporaryFolder } from '../services/temporary-folder.js';
import { kindsOf } from '../setup/whole.js';
import { print, worldIn } from './world.js';

const agent = quoteWords([process.execPath, fileURLToPath(new URL('../agents/marked.mjs', import.meta.url))]);
let folder = '';
beforeEach(() => {
	folder = temporaryFolder();
});

/** Runs the agent whose words are marked; returns the log. */
async function logOf(prompt: string, level: string): Promise<string> {
	await print(worldIn(folder, { ACP_TUI_LOG: level }), prompt, '--timeout', '20', '--agent-command', agent);
	return readFile(join(folder, 'state', 'acp-tui.log'), 'utf8').catch(() => '');
}

test.each(kindsOf(['info', 'debug'], ['error', 'warn']))(
	'Nothing that is said, asked, run or written stands in a log of level %s, and no secret.',
	async (level) => {
		const log = `${await logOf('CONTENT ends', level)}${await logOf('CONTENT fails', level)}`;
		expect(log).not.toContain('SECRET');
		expect(log).not.toContain('CONTENT');
		expect(log.includes('STDERR')).toBe(level === 'debug');
	},
);

test('The log tells how a run went: start, handshake, session, prompt, decisions, end with figures.', async () => {
	const lines = (await logOf('CONTENT fails', 'info'))
		.trimEnd()
		.split('\n')
		.map((line) => JSON.parse(line) as { what: string; facts: Record<string, unknown> });
	const whats = lines.map(({ what }) => what);
	const life = [
		'started',
		'agent starting',
		'agent connected',
		'session opened',
		'prompt sent',
		'turn failed',
		'session closed',
	];
	expect(whats.filter((what) => life.includes(what))).toEqual(life);
	const factsOf = (what: string) => lines.find((line) => line.what === what)?.facts;
	expect(factsOf('agent connected')).toMatchObject({ version: '1.2.3', protocol: 1, milliseconds: expect.any(Number) });
	expect(factsOf('session opened')).toMatchObject({ sessionId: 's1', milliseconds: expect.any(Number) });
	expect(factsOf('turn failed')).toMatchObject({
		code: 'agent-error',
		class: expect.any(String),
		toolCalls: expect.any(Object),
		workMs: expect.any(Number),
	});
	expect(factsOf('session closed')).toMatchObject({ sessionId: 's1', prompts: 1, milliseconds: expect.any(Number) });
	expect(whats).toEqual(expect.arrayContaining(['decided', 'not understood', 'notice of the agent', 'compaction']));
});
