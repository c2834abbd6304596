import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { findCaches } from '../../../../src/services/sandbox/agents/caches.js';
import { namedByVariables } from '../../../../src/services/sandbox/home/private-files.js';
import { fence, madeFolder } from './fenced.js';

let at: ReturnType<typeof madeFolder>;

beforeEach(() => {
	at = madeFolder('work', 'home/.cache/pip', 'home/.cargo/registry', 'home/.cache/agent', 'layers');
	writeFileSync(at('home/.cache/pip/kept'), 'kept\n');
	writeFileSync(at('home/.cargo/credentials.toml'), 'token\n');
});

describe('the caches of tools', () => {
	it('are where they are, or a variable says, and are moved where they are not', () => {
		mkdirSync(at('elsewhere/npm'), { recursive: true });
		const env = { npm_config_cache: at('elsewhere/npm'), XDG_CACHE_HOME: at('home/.cache'), GOCACHE: 'off' };
		const found = findCaches(env, { home: at('home'), except: [] });
		expect(found.folders).toEqual([at('elsewhere/npm'), at('home/.cache/pip'), at('home/.cargo/registry')]);
		expect(found.missing).toMatchObject({ UV_CACHE_DIR: '.cache-uv', GOMODCACHE: 'go-pkg-mod' });
		for (const name of ['npm_config_cache', 'GOCACHE', 'PIP_CACHE_DIR']) expect(found.missing).not.toHaveProperty(name);
		expect(found.movable).toHaveProperty('PIP_CACHE_DIR');
	});

	it('open nothing else of the folder that a variable names', () => {
		mkdirSync(at('disk/cargo/registry'), { recursive: true });
		writeFileSync(at('disk/cargo/credentials.toml'), 'token\n', { mode: 0o600 });
		writeFileSync(at('disk/cargo/config.toml'), '');
		const env = { CARGO_HOME: at('disk/cargo') };
		const needed = findCaches(env, { home: at('home'), except: [] }).folders;
		expect(needed).toContain(at('disk/cargo/registry'));
		expect(namedByVariables(env, { home: at('home'), needed })).toEqual([
			{ at: at('disk/cargo/credentials.toml'), kind: 'file' },
		]);
	});

	it('are never what the agent works in, its own, or around the home folder', () => {
		const env = { UV_CACHE_DIR: at('.'), npm_config_cache: at('home'), GOMODCACHE: at('work') };
		const except = [at('home/.cargo'), at('work')];
		expect(findCaches(env, { home: at('home'), except }).folders).toEqual([at('home/.cache/pip')]);
	});
});

/** Runs a line of shell as a fenced agent that ends with it. */
async function run(script: string, layers = at('layers'), access: 'read' | 'write' = 'write'): Promise<string> {
	const fenced = await fence(at, {
		options: { layers: async () => layers },
		launch: { args: ['-c', script], env: { PATH: '/usr/bin:/bin' } },
		access,
		writable: [`${at('home/.cache/agent')}/`],
	});
	const said = fenced.launch();
	await fenced.confinement.close();
	return said;
}

const CHANGES = [
	'cd ../home',
	'echo 1 >.cache/pip/kept; rm .cache/pip/kept; mkdir -p .cache/pip/new/deep; echo 1 >.cache/pip/new/deep/a',
	'chmod 500 .cache/pip/new/deep; cat .cache/pip/new/deep/a',
	'echo 1 >.cargo/.package-cache; cat .cargo/credentials.toml 2>&-',
	'echo own >.cache/agent/own',
	'mkdir -p "$UV_CACHE_DIR/wheels" && echo moved',
].join('; ');

describe.runIf(process.platform === 'linux')('an agent in a sandbox', () => {
	it.each(['write', 'read'] as const)(
		'changes caches for itself alone (%s), and keys are still kept from it',
		async (access) => {
			const said = await run(CHANGES, at('layers'), access);
			expect(said).toBe('1\nmoved');
			expect(readFileSync(at('home/.cache/pip/kept'), 'utf8')).toBe('kept\n');
			expect(readdirSync(at('home/.cache')).sort()).toEqual(['agent', 'pip']);
			expect(readdirSync(at('home/.cargo')).sort()).toEqual(['credentials.toml', 'registry']);
			expect(existsSync(at('home/.cache/uv'))).toBe(false);
			// What is its own is real, and nothing else is left.
			expect(readFileSync(at('home/.cache/agent/own'), 'utf8')).toBe('own\n');
			expect(readdirSync(at('layers'))).toEqual([]);
		},
	);

	it('has caches of its own elsewhere where the system mounts no layers', async () => {
		// The options of a mount are one page of text at most.
		const far = at('layers', ...Array.from({ length: 10 }, () => 'x'.repeat(200)));
		mkdirSync(far, { recursive: true });
		const said = await run('echo 1 >../home/.cache/pip/a; mkdir -p "$PIP_CACHE_DIR" && echo "$PIP_CACHE_DIR"', far);
		expect(said).toMatch(/Read-only/);
		expect(said).toContain('/var/tmp/caches/.cache-pip');
	});
});
