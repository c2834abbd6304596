import { describe, expect, test } from 'vitest';
import type { ElicitationRequest } from '../../src/core/elicitation/elicitation.js';
import {
	answer,
	asks,
	decisions,
	end,
	happen,
	never,
	noteTexts,
	noteTitles,
	settle,
	type World,
	working,
} from './world.js';

const URL_INPUT = { mode: 'url', elicitationId: 'e1', url: 'https://login.example.com/device' } as const;

function request(parts: Partial<ElicitationRequest> = {}): ElicitationRequest {
	return { scope: { type: 'session', sessionId: 's1' }, message: 'Enter ABCD there.', input: URL_INPUT, ...parts };
}
const atAddress = (url: string) => request({ input: { ...URL_INPUT, url } });

const front = (world: World) => {
	const [question] = world.app.getState().questions;
	return question?.kind === 'elicitation-url' ? question : undefined;
};

test.each([
	['open', 'accept', 'you opened it'],
	['go-on', 'accept', 'you went on without opening it'],
	['decline', 'decline', 'you declined'],
	['cancel', 'cancel', 'you cancelled'],
	[null, 'cancel', 'you cancelled'],
	['something else', 'cancel', 'you cancelled'],
])('The choice %s is answered %s, and the transcript keeps both.', async (choice, action, words) => {
	const world = await working();
	const answered = world.host.elicit(request(), never);
	await answer(world, choice);
	expect(await answered).toEqual({ action });
	expect(noteTexts(world)).toEqual([
		[`Fake asked you to open login.example.com: ${words}`, 'Enter ABCD there.\nhttps://login.example.com/device'],
	]);
});

test('What is odd about an address is known before it is shown.', async () => {
	for (const [url, host, warnings] of [
		['http://login.example.com/', 'login.example.com', ['http']],
		['https://bank.example@evil.example/', 'evil.example', ['user-info']],
		['https://аpple.example/', 'xn--pple-43d.example', ['international']],
		['https://10.1.2.3/', '10.1.2.3', ['ip-address']],
	] as const) {
		const world = await working();
		void world.host.elicit(atAddress(url), never);
		expect(front(world)?.address).toMatchObject({ host, warnings });
	}
});

test.each([
	'javascript:alert(1)',
	'file:///etc/passwd',
	'vscode://x',
	'login.example.com',
	' https://a.example',
	`https://a.example/${'x'.repeat(5000)}`,
	'https://',
])('What is no web address is not asked about (%#).', async (url) => {
	const world = await working();
	expect(await world.host.elicit(atAddress(url), never)).toEqual({ action: 'cancel' });
	expect(asks(world)).toBe(0);
	expect(noteTitles(world)[0]).toBe('Fake asked to open something that is not a web address; it was not opened.');
});

test('A way of asking that was not announced is answered cancel, and said.', async () => {
	const world = await working();
	const form = request({ input: { mode: 'other', word: 'form\x1b[31m' } });
	expect(await world.host.elicit(form, never)).toEqual({ action: 'cancel' });
	expect(noteTitles(world)[0]).toContain('does not offer (form)');
});

test('Where nobody is there it is answered cancel.', async () => {
	const world = await working({ isHeadless: true });
	expect(await world.host.elicit(request(), never)).toEqual({ action: 'cancel' });
	expect(decisions(world)).toEqual(['denied policy']);
	expect(asks(world)).toBe(0);
});

test('What the agent takes back goes away, and the transcript says so.', async () => {
	const world = await working();
	const stop = new AbortController();
	const answered = world.host.elicit(request(), stop.signal);
	stop.abort();
	expect(await answered).toEqual({ action: 'cancel' });
	expect(asks(world)).toBe(0);
	expect(noteTitles(world)[0]).toBe('Fake asked you to open login.example.com: not answered');
});

describe('What the agent calls done', () => {
	test('closes the question that is open.', async () => {
		const world = await working();
		const answered = world.host.elicit(request(), never);
		world.host.onElicitationCompleted('e1');
		expect(await answered).toEqual({ action: 'cancel' });
		expect(noteTitles(world)[0]).toBe('Fake asked you to open login.example.com: it says that this is done');
	});

	test.each([
		['open', 1],
		['go-on', 1],
		['decline', 0],
	])('is said once of what the user agreed to: after %s %i times.', async (choice, times) => {
		const world = await working();
		const answered = world.host.elicit(request(), never);
		await answer(world, choice);
		await answered;
		world.host.onElicitationCompleted('e1');
		world.host.onElicitationCompleted('e1');
		const done = 'Fake asked you to open login.example.com: it says that this is done';
		expect(noteTitles(world).slice(1)).toEqual(Array.from({ length: times }, () => done));
	});
});

test('One that does not keep the turn waiting outlives it; stopping the turn cancels it, but not that of a sign-in.', async () => {
	const world = await working();
	const late = world.host.elicit(request(), never);
	const signIn = world.host.elicit(request({ scope: { type: 'request' } }), never);
	await end(world);
	expect(asks(world)).toBe(2);
	await answer(world, 'decline');
	expect(await late).toEqual({ action: 'decline' });

	const { app } = world;
	app.dispatch({ type: 'prompt', prompt: { id: 'p', text: 'p', blocks: [] } });
	await settle();
	const stopped = world.host.elicit(request(), never);
	app.dispatch({ type: 'cancel' });
	expect(await stopped).toEqual({ action: 'cancel' });
	expect(await world.host.elicit(request(), never)).toEqual({ action: 'cancel' });
	expect(asks(world)).toBe(1);
	await answer(world, 'open');
	expect(await signIn).toEqual({ action: 'accept' });
});

test('A session that was left asks nobody.', async () => {
	const world = await working();
	await end(world);
	await happen(world, { type: 'new-session' });
	expect(await world.host.elicit(request(), never)).toEqual({ action: 'cancel' });
});

test('The log knows the host, and neither the code nor the address.', async () => {
	const world = await working();
	void world.host.elicit(request(), never);
	const written = JSON.stringify(world.logged);
	expect(written).toContain('login.example.com');
	expect(written).not.toMatch(/ABCD|\/device/);
});
