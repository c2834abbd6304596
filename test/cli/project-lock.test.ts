import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { projectPin } from '../../src/cli/agents/resolve-agent.js';
import { trust } from '../../src/cli/config/config-trust.js';
import { hashOf, readBytes } from '../../src/cli/config/file-bytes.js';
import { styleFor } from '../../src/cli/style.js';
import { trustProject } from '../../src/cli/subcommands/config/run-config.js';
import { temporaryFolder } from '../services/temporary-folder.js';
import { pathsIn } from './project-home.js';

let home: string;
let file: string;
let paths: ReturnType<typeof pathsIn>;

beforeEach(async () => {
	home = temporaryFolder();
	file = join(home, 'agents.lock.json');
	paths = pathsIn(home);
	await mkdir(join(home, '.git'));
});

const pinOf = (id: string) => projectPin(id, { workspace: home, paths });
const trusted = async () => trust({ file, hash: hashOf(await readBytes(file)), programs: [] }, paths.trustFile);

describe.each([
	['damaged', '{"version": 1, "agents"', 'it is not JSON'],
	['of a later version', '{"version": 99, "agents": {}}', 'it has the format 99'],
])('a project’s lock that is %s', (_, text, why) => {
	beforeEach(() => writeFile(file, text));

	test('is ignored with a sentence while nobody trusts it', async () => {
		const { pin, notice } = await pinOf('acme');
		expect(pin).toBeNull();
		expect(notice).toContain(`${file} cannot be used: ${why}`);
		expect(notice).toMatch(/; it is ignored\.$/);
	});

	test('is an error once it is trusted', async () => {
		await trusted();
		await expect(pinOf('acme')).rejects.toThrow(why);
	});
});

test('a lock that is no file is ignored with a sentence', async () => {
	await mkdir(file);
	expect((await pinOf('acme')).pin).toBeNull();
});

test('a lock is not said to start programs when it is to be trusted', async () => {
	const integrity = `sha512-${Buffer.alloc(64).toString('base64')}`;
	const acme = { version: '1.0.0', kind: 'npx', package: 'acme@1.0.0', integrity };
	await writeFile(file, JSON.stringify({ version: 1, agents: { acme } }));
	let asked = '';
	const agree = async (shown: string) => {
		asked = shown;
		return true;
	};
	await trustProject(home, { world: { paths, home }, style: await styleFor(process.stdout, {}), agree });
	expect(asked).toContain('would decide the version of "acme"');
	expect(asked).toContain('It starts nothing');
	expect(asked).not.toContain('Programs it starts');
	expect(await pinOf('acme')).toMatchObject({ pin: { version: '1.0.0' }, notice: null });
});
