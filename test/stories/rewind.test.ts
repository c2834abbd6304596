import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RIGS } from '../drive/desk.js';
import { launch, type Screen } from '../drive/screen.js';
import { quit, withoutBriefing } from './prompts.js';

async function edit(screen: Screen, file: string): Promise<void> {
	await screen.send(`/edit ${file}`);
	await screen.until(`Create ${file}`);
	await screen.until('y yes');
	screen.press('y');
	await screen.until(`${file} new`);
}

test('esc twice goes back to a prompt with its files; a fork goes on from there, and all of it is kept.', async () => {
	const screen = await launch({ args: RIGS, env: { ACP_TUI_DEMO_FORGETS: '1' } });
	const { workspace, home } = screen.desk;
	await edit(screen, 'lamp.txt');
	await edit(screen, 'harbour.txt');
	await screen.until((each) => each.text().includes('harbour.txt new') && !each.text().includes('Working'));
	screen.press('escape');
	await screen.until('esc again goes back to an earlier prompt');
	screen.press('escape');
	await screen.until('Go back to a prompt');
	screen.press('enter');
	await screen.until('1 conversation and files');
	await screen.until('harbour.txt is deleted');
	screen.press('1');
	await withoutBriefing(screen);
	await screen.until('> /edit harbour.txt');
	expect(existsSync(join(workspace, 'harbour.txt'))).toBe(false);
	expect(existsSync(join(workspace, 'lamp.txt'))).toBe(true);
	expect(screen.text()).toContain('Rewound to before “/edit harbour.txt”');
	screen.press('ctrl+u');
	await screen.send('/fork which files are here?');
	await withoutBriefing(screen);
	await screen.until('This is a fork');
	await screen.until('I see');
	await quit(screen);
	await screen.exit();
	const folder = join(home, 'state', 'sessions');
	const logs = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
	expect(logs).toHaveLength(3);
	const parents = logs.map(
		(name) => JSON.parse(readFileSync(join(folder, name), 'utf8').split('\n', 1)[0] ?? '{}').parent,
	);
	expect(parents.filter((parent) => parent !== undefined)).toHaveLength(2);
});
