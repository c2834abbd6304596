import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDesk } from '../drive/desk.js';
import { run } from '../drive/run.js';
import { launch } from '../drive/screen.js';

type Sent = { readonly method?: string; readonly params?: { readonly configId?: string; readonly value?: unknown } };

/** What an agent was told, by the recording of the run. */
function told(file: string): readonly string[] {
	const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
	return lines.flatMap((line) => {
		const { dir, msg } = JSON.parse(line) as { readonly dir: string; readonly msg: Sent };
		if (dir !== 'c2a' || msg.method === undefined) return [];
		const { configId, value } = msg.params ?? {};
		return [configId === undefined ? msg.method : `${configId}=${value}`];
	});
}

test('--model is set before the prompt; one that the agent does not offer ends -p with 2 and those it offers', async () => {
	const desk = openDesk();
	const file = join(desk.home, 'record.jsonl');
	const { code, err } = await run(desk, '-p', 'hello', '--model', 'demo large', '--record', file);
	expect({ code, err }).toEqual({ code: 0, err: '' });
	expect(told(file).filter((word) => !word.startsWith('$'))).toEqual([
		'initialize',
		'session/new',
		'model=demo-large',
		'session/prompt',
	]);
	const wrong = await run(desk, '-p', 'hello', '--model', 'opus');
	expect(wrong.code).toBe(2);
	expect(wrong.err).toContain('Demo agent does not offer the model opus.\n  It offers: demo-small, demo-large.');
});

test('what is chosen of an agent is chosen again the next time, until it is forgotten', async () => {
	const first = await launch();
	await first.send('/model demo-large');
	await first.until('Demo Large');
	await first.send('/quit');
	await first.exit();
	const second = await launch({ desk: first.desk, until: 'Demo Large' });
	await second.send('/status');
	await second.until('next time  model demo-large (/forget)');
	await second.send('/forget');
	await second.until('Forgot what you chose for Demo');
	await second.send('/quit');
	await second.exit();
	const third = await launch({ desk: first.desk });
	await third.send('/status');
	await third.until('model      Demo Small');
});
