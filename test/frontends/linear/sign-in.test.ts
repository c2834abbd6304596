import { expect, test } from 'vitest';
import { keyOf } from '../../../src/terminal/key.js';
import { createWorld, settle } from '../../app/world.js';
import { refusedSession, signInBegun } from '../../view/scenes.js';
import { drive } from './drive.js';

async function begin() {
	const world = createWorld();
	world.app.start();
	await settle();
	const driven = drive(world, 'remote');
	const [connected, failed] = refusedSession;
	if (connected === undefined || failed === undefined) throw new Error('no scene');
	world.app.dispatch({ type: 'new-session' });
	world.app.dispatch(connected);
	world.app.dispatch(failed);
	world.advance(1000);
	world.advance(1000);
	const enter = (text: string): readonly string[] => {
		const before = driven.said.length;
		driven.enter(text);
		world.advance(1000);
		return driven.said.slice(before);
	};
	return { ...driven, enter };
}

test('The ways to sign in are read out with numbers, and a number begins one.', async () => {
	const { said, requests, enter } = await begin();
	expect(said).toContain('Sign in to Fake:');
	expect(said).toContain('1 Log in, may open a browser · With your account.');
	expect(said.find((line) => line.startsWith('5 Odd'))).toMatch(/not available.*It cannot be chosen\.$/);
	expect(enter('77').join(' ')).toContain('77');
	expect(requests).toEqual([]);
	enter('1');
	expect(requests).toContainEqual({ type: 'sign-in', choice: { methodId: 'web' } });
});

test('Words are sent, and wait for the sign-in.', async () => {
	const { world, requests, enter } = await begin();
	enter('do it');
	expect(requests).toContainEqual(expect.objectContaining({ type: 'send', text: 'do it' }));
	expect(world.app.getState().signIn?.step.type).toBe('choosing');
});

test('A key is typed without an echo, and said nowhere.', async () => {
	const { controller, said, requests, enter } = await begin();
	expect(enter('2').join(' ')).toContain('What you type is not shown.');
	for (const character of 'sk-1') controller.key(keyOf('char', character));
	controller.paste('-secret');
	expect(controller.source.getSnapshot().rows).toEqual(['API key of example: •••••••••••']);
	enter('');
	expect(requests).toContainEqual({ type: 'sign-in', choice: { methodId: 'key' }, apiKey: 'sk-1-secret' });
	expect(said.join('\n')).not.toContain('secret');
	expect(controller.getUi().composer.draft.text).toBe('');
});

test('An address is read out whole, with what to do where no browser can open; escape stops.', async () => {
	const { world, controller, said, requests } = await begin();
	world.app.dispatch(signInBegun);
	world.advance(1000);
	const url = `https://login.example.org/${'x'.repeat(300)}?redirect_uri=http://localhost:1455/`;
	world.app.dispatch({
		type: 'auth-address',
		address: { url, host: 'login.example.org', warnings: [], callbackPort: 1455 },
	});
	world.advance(1000);
	expect(said).toContain(url);
	expect(said.join('\n')).toContain('ssh -L 1455:localhost:1455 HOST');
	controller.key(keyOf('escape'));
	expect(requests).toContainEqual({ type: 'dispatch', event: { type: 'sign-in-stop' } });
});

test('Escape leaves the sign-in, and says how to come back.', async () => {
	const { world, controller, said } = await begin();
	controller.key(keyOf('escape'));
	world.advance(1000);
	expect(said.join('\n')).toMatch(/You are not signed in.*\/login/s);
});
