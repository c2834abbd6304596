import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentFence, commandSandbox, createScene, type Entered, type Scene } from './enter-sandboxes.js';
import { CALL_ATTACKS, KEY_ATTACKS, type PerlAttack, tryingWords, withKeyWords } from './perl-attacks.js';

const hasPerl = process.platform === 'linux' && existsSync('/usr/bin/perl');

/** Landlock tells abstract sockets apart from its sixth version on (Linux 6.12); a kernel may be without. */
const landlock = hasPerl
	? spawnSync('/usr/bin/perl', ['-e', 'print syscall(444, 0, 0, 1)'], { encoding: 'utf8' }).stdout
	: '';
const hasScopes = Number(landlock) >= 6;

describe.runIf(hasPerl)('what no namespace separates', () => {
	let scene: Scene;
	const open: Entered[] = [];

	beforeEach(() => {
		scene = createScene(realpathSync(mkdtempSync(join(tmpdir(), 'reach-'))));
	});

	afterEach(async () => {
		await Promise.all(open.splice(0).map((each) => each.close()));
		rmSync(scene.folder, { recursive: true, force: true });
	});

	async function reached(attacks: readonly PerlAttack[], entered?: Entered): Promise<readonly string[]> {
		const words = tryingWords(attacks);
		const [file = '', ...args] = withKeyWords(entered === undefined ? words : await entered.enter(words));
		const { stdout, status, stderr } = spawnSync(file, args, { encoding: 'utf8', cwd: scene.workspace });
		expect(status, stderr).toBe(0);
		return stdout.split('\n').filter((name) => name !== '');
	}

	it('is reached where nothing holds who tries', async () => {
		// Each with a key of its own, as some leave none behind.
		const found = await Promise.all(KEY_ATTACKS.map(async (attack) => [attack[0], (await reached([attack])).length]));
		// A kernel without keys, or a container that refuses them, proves nothing.
		const hasKeys = found.some(([, times]) => times === 1);
		expect(found.filter(([, times]) => times === 0 && hasKeys)).toEqual([]);
	});

	it.each([
		['a command that only reads', { files: 'read' }],
		['one that was allowed', { files: 'write', network: false, folders: [] }],
		['one with the network', { files: 'write', network: true, folders: [] }],
	] as const)('is out of reach of %s', async (_, access) => {
		const sandbox = commandSandbox(scene, access);
		open.push(sandbox);
		expect(await reached([...KEY_ATTACKS, ...CALL_ATTACKS], sandbox)).toEqual([]);
	});

	it.runIf(hasScopes)('leaves abstract sockets to what was started together', async () => {
		const name = `acp-tui-${process.pid}`;
		const server = createServer().listen(`\0${name}`);
		const connect = `connect(my $s = $t, pack('S a*', 1, "\\0${name}"))`;
		const attack: PerlAttack = ['abstract', `socket(my $t, 1, 1, 0); ${connect}`];
		try {
			expect(await reached([attack])).toEqual(['abstract']);
			for (const sandbox of [
				await agentFence(scene, 'write'),
				commandSandbox(scene, { files: 'write', network: true, folders: [] }),
			]) {
				open.push(sandbox);
				expect(await reached([attack], sandbox)).toEqual([]);
			}
		} finally {
			server.close();
		}
	});

	it.each([{ nests: false }, { nests: true }])('is out of reach of an agent in a fence: %o', async (how) => {
		const fence = await agentFence(scene, 'write', how);
		open.push(fence);
		expect(await reached([...KEY_ATTACKS, ...CALL_ATTACKS], fence)).toEqual([]);
	});
});
