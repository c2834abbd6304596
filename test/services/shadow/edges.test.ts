import { execFileSync, spawn } from 'node:child_process';
import {
	chmodSync,
	existsSync,
	mkdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	symlinkSync,
	truncateSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MOST_READ_BYTES } from '../../../src/services/shadow/shadow-side.js';
import { changesOf, reviewed, ShadowFixture } from './shadow-fixture.js';

let fixture: ShadowFixture;

beforeEach(() => {
	fixture = new ShadowFixture();
	mkdirSync(join(fixture.real, 'src'));
	writeFileSync(join(fixture.real, 'a.txt'), 'a\n');
	writeFileSync(join(fixture.real, 'src', 'b.txt'), 'b\n');
});

afterEach(() => fixture.remove());

describe.runIf(process.platform === 'linux')('applying from a shadow', () => {
	it('follows no link that stands in the workspace, and takes no rights from a mode', async () => {
		const outside = join(fixture.folder, 'outside');
		mkdirSync(outside);
		const { shadow, view } = await fixture.openMounted();
		writeFileSync(join(view, 'src', 'b.txt'), 'agent\n');
		writeFileSync(join(view, 'tool'), 'x\n');
		chmodSync(join(view, 'tool'), 0o4755);
		rmSync(join(fixture.real, 'src'), { recursive: true });
		symlinkSync(outside, join(fixture.real, 'src'));
		const result = await shadow.apply(reviewed(await changesOf(shadow)));
		expect(existsSync(join(outside, 'b.txt'))).toBe(false);
		expect(result).toMatchObject({ value: { applied: ['tool'] } });
		expect(statSync(join(fixture.real, 'tool')).mode & 0o7777).toBe(0o755);
	});

	it('takes no rights from a mode of a large file either', async () => {
		const { shadow, view } = await fixture.openMounted();
		writeFileSync(join(view, 'large'), '');
		truncateSync(join(view, 'large'), MOST_READ_BYTES + 1);
		chmodSync(join(view, 'large'), 0o4755);
		expect(await shadow.apply(reviewed(await changesOf(shadow)))).toMatchObject({ value: { applied: ['large'] } });
		expect(statSync(join(fixture.real, 'large')).mode & 0o7777).toBe(0o755);
	});

	it('never brings a pipe or a socket', async () => {
		const { shadow, view } = await fixture.openMounted();
		execFileSync('mkfifo', [join(view, 'pipe')]);
		rmSync(join(view, 'a.txt'));
		execFileSync('mkfifo', [join(view, 'a.txt')]);
		const changes = await changesOf(shadow);
		expect(changes).toMatchObject([
			{ path: 'a.txt', conflict: { reason: 'it is a device, a pipe or a socket in the view' } },
		]);
		const over = reviewed(changes).map((change) => ({ ...change, isOverConflict: true as const }));
		expect(await shadow.apply(over)).toMatchObject({ value: { applied: [], skipped: [{ path: 'a.txt' }] } });
		expect(readFileSync(join(fixture.real, 'a.txt'), 'utf8')).toBe('a\n');
	});

	it('keeps what a process of the agent goes on writing to', async () => {
		const { shadow, view, namespace } = await fixture.openMounted();
		const { command, args } = namespace.enter(
			{
				command: '/bin/sh',
				args: ['-c', 'exec 3>>a.txt; echo first >&3; echo ready; read -r line; echo second >&3; cat a.txt'],
			},
			fixture.real,
		);
		const writer = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
		let said = '';
		writer.stdout.on('data', (data) => {
			said += String(data);
		});
		await expect.poll(() => said).toBe('ready\n');
		expect(await shadow.apply(reviewed(await changesOf(shadow)))).toMatchObject({ value: { applied: ['a.txt'] } });
		writer.stdin.end('go\n');
		await expect.poll(() => said).toBe('ready\na\nfirst\nsecond\n');
		expect(readFileSync(join(view, 'a.txt'), 'utf8')).toBe('a\nfirst\nsecond\n');
		expect(readFileSync(join(fixture.real, 'a.txt'), 'utf8')).toBe('a\nfirst\n');
		expect(await changesOf(shadow)).toMatchObject([{ path: 'a.txt', added: 1, conflict: null }]);
	});

	it('says of what no path leads to that it is left, and discards it', async () => {
		const { shadow, view } = await fixture.openMounted();
		const deeper = `for (let at = 0; at < 60; at += 1) {
			fs.mkdirSync('x'.repeat(200));
			process.chdir('x'.repeat(200));
		}`;
		execFileSync(process.execPath, ['-e', deeper], { cwd: view });
		writeFileSync(Buffer.concat([Buffer.from(`${view}/`), Buffer.from([0xff])]), '');
		const changes = await changesOf(shadow);
		const reason = 'it cannot be looked at: its name is not text, its path is too long, or it may not be read';
		expect(changes).toMatchObject([{ conflict: { reason } }, { path: '\ufffd', conflict: { reason } }]);
		const deep = changes[0]?.path ?? '';
		expect(await shadow.discard([deep])).toMatchObject({ ok: true, value: { discarded: [deep] } });
		expect(await changesOf(shadow)).toHaveLength(1);
	});

	it('applies a file in the place of a folder only with all that it replaces', async () => {
		const { shadow, view } = await fixture.openMounted();
		rmSync(join(view, 'src'), { recursive: true });
		writeFileSync(join(view, 'src'), 'a file\n');
		const changes = await changesOf(shadow);
		expect(changes.map(({ path }) => path)).toEqual(['src', 'src/b.txt']);
		const alone = await shadow.apply(reviewed(changes.filter(({ path }) => path === 'src')));
		expect(alone).toMatchObject({ value: { applied: [], skipped: [{ path: 'src' }] } });
		expect(await shadow.apply(reviewed(changes))).toMatchObject({ value: { skipped: [] } });
		expect(readFileSync(join(fixture.real, 'src'), 'utf8')).toBe('a file\n');
	});

	it('lets a process work on in a folder that it replaced', async () => {
		const { shadow, view, namespace } = await fixture.openMounted();
		rmSync(join(view, 'src'), { recursive: true });
		mkdirSync(join(view, 'src'));
		writeFileSync(join(view, 'src', 'new.txt'), 'new\n');
		const { command, args } = namespace.enter(
			{ command: '/bin/sh', args: ['-c', 'echo ready; read -r line; cat new.txt; pwd'] },
			join(fixture.real, 'src'),
		);
		const shell = spawn(command, [...args], { stdio: ['pipe', 'pipe', 'inherit'] });
		let output = '';
		const ended = new Promise((done) => shell.once('close', done));
		await new Promise<void>((done) => {
			shell.stdout.on('data', (data: Buffer) => {
				output += data.toString();
				done();
			});
		});
		const changes = await changesOf(shadow);
		expect(await shadow.apply(reviewed(changes))).toMatchObject({ value: { skipped: [] } });
		expect(await changesOf(shadow)).toEqual([]);
		shell.stdin.end('\n');
		await ended;
		expect(output).toBe(`ready\nnew\n${join(fixture.real, 'src')}\n`);
	});

	it('shows at once what the person renames, in the next look', async () => {
		const { shadow, view } = await fixture.openMounted();
		expect(readFileSync(join(view, 'src', 'b.txt'), 'utf8')).toBe('b\n');
		renameSync(join(fixture.real, 'src', 'b.txt'), join(fixture.real, 'src', 'c.txt'));
		await shadow.refresh();
		expect(existsSync(join(view, 'src', 'b.txt'))).toBe(false);
		expect(readFileSync(join(view, 'src', 'c.txt'), 'utf8')).toBe('b\n');
		expect(await changesOf(shadow)).toEqual([]);
	});
});

describe.runIf(process.platform === 'linux')('where the system offers no overlay', () => {
	it('works on a copy, says so, and brings what the person edits with the next prompt', async () => {
		const other = new ShadowFixture('copy');
		try {
			writeFileSync(join(other.real, 'a.txt'), 'a\n');
			writeFileSync(join(other.real, 'b.txt'), 'b\n');
			const shadow = await other.open();
			expect(shadow.kind).toBe('copy');
			expect(shadow.notices[0]).toContain(
				'a copy of the workspace (2 files), as the system offers no overlay: no overlay here',
			);
			const { view } = await other.mount(shadow);
			writeFileSync(join(view, 'a.txt'), 'agent\n');
			writeFileSync(join(other.real, 'b.txt'), 'person\n');
			expect(readFileSync(join(other.real, 'a.txt'), 'utf8')).toBe('a\n');
			expect((await changesOf(shadow)).map(({ path }) => path)).toEqual(['a.txt']);
			await shadow.beginTurn();
			expect(readFileSync(join(view, 'b.txt'), 'utf8')).toBe('person\n');
			expect(await shadow.apply(reviewed(await changesOf(shadow)))).toMatchObject({ value: { applied: ['a.txt'] } });
			expect(await changesOf(shadow)).toEqual([]);
		} finally {
			await other.remove();
		}
	});
});
