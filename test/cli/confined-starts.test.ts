import { existsSync, mkdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../services/temporary-folder.js';
import { carryOut } from './carry-out.js';

const script = join(import.meta.dirname, '../agents/escapes.mjs');
let [home, work] = ['', ''];

type Start = { readonly isLogin: boolean; readonly mounts: string; readonly wrote: readonly string[] };

/** The starts of the agent, as it noted them in the folder that it may write. */
const starts = (): readonly Start[] => {
	const file = join(home, 'own', 'starts');
	return existsSync(file)
		? readFileSync(file, 'utf8')
				.trim()
				.split('\n')
				.map((line) => JSON.parse(line))
		: [];
};
const outside = () => [join(home, 'OUTSIDE'), join(work, 'INSIDE')];

beforeEach(() => {
	const base = temporaryFolder();
	home = join(base, 'home');
	work = join(base, 'work');
	for (const folder of [work, join(home, 'own'), join(home, 'config')]) mkdirSync(folder, { recursive: true });
	vi.stubEnv('HOME', home);
	for (const name of ['CONFIG', 'STATE', 'DATA']) vi.stubEnv(`ACP_TUI_${name}_DIR`, join(home, name.toLowerCase()));
	return () => {
		vi.restoreAllMocks();
		vi.unstubAllEnvs();
	};
});

function configure(sandbox: string): void {
	const args = [script, join(home, 'own', 'starts'), outside().join(',')];
	const agents = { p: { command: process.execPath, args, sandbox, writable: [join(home, 'own')] } };
	writeFileSync(join(home, 'config', 'config.json'), JSON.stringify({ agents }));
}

async function run(...argv: readonly string[]): Promise<{ readonly code: number; readonly said: string }> {
	const { code, out, err } = await carryOut(argv);
	return { code, said: out + err };
}

const SUBCOMMANDS: readonly (readonly string[])[] = [
	['sessions', '--agent', 'p'],
	['sessions', 'list', '--agent', 'p', '--json'],
	['sessions', 'delete', 'theirs-1', '--agent', 'p', '--at', 'agent', '--yes'],
	['logout', 'p'],
	['login', 'p'],
];

describe.runIf(process.platform === 'linux')('Every subcommand that starts an agent', () => {
	describe.each(['fence', 'shadow'])('starts one that the config wants in a %s in a sandbox', (sandbox) => {
		test.each(SUBCOMMANDS)('%s %s %s %s', async (...argv) => {
			configure(sandbox);
			// Where no terminal is, a sign-in on one is refused, with 3: the agent has run by then.
			const expected = argv[0] === 'login' ? 3 : 0;
			expect(await run(...argv.filter(Boolean), '-C', work)).toMatchObject({ code: expected });
			expect(starts()).toHaveLength(1);
			for (const { mounts } of starts()) expect(mounts).not.toBe(readlinkSync('/proc/self/ns/mnt'));
			expect(outside().filter((place) => existsSync(place))).toEqual([]);
		});

		test.each(SUBCOMMANDS)('or ends with 2 where none can be had: %s %s %s %s', async (...argv) => {
			configure(sandbox);
			// No sandbox can show the whole system as a workspace.
			const { code, said } = await run(...argv.filter(Boolean), '-C', '/');
			expect({ code, starts: starts() }).toEqual({ code: 2, starts: [] });
			expect(said).toContain('sandbox');
		});
	});

	test.each(SUBCOMMANDS)('starts others as before: %s %s %s %s', async (...argv) => {
		configure('watch');
		await run(...argv.filter(Boolean), '-C', work);
		expect(starts()).toMatchObject([{ mounts: readlinkSync('/proc/self/ns/mnt'), wrote: outside() }]);
	});
});
