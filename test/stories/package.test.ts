import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { openDesk, root } from '../drive/desk.js';
import { isReady, launch } from '../drive/screen.js';

type Packed = {
	readonly filename: string;
	readonly unpackedSize: number;
	readonly files: readonly { readonly path: string }[];
};

let folder: string;
let packed: Packed;
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'acp-package-'));
	const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
	[packed] = JSON.parse(execFileSync('npm', pack, { cwd: root, encoding: 'utf8' }));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('The package has what the program runs with and what is read about it: no sources, no maps.', () => {
	const paths = packed.files.map(({ path }) => path);
	expect([...new Set(paths.map((path) => path.replace(/\/.*/, '/')))].sort()).toEqual([
		...['CHANGELOG.md', 'LICENSE', 'NOTICE', 'README.md', 'bin/', 'config.schema.json', 'dist/', 'man/'],
		...['package.json', 'stream.schema.json'],
	]);
	expect(paths.filter((path) => /\.(?:map|tsx?)$/.test(path))).toEqual([]);
	expect(packed.unpackedSize).toBeLessThan(7_000_000);
});

// The oldest Node.js that users may have, and the one of the other tests.
test.for([
	{ version: 22, folder: join(root, 'node_modules/node22/bin') },
	{ version: 24, folder: join(root, 'node_modules/node/bin') },
])(
	'The packed program, installed on Node.js $version in an empty place, opens the demo.',
	async ({ version, folder: node }) => {
		const desk = openDesk();
		const prefix = join(desk.home, 'prefix');
		const env = { ...process.env, PATH: `${node}:${process.env['PATH']}` };
		const npm = (...args: readonly string[]): string =>
			execFileSync('npm', args, { cwd: root, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
		expect(execFileSync('node', ['--version'], { env, encoding: 'utf8' })).toMatch(new RegExp(`^v${version}\\.`));

		npm('install', '--global', '--prefix', prefix, '--prefer-offline', join(folder, packed.filename));
		// What the bundle holds is not installed a second time.
		const installed = readdirSync(join(prefix, 'lib/node_modules/acp-tui/node_modules'));
		expect(installed.filter((name) => /^\w/.test(name))).toEqual(Object.keys(manifest.dependencies));

		const command = join(prefix, 'bin/acp-tui');
		expect(execFileSync(command, ['--version'], { env, encoding: 'utf8' })).toBe(`${manifest.version}\n`);
		expect(readFileSync(join(prefix, 'share/man/man1/acp-tui.1'), 'utf8')).toContain('.TH ACP-TUI 1');
		const own = { ...desk.env, PATH: `${node}:${desk.env['PATH']}` };
		const printed = execFileSync(command, ['demo', '-p', 'hello'], { cwd: desk.workspace, env: own, encoding: 'utf8' });
		expect(printed).toContain('I am the demo agent');
		const screen = await launch({
			desk,
			env: { PATH: `${node}:${desk.env['PATH']}` },
			command: [command, 'demo'],
			until: isReady,
		});
		await screen.send('hello');
		await screen.until('I am the demo agent');
		await screen.send('!test -t 1 && echo a terminal');
		await screen.until(/^ +a terminal/m);
		screen.press('ctrl+d');
		expect(await screen.exit()).toEqual({ code: 0, signal: 0 });
	},
);
