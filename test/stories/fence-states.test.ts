import { join } from 'node:path';
import { describe, test } from 'vitest';
import { root } from '../drive/desk.js';
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
});
