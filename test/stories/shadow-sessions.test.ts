import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Desk, openDesk, root } from '../drive/desk.js';
import { run } from '../drive/run.js';
import { launch } from '../drive/screen.js';

const OWN_TOOLS = [process.execPath, join(root, 'test', 'agents', 'own-tools.mjs')];

/** The kept shadows, as a script sees them. */
async function shadows(desk: Desk): Promise<readonly { readonly agent: string; readonly files: number }[]> {
	return JSON.parse((await run(desk, 'shadow', 'list', '--json')).out);
}

describe.runIf(process.platform === 'linux')('what waits in a shadow', () => {
	test.each([['forks'], ['']])('stays in it when the conversation goes on in a fork (agent: %s)', async (word) => {
		const desk = openDesk();
		const args = ['--agent-command', [...OWN_TOOLS, word].join(' ').trim(), '--sandbox', 'shadow'];
		const screen = await launch({ desk, args: [...args, '--mode', 'plan'], until: 'Scripted 1.2.3' });
		await screen.send('sh echo 1 >one.txt');
		await screen.until('1 change waits in the shadow: /changes');
		await screen.send('/fork');
		if (word === '') {
			await screen.until('n no');
			screen.press('n');
			await screen.until((now) => !now.text().includes('Hand the agent'));
		} else await screen.until('This is a fork');
		await screen.until('plan (enforced)');
		await screen.send('sh cat one.txt; echo 2 >two.txt');
		await screen.until('Ran: 0 1');
		await screen.until('2 changes wait in the shadow: /changes');
		expect(await shadows(desk)).toMatchObject([{ files: 2 }]);
		await screen.send('/mode default');
		await screen.until('○ default');
		await screen.send('/changes');
		await screen.until('2 changes to review');
		await screen.until('+ 1');
		screen.press('a');
		await screen.until(() => desk.read('one.txt') === '1\n');
		await screen.until('1 change to review');
		screen.press('escape');
		await screen.until('1 change waits in the shadow: /changes');
		await screen.send('/quit');
		await screen.exit();
		expect(desk.read('two.txt')).toBeNull();
		// The fork, and the session that it was made of, both worked in it.
		const sessions: readonly { readonly id: string }[] = JSON.parse((await run(desk, 'sessions', '--json')).out);
		expect(sessions).toHaveLength(2);
		for (const { id } of sessions) {
			const { out, err } = await run(desk, '-p', 'sh cat two.txt', ...args, '--resume', id);
			expect(out).toContain('Ran: 0 2');
			expect(err).toContain('1 change waits in the shadow');
		}
	});

	test('stays in it when another agent takes over that is shadowed as well, and when that one leaves', async () => {
		const desk = openDesk();
		const [command = '', ...args] = OWN_TOOLS;
		const agent = { command, args, sandbox: 'shadow' };
		desk.config({ agents: { first: agent, second: agent } });
		const screen = await launch({ desk, args: ['--agent', 'first', '--mode', 'plan'], until: 'plan (enforced)' });
		await screen.send('sh echo 1 >one.txt');
		await screen.until('1 change waits in the shadow: /changes');
		await screen.send('/agent second');
		await screen.until('Switching to second.');
		await screen.send('sh cat one.txt; echo 2 >two.txt; echo more >>notes.md');
		await screen.until('Ran: 0 1');
		await screen.until('only you see them: "one.txt"');
		await screen.until('3 changes wait in the shadow: /changes');
		expect(await shadows(desk)).toMatchObject([{ files: 3 }]);
		await screen.send('/agent first');
		await screen.until('Switching to first.');
		await screen.send('sh echo $(cat one.txt two.txt)');
		await screen.until('Ran: 0 1 2');
		expect(desk.read('one.txt')).toBeNull();
		await screen.send('/mode acceptEdits');
		await screen.until('» accept edits');
		await screen.send('sh echo 4 >four.txt');
		await screen.until(() => desk.read('four.txt') === '4\n');
		await screen.until('3 changes wait in the shadow: /changes');
		expect(desk.read('one.txt')).toBeNull();
		await screen.send('/quit');
		await screen.exit();
		expect(await shadows(desk)).toMatchObject([{ files: 3 }]);
	});
});
