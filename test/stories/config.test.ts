import { expect, test, vi } from 'vitest';
import { openDesk } from '../drive/desk.js';
import { processesWith } from '../drive/processes.js';
import { run } from '../drive/run.js';
import { launch } from '../drive/screen.js';

test('a setting is changed from the command line in a project’s file with comments', async () => {
	const desk = openDesk();
	desk.write('.acp-tuirc.json', '// ours\n{ "ui": { "diff": "split", }, }\n');
	const screen = await launch({
		desk,
		args: ['config', 'set', 'ui.theme', 'nord', '--project'],
		until: 'Set ui.theme',
	});
	expect(await screen.exit()).toEqual({ code: 0, signal: 0 });
	expect(desk.read('.acp-tuirc.json')).toBe('// ours\n{ "ui": { "diff": "split", "theme": "nord" }, }\n');
});

test('settings are changed on the screen, and what a project wants is trusted there', async () => {
	const desk = openDesk();
	desk.write('.acp-tuirc.json', '{"agent":"codex","permissions":{"allow":["Read"]}}');
	const screen = await launch({ desk, until: 'Demo agent' });
	screen.type('/config ui.theme');
	screen.press('enter');
	await screen.until('Now: auto (default)');
	screen.press('enter');
	await screen.until('1 auto');
	screen.type('4');
	await screen.until('ui.theme set in');
	await screen.until('Now: light (your config)');
	screen.press('ctrl+y');
	await screen.until('It would set the agent and add 1 allow rule.');
	screen.press('up');
	screen.press('enter');
	await screen.until('Trusted until it changes');
	screen.press('escape');
	screen.press('escape');
	screen.press('ctrl+c');
	screen.press('ctrl+c');
	await screen.exit();
	const shown = await launch({ desk, args: ['config', 'get', 'agent'], until: 'codex' });
	expect(await shown.exit()).toEqual({ code: 0, signal: 0 });
});

test('a command for the status line waits for trust in a cloned repository, and leaves nothing behind', async () => {
	const desk = openDesk();
	const command = String.raw`touch ran; setsid sleep 1000 & printf '\033[2J\033]0;evil\007from the project'`;
	desk.write('.acp-tuirc.json', JSON.stringify({ ui: { statusLine: { command } } }));
	const screen = await launch({ desk, until: 'is not trusted yet' });
	await screen.send('hello');
	await screen.until('it takes two minutes');
	expect(desk.read('ran')).toBeNull();
	await screen.send('/quit');
	await screen.exit();
	expect((await run(desk, 'config', 'trust', '--yes')).code).toBe(0);
	const trusted = await launch({ desk });
	await trusted.until('from the project');
	expect(trusted.text()).toContain('Demo agent');
	await trusted.send('/quit');
	await trusted.exit();
	await vi.waitFor(async () => expect(await processesWith(desk.home)).toEqual([]), 10_000);
});
