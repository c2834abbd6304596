import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import '../../scripts/run-sources.mjs';
import { median } from '../statistics.mjs';

const WORDS =
	'the of parser tests refactor function module error agent session file line branch commit read write'.split(' ');
const START = Date.parse('2026-11-01T00:00:00Z');

/**
 * The list of kept sessions and the search over all that was said in them, without and with what earlier looks left.
 * The measure of a search is to read all that was said once.
 */
export async function sessions(program, { searched, listed }) {
	const { createSessionIndex } = await import('../../src/services/sessions/index/session-index.ts');
	const open = (folder) => createSessionIndex({ folder, isKept: true });
	const small = makeSessions(searched, 60_000);
	const large = makeSessions(listed, 1000);
	try {
		const first = await timed(() => open(small).search('xylophone'));
		const texts = join(small, 'index', 'search', 'index.db');
		const searches = [];
		const reads = [];
		for (let run = 0; run < 9; run += 1) {
			reads.push((await timed(() => readFileSync(texts))).ms);
			searches.push((await timed(() => open(small).search(run % 2 === 0 ? 'xylophone' : 'the parser "of the"'))).ms);
		}
		const build = await timed(() => open(large).list());
		const again = await timed(() => open(large).list());
		const folder = await timed(() => open(large).list({ cwd: '/work/3' }));
		if (first.value.length !== 1 || again.value.rows.length !== listed) throw new Error('the index misses sessions');
		return {
			firstSearchMs: first.ms,
			searchMs: median(searches),
			searchByRead: median(searches) / median(reads),
			buildMs: build.ms,
			listMs: again.ms,
			listFolderMs: folder.ms,
			bareNodeMs: await program.bareNode(),
		};
	} finally {
		rmSync(join(small, '..'), { recursive: true, force: true });
		rmSync(join(large, '..'), { recursive: true, force: true });
	}
}

async function timed(work) {
	const from = performance.now();
	const value = await work();
	return { value, ms: performance.now() - from };
}

/** Writes logs of so many bytes each; one of them holds a rare word. Returns their folder. */
function makeSessions(count, bytes) {
	const folder = join(mkdtempSync(join(tmpdir(), 'acp-tui-bench-')), 'sessions');
	mkdirSync(folder);
	let seed = 1;
	const next = () => {
		seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
		return WORDS[(seed >> 8) % WORDS.length];
	};
	const words = (many) => Array.from({ length: many }, next).join(' ');
	for (let number = 0; number < count; number += 1) {
		const id = number.toString(36).padStart(12, '0');
		const at = START + number * 1000;
		const cwd = `/work/${number % 20}`;
		const lines = [
			{
				format: 'acp-tui-session',
				version: 1,
				id,
				createdAt: at,
				cwd,
				additionalDirectories: [],
				agent: 'x',
				mode: 'default',
			},
		];
		let size = 0;
		let turn = 0;
		while (size < bytes) {
			const text = words(20);
			const events = [
				{ type: 'prompt', prompt: { id: `p${turn}`, text, blocks: [{ type: 'text', text }] } },
				{ type: 'tool', patch: { id: `t${turn}`, title: 'Run', rawOutput: words(bytes / 200) } },
				{ type: 'text', role: 'agent', text: words(150), messageId: `m${turn}` },
			];
			for (const event of events) lines.push({ at, event });
			size += JSON.stringify(events).length;
			turn += 1;
		}
		if (number === count >> 1) lines.push({ at, event: { type: 'text', role: 'agent', text: 'the Xylophone' } });
		const said = { firstWords: 'first words', lastWords: 'last words' };
		const known = { title: words(5), sessionId: `s${number}`, agent: 'x', branch: 'main', prompts: turn, cost: null };
		lines.push({ at, facts: { ...known, ...said, isRunning: false } });
		writeFileSync(join(folder, `${id}.jsonl`), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
	}
	return folder;
}
