import {
	appendFileSync,
	chmodSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { LogHeader, LogLine } from '../../../src/core/sessions/log-format.js';
import { createReplay } from '../../../src/core/sessions/replay.js';
import type { LogListener, LogReader } from '../../../src/core/sessions/session-log-ports.js';
import { createSessionLogs } from '../../../src/services/sessions/session-logs.js';
import { must } from '../must.js';
import { temporaryFolder } from '../temporary-folder.js';

const ID = 'abcdefghijk0';
const HEADER: LogHeader = {
	id: ID,
	createdAt: 1000,
	cwd: '/work',
	additionalDirectories: [],
	agent: 'demo',
	mode: 'default',
};
const quiet: LogListener = { onTrouble: () => {}, afterGap: () => [] };

function prompt(id: string, text: string, at = 2000): LogLine {
	return { at, event: { type: 'prompt', prompt: { id, text, blocks: [{ type: 'text', text }] } } };
}

function text(words: string, at = 2000): LogLine {
	return { at, event: { type: 'text', role: 'agent', text: words } };
}

async function linesOf(reader: LogReader): Promise<string[]> {
	const all: string[] = [];
	for await (const lines of reader.lines()) all.push(...lines);
	return all.filter((line) => line !== '');
}

async function readAll(folder: string, id = ID): Promise<string[]> {
	const read = must(await createSessionLogs(folder).read(id));
	return linesOf(read);
}

async function shown(
	folder: string,
	id = ID,
): Promise<{ readonly texts: readonly string[]; readonly skipped: number }> {
	const read = must(await createSessionLogs(folder).read(id));
	const replay = createReplay(read.header, read.isNewer);
	for await (const lines of read.lines()) for (const line of lines) replay.add(line);
	const { state, skippedLines } = replay.end();
	const texts = state.entries.leaves.flat().flatMap((entry) => ('text' in entry ? [entry.text] : []));
	return { texts, skipped: skippedLines };
}

test('A log is private, begins with its header, and joins the chunks of one message', async () => {
	const folder = join(temporaryFolder(), 'sessions');
	const log = createSessionLogs(folder).begin(HEADER, quiet);
	log.append(prompt('p1', 'hello'));
	for (const word of ['one ', 'two ', 'three']) log.append(text(word));
	await log.close();
	const file = join(folder, `${ID}.jsonl`);
	expect(statSync(file).mode & 0o777).toBe(0o600);
	expect(statSync(folder).mode & 0o777).toBe(0o700);
	const [header, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
	expect(JSON.parse(header ?? '')).toEqual({ format: 'acp-tui-session', version: 1, ...HEADER });
	expect(lines.map((line) => JSON.parse(line).event.text ?? 'prompt')).toEqual(['prompt', 'one two three']);
	// The lock is gone with the log.
	expect(readdirSync(folder)).toEqual([`${ID}.jsonl`]);
});

test('Nothing is written before the first line', async () => {
	const folder = join(temporaryFolder(), 'sessions');
	const log = createSessionLogs(folder).begin(HEADER, quiet);
	await log.close();
	expect(readdirSync(folder).filter((name) => name.endsWith('.jsonl'))).toEqual([]);
});

test('A log that was cut in a line is gone on with on a new line', async () => {
	const folder = temporaryFolder();
	const file = join(folder, `${ID}.jsonl`);
	const logs = createSessionLogs(folder);
	const log = logs.begin(HEADER, quiet);
	log.append(prompt('p1', 'hello'));
	await log.close();
	appendFileSync(file, '{"at":2000,"event":{"type":"te');
	const resumed = must(await logs.resume(ID, quiet));
	resumed.append(prompt('p2', 'again'));
	await resumed.close();
	const lines = await readAll(folder);
	expect(lines).toHaveLength(3);
	expect(JSON.parse(lines[2] ?? '').event.prompt.text).toBe('again');
});

test('A second program hears which process has the session open, and takes over what a dead one left', async () => {
	const folder = temporaryFolder();
	const logs = createSessionLogs(folder);
	const log = logs.begin(HEADER, quiet);
	log.append(prompt('p1', 'hello'));
	await log.flush();
	await expect.poll(() => logs.holder(ID)).toMatchObject({ pid: process.pid, isThisProgram: true });
	const refused = await logs.resume(ID, quiet);
	expect(refused).toMatchObject({ ok: false, failure: { code: 'in-use' } });
	await log.close();
	expect(await logs.holder(ID)).toBeNull();

	// A number that somebody else has by now: it was started at another time.
	const mark = JSON.parse(readFileSync(await lockOf(folder), 'utf8'));
	writeFileSync(join(folder, `${ID}.lock`), JSON.stringify({ ...mark, startedAt: '1' }));
	expect(await logs.holder(ID)).toBeNull();
	const taken = await logs.resume(ID, quiet);
	expect(taken.ok).toBe(true);
	if (taken.ok) await taken.value.close();
});

/** A lock as this process writes it. */
async function lockOf(folder: string): Promise<string> {
	const logs = createSessionLogs(folder);
	const id = 'zzzzzzzzzzzz';
	const log = logs.begin({ ...HEADER, id }, quiet);
	const file = join(folder, `${id}.lock`);
	await expect.poll(() => logs.holder(id)).not.toBeNull();
	const kept = join(folder, 'kept.json');
	writeFileSync(kept, readFileSync(file));
	await log.close();
	return kept;
}

test('Of many that go on in one session at once exactly one may', async () => {
	const folder = temporaryFolder();
	const logs = createSessionLogs(folder);
	const log = logs.begin(HEADER, quiet);
	log.append(prompt('p1', 'hello'));
	await log.close();
	for (let round = 0; round < 20; round += 1) {
		// A lock that a killed program left: all of them want to take it over.
		const mark = JSON.parse(readFileSync(await lockOf(folder), 'utf8'));
		writeFileSync(join(folder, `${ID}.lock`), JSON.stringify({ ...mark, startedAt: '1' }));
		const taken = await Promise.all(Array.from({ length: 8 }, () => logs.resume(ID, quiet)));
		expect(taken.filter(({ ok }) => ok)).toHaveLength(1);
		for (const one of taken) if (one.ok) await one.value.close();
		expect(readdirSync(folder).filter((name) => name.includes('lock') || name.startsWith('.'))).toEqual([]);
	}
});

test('Garbage, zeros, a second header and an endless line are passed over', async () => {
	const folder = temporaryFolder();
	const log = createSessionLogs(folder).begin(HEADER, quiet);
	log.append(prompt('p1', 'hello'));
	await log.close();
	const file = join(folder, `${ID}.jsonl`);
	appendFileSync(file, Buffer.alloc(10_000));
	appendFileSync(file, '\nnot json\n[1,2]\n\n{"at":"x","event":{}}\n');
	appendFileSync(file, `${JSON.stringify({ format: 'acp-tui-session', version: 1, ...HEADER })}\n`);
	for (let each = 0; each < 66; each += 1) appendFileSync(file, Buffer.alloc(1024 * 1024, 0x61));
	appendFileSync(file, `\n${JSON.stringify(prompt('p2', 'after'))}\n`);
	appendFileSync(file, Buffer.from([0xff, 0xfe, 0xc3, 0x28]));
	const lines = await readAll(folder);
	expect(lines.filter((line) => line.includes('after'))).toHaveLength(1);
	expect((await shown(folder)).skipped).toBeGreaterThan(3);
});

test('A log of a newer version can be read, and is not written', async () => {
	const folder = temporaryFolder();
	const file = join(folder, `${ID}.jsonl`);
	const content = `${JSON.stringify({ format: 'acp-tui-session', version: 2, ...HEADER, further: 1 })}\n${JSON.stringify({ ...prompt('p1', 'hello'), further: 2 })}\n{"at":1,"event":{"type":"later"}}\n`;
	writeFileSync(file, content);
	const logs = createSessionLogs(folder);
	const read = await logs.read(ID);
	expect(read).toMatchObject({ ok: true, value: { isNewer: true } });
	expect(await logs.resume(ID, quiet)).toMatchObject({ ok: false, failure: { code: 'newer' } });
	expect(readFileSync(file, 'utf8')).toBe(content);
});

test('What is no log of ours is not read, wherever its name leads', async () => {
	const folder = temporaryFolder();
	const logs = createSessionLogs(folder);
	expect(await logs.read('../../etc/pa')).toMatchObject({ ok: false, failure: { code: 'not-found' } });
	expect(await logs.read('aaaaaaaaaaaa')).toMatchObject({ ok: false, failure: { code: 'not-found' } });
	writeFileSync(join(folder, 'secret'), `${JSON.stringify({ format: 'acp-tui-session', version: 1, ...HEADER })}\n`);
	symlinkSync(join(folder, 'secret'), join(folder, `${ID}.jsonl`));
	expect((await logs.read(ID)).ok).toBe(false);
	mkdirSync(join(folder, 'bbbbbbbbbbbb.jsonl'));
	expect(await logs.read('bbbbbbbbbbbb')).toMatchObject({ ok: false, failure: { code: 'invalid' } });
	writeFileSync(join(folder, 'cccccccccccc.jsonl'), '{"format":"something"}\n');
	expect(await logs.read('cccccccccccc')).toMatchObject({ ok: false, failure: { code: 'invalid' } });
});

test('Where nothing can be written it is said once, and what was said meanwhile is written as soon as it can be', async () => {
	const folder = join(temporaryFolder(), 'sessions');
	// A file in the place of the folder.
	writeFileSync(folder, '');
	const troubles: (string | null)[] = [];
	const log = createSessionLogs(folder).begin(HEADER, {
		onTrouble: (trouble) => troubles.push(trouble?.message ?? null),
		afterGap: () => [],
	});
	log.append(prompt('p1', 'hello'));
	await log.flush();
	log.append(text('more'));
	await log.flush();
	expect(troubles).toEqual([expect.stringMatching(/^This session is not being kept: .+\.$/)]);
	writeFileSync(`${folder}.gone`, '');
	rmSync(folder);
	await log.flush();
	expect(troubles.at(-1)).toBeNull();
	await log.close();
	expect(await readAll(folder)).toHaveLength(2);
});

test('What waited too long to be written is dropped, and the session is kept again once it can be', async () => {
	const folder = join(temporaryFolder(), 'sessions');
	writeFileSync(folder, '');
	const troubles: (string | null)[] = [];
	const log = createSessionLogs(folder).begin(HEADER, {
		onTrouble: (trouble) => troubles.push(trouble?.message ?? null),
		afterGap: (why) => [prompt('gap', why)],
	});
	// Lines of two sides are not joined into one.
	for (let line = 0; line < 50_000; line += 1) log.append(prompt(`p${line}`, 'hello'));
	await log.flush();
	log.append(prompt('last', 'the one too many'));
	rmSync(folder);
	await log.flush();
	expect(troubles.at(-1)).toBeNull();
	log.append(prompt('after', 'hello again'));
	await log.close();
	const text = readFileSync(join(folder, `${ID}.jsonl`), 'utf8');
	expect(text).toContain('hello again');
	expect(text).toContain('"gap"');
});

test('What a process wrote at its end, and a failure, are kept without what looks like a secret', async () => {
	const folder = temporaryFolder();
	const log = createSessionLogs(folder).begin(HEADER, quiet);
	const secret = 'sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789';
	log.append({
		at: 1,
		event: {
			type: 'agent-exited',
			exit: { code: 1, signal: null, stderrTail: [`key ${secret}`], junkLines: 0, expected: false },
		},
	});
	log.append({
		at: 2,
		event: {
			type: 'turn-failed',
			turnId: 't',
			failure: { code: 'agent-error', message: 'no', detail: `Authorization: Bearer ${secret}` },
		},
	});
	await log.close();
	expect(readFileSync(join(folder, `${ID}.jsonl`), 'utf8')).not.toContain(secret);
});

test('A copy is a log of its own, whole or up to a prompt', async () => {
	const folder = temporaryFolder();
	const logs = createSessionLogs(folder);
	const log = logs.begin(HEADER, quiet);
	log.append({ at: 1, event: { type: 'session-opened', sessionId: 's1', modes: null, options: [] } });
	log.append({ ...prompt('p1', 'first'), turn: { id: 'turn-1', promptId: 'p1' } });
	log.append(text('answer'));
	log.append(prompt('p2', 'second'));
	log.append({ at: 3000, other: '{"turn":{}}\n' });
	log.append({
		at: 3000,
		event: { type: 'turn-ended', turnId: 'turn-1', reason: 'end_turn' },
		turn: { id: 'turn-4', promptId: 'p2' },
	});
	log.append(text('again', 3001));
	await log.close();
	const whole = must(await logs.copy(ID));
	const part = must(await logs.copy(ID, 'p2'));
	expect((await shown(folder, whole)).texts).toEqual(['first', 'answer', 'second', 'again']);
	expect((await shown(folder, part)).texts).toEqual(['first', 'answer']);
	expect(readFileSync(join(folder, `${whole}.jsonl`), 'utf8')).not.toContain('{"turn":{}}');
	const read = await logs.read(part);
	expect(read).toMatchObject({ ok: true, value: { header: { id: part, parent: ID } } });
	expect(await logs.copy(ID, 'p9')).toMatchObject({ ok: false, failure: { code: 'not-found' } });
});

// Root may write anywhere.
test.skipIf(process.getuid?.() === 0)('A state folder that is read-only keeps nothing, and says why', async () => {
	const folder = temporaryFolder();
	chmodSync(folder, 0o500);
	const troubles: (string | null)[] = [];
	const log = createSessionLogs(join(folder, 'sessions')).begin(HEADER, {
		onTrouble: (trouble) => troubles.push(trouble?.message ?? null),
		afterGap: () => [],
	});
	log.append(prompt('p1', 'hello'));
	await log.close();
	expect(troubles).toEqual(['This session is not being kept: permission denied.']);
});
