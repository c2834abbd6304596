import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { openDesk, root } from '../drive/desk.js';
import { launch } from '../drive/screen.js';

const AGENT = `node ${join(root, 'test', 'agents', 'writes.mjs')}`;
const FENCED = ['--sandbox', 'fence', '--agent-command', AGENT];

describe.runIf(process.platform === 'linux')('what holds an agent in a fence', () => {
	test('stands in /permissions with the reason where plan mode is only watched', async () => {
		const screen = await launch({ columns: 120, args: FENCED, until: 'Scripted' });
		await screen.send('hold held.txt');
		await screen.until('hold held.txt: done');
		await screen.send('please wait');
		await screen.until('waiting');
		await screen.send('/mode plan');
		await screen.until('plan (watched)');
		await screen.send('/permissions');
		await screen.until('plan mode is only watched');
		await screen.until('held.txt open for writing.');
		await screen.until('started again when its turn ends.');
	});

	test('holds of a folder that is added while it runs', async () => {
		const desk = openDesk();
		const beside = join(desk.home, 'beside');
		mkdirSync(beside);
		const screen = await launch({ desk, columns: 160, args: FENCED, until: 'Scripted' });
		await screen.send(`write ${beside}/one.txt`);
		await screen.until('one.txt: ENOENT');
		await screen.send(`/add-dir ${beside}`);
		await screen.until('may read and edit files in');
		await screen.send(`write ${beside}/two.txt`);
		await screen.until('two.txt: done');
		await screen.send('/mode plan');
		await screen.until('plan (enforced)');
		await screen.send(`write ${beside}/three.txt`);
		await screen.until('three.txt: EROFS');
	});

	test('stays what it is through a new conversation, a crash, other agents and a session that is resumed', async () => {
		const desk = openDesk();
		const agent = { command: process.execPath, args: [join(root, 'test', 'agents', 'writes.mjs')] };
		desk.config({ agents: { held: { ...agent, sandbox: 'fence' }, free: agent } });
		const screen = await launch({ desk, args: ['--agent', 'held', '--mode', 'plan'], until: 'plan (enforced)' });
		let count = 0;
		const tries = async (end: 'EROFS' | 'done'): Promise<void> => {
			count += 1;
			await screen.send(`write file${count}.txt`);
			await screen.until(`write file${count}.txt: ${end}`);
		};
		await tries('EROFS');
		await screen.send('/clear');
		await screen.until((now) => !now.text().includes('EROFS') && now.text().includes('plan (enforced)'));
		await tries('EROFS');
		await screen.send('quit now');
		// Between two turns, or in one.
		await screen.until(/The agent exited with code 1[\s\S]*session resumed\./i);
		await screen.until('plan (enforced)');
		await tries('EROFS');
		await screen.send('/agent free');
		await screen.until((now) => !now.text().includes('(enforced)'));
		await tries('done');
		await screen.send('/agent held');
		await screen.until('plan (enforced)');
		await tries('EROFS');
		await screen.send('/mode default');
		await screen.until('○ default');
		await tries('done');
		await screen.send('/exit');
		await screen.exit();
		const later = await launch({
			desk,
			args: ['--agent', 'held', '--mode', 'plan', '--continue'],
			until: 'plan (enforced)',
		});
		await later.send('write later.txt');
		await later.until('write later.txt: EROFS');
	});
});
