import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { openDesk, root } from '../drive/desk.js';
import { isReady, launch } from '../drive/screen.js';

// The oldest Node.js that users may have, and the one of the other tests.
test.for([
	{ version: 22, folder: join(root, 'node_modules/node22/bin') },
	{ version: 24, folder: join(root, 'node_modules/node/bin') },
])(
	'The packed program, installed on Node.js $version in an empty place, opens the demo.',
	async ({ version, folder }) => {
		const desk = openDesk();
		const prefix = join(desk.home, 'prefix');
		const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}` };
		const npm = (...args: readonly string[]): string =>
			execFileSync('npm', args, { cwd: root, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
		expect(execFileSync('node', ['--version'], { env, encoding: 'utf8' })).toMatch(new RegExp(`^v${version}\\.`));

		npm('pack', '--ignore-scripts', '--pack-destination', desk.home);
		const [tarball = ''] = readdirSync(desk.home).filter((name) => name.endsWith('.tgz'));
		npm('install', '--global', '--prefix', prefix, '--prefer-offline', join(desk.home, tarball));
		// What the bundle holds is not installed a second time.
		const installed = readdirSync(join(prefix, 'lib/node_modules/acp-tui/node_modules'));
		expect(installed.filter((name) => /^\w/.test(name))).toEqual(Object.keys(manifest.dependencies));

		const command = join(prefix, 'bin/acp-tui');
		expect(execFileSync(command, ['--version'], { env, encoding: 'utf8' })).toBe(`${manifest.version}\n`);
		const screen = await launch({
			desk,
			env: { PATH: `${folder}:${desk.env['PATH']}` },
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
