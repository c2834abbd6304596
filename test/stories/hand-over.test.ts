import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Desk, openDesk, root } from '../drive/desk.js';
import { launch, type Screen } from '../drive/screen.js';

const agentFile = (name: string): string => join(root, 'test', 'agents', name);

/** A desk with further agents: one that answers, one once the file `go` is there, one that never does, one that ends. */
function desk(): Desk {
	const made = openDesk();
	const script = join(made.home, 'answers.json');
	writeFileSync(script, JSON.stringify([{ text: 'I go on with it.' }]));
	const answers = [agentFile('fails.mjs'), script, join(made.home, 'sent.log')];
	const go = join(made.home, 'go');
	const later = `while [ ! -e '${go}' ]; do sleep 0.05; done; exec node ${answers.map((one) => `'${one}'`).join(' ')}`;
	made.config({
		agents: {
			second: { command: 'node', args: answers },
			later: { command: 'sh', args: ['-c', later] },
			mute: { command: 'node', args: [agentFile('silent.mjs')] },
			broken: { command: 'node', args: [agentFile('exits-at-start.mjs')] },
		},
	});
	return made;
}

/** The texts of the prompts that the second agent got. */
function sent(from: Desk): readonly string[] {
	const lines = readFileSync(join(from.home, 'sent.log'), 'utf8').trimEnd().split('\n');
	return lines.map((line) => (JSON.parse(line) as { text: string }[]).map(({ text }) => text).join('|'));
}

/** Begins a conversation with the demo agent. */
async function begun(options: Parameters<typeof launch>[0] = {}): Promise<Screen> {
	const screen = await launch({ desk: desk(), ...options });
	await screen.send('Make a tide table');
	await screen.until('two minutes.');
	return screen;
}

/** What an empty draft shows. */
const EMPTY = 'Ask for anything; / for commands';

async function isClosed(screen: Screen): Promise<void> {
	await screen.until((now) => now.draft() === EMPTY && !now.text().includes('enter sends · esc'));
}

const recordId = (screen: Screen): string => /--resume (\w+)/.exec(screen.text())?.[1] ?? '';

test('The first prompt is shown and edited before it goes, and each session tells of the other, later too.', async () => {
	const screen = await begun();
	// The names of agents are there though nobody opened the list.
	screen.type('/hando');
	await screen.until('▸ /handover');
	screen.press('tab');
	await screen.until((now) => now.draft() === '/handover');
	screen.type(' se');
	await screen.until((now) => now.draft() === '/handover se' && /▸ second/.test(now.text()));
	screen.press('tab');
	await screen.send(' and then the moon');
	await screen.until('Hand over to second');
	await screen.until('and then the moon');
	screen.press('escape');
	await isClosed(screen);
	expect(existsSync(join(screen.desk.home, 'sent.log'))).toBe(false);
	await screen.send('/handover second and then the moon');
	await screen.until('Hand over to second');
	screen.type(', and the sun');
	await screen.until('the moon, and the sun');
	screen.press('enter');
	await screen.until('● I go on with it.');
	expect(sent(screen.desk)).toEqual([
		expect.stringMatching(
			/^I worked on this with Demo agent[\s\S]*## Goal\n\n> Make a tide table\n[\s\S]*the moon, and the sun$/,
		),
	]);
	// The list knows that the first one is open too, and goes there.
	await screen.send('/resume');
	await screen.until('open as session 1');
	screen.press('down');
	await screen.until(/▸ .*\n.*open as session 1/);
	screen.press('enter');
	await screen.until('Handed over to');
	const second = recordId(screen);
	screen.press('ctrl+d');
	await screen.exit();
	const later = await launch({ desk: screen.desk, args: ['--resume', second], until: 'y yes' });
	// This agent cannot take its session up again.
	later.press('n');
	await later.until((now) => now.draft() === EMPTY);
	later.press('ctrl+home');
	await later.until('Handed over from Demo agent');
	const first = recordId(later);
	expect(first).not.toBe(second);
	later.press('ctrl+d');
	await later.exit();
	const before = await launch({ desk: screen.desk, args: ['--resume', first], until: 'Handed over to' });
	expect(recordId(before)).toBe(second);
});

test('Its text is never a draft for the agent of the session, however the program ends.', async () => {
	const screen = await begun();
	await screen.send('/handover second');
	await screen.until('Hand over to second');
	screen.signal('SIGTERM');
	await screen.exit();
	const again = await launch({ desk: screen.desk });
	await again.send('hello');
	await again.until('two minutes.');
	// Neither is anything put aside.
	expect(again.draft()).toBe(EMPTY);
	expect(again.text()).not.toContain('I worked on this');
});
