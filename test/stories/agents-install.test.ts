import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Desk, openDesk } from '../drive/desk.js';
import { launch } from '../drive/screen.js';

const HASH = `sha512-${'A'.repeat(86)}==`;
const LOCK = { packages: { '': {}, 'node_modules/acme': { version: '1.0.0', integrity: HASH } } };
const MANIFEST = { name: 'acme', version: '1.0.0', bin: 'acme.js', scripts: { postinstall: 'x' } };

/** Stands in for npm: brings a package with an install script, which leaves a file when it is run. */
const NPM = `#!/bin/sh
case "$1" in
install | ci)
	mkdir -p node_modules/acme
	echo '${JSON.stringify(LOCK)}' > package-lock.json
	echo '${JSON.stringify(MANIFEST)}' > node_modules/acme/package.json
	echo '#!/usr/bin/env node' > node_modules/acme/acme.js;;
rebuild) touch node_modules/acme/ran;;
esac
`;

function layOut(): { readonly desk: Desk; readonly env: Readonly<Record<string, string>>; readonly folder: string } {
	const desk = openDesk();
	const bin = join(desk.home, 'bin');
	mkdirSync(bin);
	writeFileSync(join(bin, 'npm'), NPM);
	chmodSync(join(bin, 'npm'), 0o755);
	const agent = { id: 'acme', name: 'Acme', version: '1.0.0', distribution: { npx: { package: 'acme@1.0.0' } } };
	writeFileSync(join(desk.home, 'index.json'), JSON.stringify({ agents: [agent] }));
	const folder = join(desk.home, 'state/data/agents/acme/1.0.0/node_modules/acme');
	return { desk, env: { PATH: `${bin}:${desk.env['PATH']}` }, folder };
}

test.each([
	['y', true],
	['', false],
])('an install asks for the plan, then for scripts that it found; “%s” decides about those', async (answer, isRun) => {
	const { desk, env, folder } = layOut();
	const args = ['agents', 'install', 'acme', '--from', join(desk.home, 'index.json')];
	const screen = await launch({ desk, env, args, columns: 40, rows: 12, until: 'Install it? (y/N)' });
	screen.type('y');
	screen.press('enter');
	await screen.until('Run them? (y/N)');
	expect(screen.text()).toContain('acme: postinstall');
	screen.type(answer);
	screen.press('enter');
	await screen.until(isRun ? 'acp-tui -a acme' : '--allow-scripts');
	expect(await screen.exit()).toEqual({ code: 0, signal: 0 });
	expect(existsSync(join(folder, 'ran'))).toBe(isRun);
});

test('ctrl+c in a question of an install leaves nothing', async () => {
	const { desk, env } = layOut();
	const args = ['agents', 'install', 'acme', '--from', join(desk.home, 'index.json')];
	const asked = await launch({ desk, env, args, until: 'Install it? (y/N)' });
	asked.press('ctrl+c');
	expect(await asked.exit()).toEqual({ code: 130, signal: 0 });
	const screen = await launch({ desk, env, args, until: 'Install it? (y/N)' });
	screen.type('y');
	screen.press('enter');
	await screen.until('Run them? (y/N)');
	screen.press('ctrl+c');
	expect(await screen.exit()).toEqual({ code: 130, signal: 0 });
	expect(existsSync(join(desk.home, 'state/data/agents.lock.json'))).toBe(false);
});
