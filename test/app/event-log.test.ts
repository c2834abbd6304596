import { expect, test } from 'vitest';
import { fail } from '../../src/core/failure.js';
import { lines } from '../core/lines.js';
import { editRequest } from './requests.js';
import { answer, create, EXIT, end, send, settle, working } from './world.js';

const SAID = 'words of the user';

test('The log tells the life of a session, and not what was said.', async () => {
	const world = await working();
	await end(world);
	send(world, SAID);
	world.host.onEvents('s1', [
		{ type: 'text', role: 'agent', text: 'words of the agent' },
		{ type: 'unknown', label: 'session/update of a kind that nobody knows', json: 'words' },
	]);
	const asked = world.host.requestPermission(editRequest(), new AbortController().signal);
	await settle();
	await answer(world, 'yes');
	await asked;
	await create(world, ['ls']);
	world.host.onRefused('fs/read_text_file', -32_002, 'There is no a.ts.');
	world.app.dispatch({ type: 'cancel' });
	world.prompts.at(-1)?.end.resolve(fail('agent-error', 'The model is gone.', { detail: 'status 500' }));
	await settle();
	world.exit.resolve({ ...EXIT, code: 7, stderrTail: ['last words'] });
	await settle();

	const whats = world.logged.map(({ level, what }) => `${level} ${what}`);
	for (const line of lines`
		info agent starting ¦ info agent connected ¦ info session opened ¦ info prompt sent ¦ info turn ended
		warn not understood ¦ info decided ¦ info asked ¦ info answered ¦ info request refused
		info the user stopped the turn ¦ error turn failed ¦ error agent exited
	`)
		expect(whats).toContain(line);
	const text = JSON.stringify(world.logged);
	for (const fact of lines`
		"code":7 ¦ "code":"agent-error" ¦ "class": ¦ "sessionId":"s1" ¦ "characters":17 ¦ "workMs":
	`)
		expect(text).toContain(fact);
	for (const said of [SAID, 'words of the agent', 'last words', 'There is no a.ts.']) expect(text).not.toContain(said);
	// What the agent says of an error is for --debug alone.
	const unless = world.logged.filter(({ level }) => level !== 'debug');
	for (const said of ['The model is gone.', 'status 500']) {
		expect(text).toContain(said);
		expect(JSON.stringify(unless)).not.toContain(said);
	}
});
