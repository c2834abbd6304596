import { expect, test } from 'vitest';
import { launch } from '../drive/screen.js';

test('an agent that crashes in the middle of a turn is told of, and enter starts it again', async () => {
	const screen = await launch();
	await screen.send('/crash');
	const text = await screen.until('The agent quit · enter starts it again');
	expect(text).toContain('✗ The agent exited with code 3.');
	expect(text).toContain('panic: division by zero');
	expect(screen.draft()).toBe('No agent runs; / for commands');
	expect(text).toMatch(/■ Divide by zero +stopped/);
	screen.press('enter');
	await screen.until('Starting the agent again. It begins a new session');
	await screen.until((now) => !now.text().includes('The agent quit'));
	await screen.send('/read notes.md');
	await screen.until('✓ Read notes.md');
});

test('what was queued behind a crash is kept, and sent after the restart', async () => {
	const screen = await launch({ env: { ACP_TUI_DEMO_PACE: '60' } });
	await screen.send('/crash');
	await screen.until('esc stops');
	await screen.send('/read notes.md');
	await screen.until('The agent quit ·');
	expect(screen.text()).toContain('queued 1: ');
	screen.press('enter');
	await screen.until('✓ Read notes.md');
	expect(screen.text()).not.toContain('queued');
});

test('an agent that cannot be started is told of, and the program goes on', async () => {
	const screen = await launch({
		args: ['--agent-command', 'no-such-agent --acp'],
		until: 'The agent did not start · enter tries again',
	});
	expect(screen.text()).toMatch(/✗ .*no-such-agent/);
	screen.type('a draft');
	await screen.until((now) => now.draft() === 'a draft');
	screen.press('ctrl+c');
	await screen.until((now) => now.draft().startsWith('No agent runs'));
	screen.press('ctrl+d');
	expect(await screen.exit()).toEqual({ code: 0, signal: 0 });
});

test('an agent that speaks no protocol is told of', async () => {
	const screen = await launch({
		args: ['--agent-command', 'echo hello'],
		until: 'The agent did not start · enter tries again',
	});
	expect(screen.text()).toMatch(/^ ✗ /m);
});
