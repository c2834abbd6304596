import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFiles } from '../../../../src/services/files/files.js';
import { createViewAccess } from '../../../../src/services/files/in-view.js';
import type { Place } from '../../../../src/services/sandbox/linux/mount-place.js';
import { Namespace } from '../../../../src/services/sandbox/linux/namespace.js';
import { findNamespaceTools } from '../../../../src/services/sandbox/linux/namespace-tools.js';
import { placeFacts } from '../../../../src/services/sandbox/linux/place-facts.js';
import { must } from '../../must.js';
import { temporaryFolder } from '../../temporary-folder.js';

const SECRET = 'outside-secret-4712';

/** A namespace in which the workspace is a copy-on-write view, and the files port that reads and writes there. */
async function viewOf() {
	const top = temporaryFolder();
	const folder = (name: string): string => {
		mkdirSync(join(top, name), { recursive: true });
		return join(top, name);
	};
	const [workspace, outside, root] = [folder('work'), folder('outside'), folder('root')];
	writeFileSync(join(workspace, 'a.txt'), 'the person\n');
	writeFileSync(join(outside, 'secret.txt'), SECRET);
	mkdirSync(join(workspace, 'folder'));
	writeFileSync(join(workspace, 'folder/secret.txt'), 'harmless\n');
	const found = await findNamespaceTools();
	if (!('tools' in found)) throw new Error(`${found.missing} is missing`);
	const system = ['/usr', '/etc', '/bin', '/lib', '/lib64', '/sbin', '/proc'].filter((path) => existsSync(path));
	const bind = (at: string, access: 'read' | 'write'): Place => ({ type: 'bind', from: realpathSync(at), at, access });
	const started = must(
		await Namespace.start({
			tools: found.tools,
			facts: placeFacts(),
			folder: root,
			places: [
				...system.map((path) => bind(path, path === '/proc' ? 'write' : 'read')),
				bind('/dev/null', 'write'),
				{ type: 'empty', at: '/tmp', mode: '1777' },
				{ type: 'overlay', at: workspace, lower: workspace, upper: folder('upper'), work: folder('overlay-work') },
			],
			network: 'none',
			hasOwnProc: true,
		}),
	);
	const namespace = started;
	onTestFinished(() => namespace.close());
	let isGone = false;
	const files = createFiles(
		{ workspace },
		createViewAccess(() => (isGone ? null : namespace.pid)),
	);
	const entered = (line: string) => namespace.enter({ command: '/bin/sh', args: ['-c', line] }, workspace);
	return {
		files,
		workspace,
		outside,
		top,
		end: () => {
			isGone = true;
		},
		inside(line: string): string {
			const { command, args } = entered(line);
			const { status, stdout, stderr } = spawnSync(command, [...args], { encoding: 'utf8' });
			if (status !== 0) throw new Error(stderr);
			return stdout;
		},
		/** Goes on until the test ends. */
		keepDoing(line: string): void {
			const { command, args } = entered(line);
			const child = spawn(command, [...args], { stdio: 'ignore' });
			onTestFinished(() => void child.kill('SIGKILL'));
		},
	};
}

describe.runIf(process.platform === 'linux')('files of a view', () => {
	it('are read and written in the view alone', async () => {
		const view = await viewOf();
		const path = join(view.workspace, 'a.txt');
		view.inside('echo the agent >a.txt; mkdir new; echo made >new/b.txt');
		expect(await view.files.read(path)).toEqual({ ok: true, value: 'the agent\n' });
		expect(await view.files.read(join(view.workspace, 'new/b.txt'))).toEqual({ ok: true, value: 'made\n' });
		expect((await view.files.write(path, 'written\n')).ok).toBe(true);
		expect((await view.files.write(join(view.workspace, 'deep/er/c.txt'), 'deep\n')).ok).toBe(true);
		expect(view.inside('cat a.txt deep/er/c.txt; ls -A')).toBe('written\ndeep\na.txt\ndeep\nfolder\nnew\n');
		expect(readFileSync(path, 'utf8')).toBe('the person\n');
		expect(readdirSync(view.workspace).sort()).toEqual(['a.txt', 'folder']);
	});

	it('have the facts of the view: links lead where they lead there', async () => {
		const view = await viewOf();
		const { workspace, outside, files } = view;
		view.inside(`ln -s /usr usr; ln -s / top; ln -s ${workspace}/a.txt near; ln -s loop loop; ln -s ../../x far`);
		const real = async (name: string) => (await files.inspect(join(workspace, name))).real;
		expect(await real('near')).toBe(join(workspace, 'a.txt'));
		expect(await real(`top${workspace}/a.txt`)).toBe(join(workspace, 'a.txt'));
		expect(await real('usr/bin')).toBe('/usr/bin');
		expect(await real('loop')).toBe(null);
		expect((await files.inspect(join(workspace, 'far'))).isInside).toBe(false);
		expect((await files.inspect(join(workspace, 'not/there.txt'))).relative).toBe('not/there.txt');
		expect((await files.inspect(join(workspace, 'a.txt/below'))).relative).toBe('a.txt/below');
		expect(await real('top/proc/self/environ')).toBe(null);
		expect(await files.linksBehind?.(`${workspace}/n*`)).toContain(join(workspace, 'near'));
		// Outside it is there, in the view it is not.
		view.inside(`ln -s ${outside} out`);
		expect(await files.inspect(join(workspace, 'out/secret.txt'))).toMatchObject({ isInside: false });
		expect(await files.read(join(workspace, 'out/secret.txt'))).toMatchObject({
			ok: false,
			failure: { code: 'outside-workspace' },
		});
		expect(await files.write(join(workspace, 'out/secret.txt'), 'x')).toMatchObject({ ok: false });
		expect(readFileSync(join(outside, 'secret.txt'), 'utf8')).toBe(SECRET);
	});

	it('never lead out of it while folders are swapped for links', async () => {
		const view = await viewOf();
		const { workspace, outside, files } = view;
		const swap = `ln -s ${outside} link; while :; do mv folder kept; mv link folder; mv folder link; mv kept folder; done`;
		view.keepDoing(swap);
		const path = join(workspace, 'folder/secret.txt');
		const seen = new Set<string>();
		for (let count = 0; count < 100; count += 1) {
			const read = await files.read(path);
			seen.add(read.ok ? read.value : read.failure.code);
			if (count % 5 === 0) await files.write(path, 'harmless\n');
		}
		expect([...seen].join(' ')).not.toContain(SECRET);
		expect([...seen]).toContain('harmless\n');
		expect(readFileSync(join(outside, 'secret.txt'), 'utf8')).toBe(SECRET);
		expect(readdirSync(outside)).toEqual(['secret.txt']);
	});

	it('are no devices and no pipes, and fail in words once the view is gone', async () => {
		const view = await viewOf();
		const { workspace, files } = view;
		view.inside('mkfifo pipe; : >private; chmod 0 private');
		expect(await files.read(join(workspace, 'pipe'))).toMatchObject({ failure: { code: 'not-a-file' } });
		expect(await files.read(join(workspace, 'folder'))).toMatchObject({ failure: { code: 'not-a-file' } });
		expect(await files.read(join(workspace, 'none'))).toMatchObject({ failure: { code: 'not-found' } });
		view.end();
		expect(await files.inspect(join(workspace, 'a.txt'))).toMatchObject({ real: null, isInside: false });
		expect(await files.read(join(workspace, 'a.txt'))).toMatchObject({
			failure: { message: 'The agent’s view of the files is gone.' },
		});
	});
});
