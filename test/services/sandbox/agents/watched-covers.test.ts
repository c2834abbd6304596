import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fence, madeFolder } from './fenced.js';

/** A fenced agent that works in the home folder. */
async function fenced() {
	const at = madeFolder('work', 'home/.config');
	writeFileSync(at('home/.netrc'), 'old password\n');
	const options = { workspace: at('home'), readable: [dirname(process.execPath)] };
	return { at, ...(await fence(at, { options })) };
}

describe.runIf(process.platform === 'linux')('what appears while an agent works in the home folder', () => {
	it('is hidden when it is seen: keys, in folders that were not there either, and those that are replaced', async () => {
		const { at, run } = await fenced();
		expect(run('cat .netrc')).not.toContain('password');
		mkdirSync(at('home/.ssh'));
		writeFileSync(at('home/.ssh/id'), 'key\n');
		mkdirSync(at('home/.cargo'));
		writeFileSync(at('home/.cargo/credentials.toml'), 'token\n');
		writeFileSync(at('home/.config/other'), 'other\n');
		writeFileSync(at('home/.netrc.new'), 'new password\n');
		renameSync(at('home/.netrc.new'), at('home/.netrc'));
		await expect.poll(() => run('cat .ssh/id .cargo/credentials.toml .netrc .config/other 2>/dev/null')).toBe('other');
		// Again, as git and others do it.
		writeFileSync(at('home/.netrc.new'), 'newer password\n');
		renameSync(at('home/.netrc.new'), at('home/.netrc'));
		await expect.poll(() => run('cat .netrc')).toContain('Permission denied');
	});

	it('is hidden when somebody asks: sockets, but not those of the agent itself', async () => {
		const { at, confinement, run } = await fenced();
		const server = createServer();
		await new Promise<void>((resolve) => server.listen(at('home/.config/socket'), () => resolve()));
		onTestFinished(() => void server.close());
		const own = `${process.execPath} -e "require('net').createServer().listen('own.sock', () => console.log('listening'))"`;
		run(`${own} >heard 2>&1 &`);
		await expect.poll(() => run('cat heard')).toBe('listening');
		expect(await confinement.hideNew()).toBeNull();
		const kind = 'test -S .config/socket && echo theirs; test -S own.sock && echo own';
		expect(run(kind)).toBe('own');
	});
});
