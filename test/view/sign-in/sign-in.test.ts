import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { play, prompt, ready, starting } from '../../core/session/play.js';
import { asked, refusedSession, signInBegun } from '../scenes.js';
import {
	cellOf,
	click,
	createStage,
	dispatched,
	draft,
	happen,
	misfits,
	paste,
	point,
	press,
	type Stage,
	text,
	wait,
} from '../stage.js';

function refused(columns = 100, rows = 30): Stage {
	const stage = createStage(play(starting(), ...refusedSession), columns, rows);
	wait(stage, 2000);
	return stage;
}

const ADDRESS = 'https://login.example.org/device?code=AAAA-BBBB&redirect_uri=http%3A%2F%2Flocalhost%3A1455%2Fcallback';
const address = {
	type: 'auth-address',
	address: { url: ADDRESS, host: 'login.example.org', warnings: [], callbackPort: 1455 },
} as const;

describe('the ways to sign in', () => {
	it('begin with what was chosen', () => {
		expect(press(refused(), 'enter')).toContainEqual({ type: 'sign-in', choice: { methodId: 'web' } });
		expect(press(refused(), 'down down enter')).toContainEqual({ type: 'sign-in', choice: { methodId: 'own' } });
	});

	it('take no key that was meant for the draft', () => {
		const stage = createStage(starting());
		press(stage, '`half a sen`');
		happen(stage, ...refusedSession);
		press(stage, '`tence` enter');
		expect(draft(stage)).toBe('');
		expect(stage.session.state.queue.map((waiting) => waiting.text)).toEqual(['half a sentence']);
		expect(stage.requests.some(({ type }) => type === 'sign-in')).toBe(false);
		wait(stage, 2000);
		expect(text(stage)).toContain('Your prompt waits: half a sentence');
		expect(press(stage, 'enter')).toContainEqual({ type: 'sign-in', choice: { methodId: 'web' } });
	});

	it('are chosen by a click, and moved over with the wheel', () => {
		const stage = refused();
		const { x, y } = cellOf(stage, 'Terminal');
		press(stage, 'down');
		point(stage, 'wheel-up', x, y);
		expect(text(stage)).toContain('▸   1 Log in');
		expect(click(stage, 'Terminal')).toContainEqual({ type: 'sign-in', choice: { methodId: 'own' } });
	});

	it('are chosen by no click that a key would not have counted for', () => {
		const stage = createStage(play(starting(), ...refusedSession), 100, 30);
		expect(click(stage, '1 Log in')).toEqual([]);
		expect(text(stage)).toContain('Too fast');
		wait(stage, 2000);
		press(stage, '`can you`');
		expect(click(stage, '1 Log in')).toEqual([]);
		expect(text(stage)).toContain('▸   1 Log in');
		expect(click(stage, '1 Log in')).toContainEqual({ type: 'sign-in', choice: { methodId: 'web' } });
	});

	it('leave the draft alone, which words go to', () => {
		const stage = refused();
		press(stage, '`can you`');
		expect(draft(stage)).toBe('can you');
		expect(press(stage, 'tab down up enter')).toContainEqual({ type: 'sign-in', choice: { methodId: 'web' } });
		expect(draft(stage)).toBe('can you');
	});

	it('leave the keys that edit to the draft, so that a command can be typed in its place', () => {
		const stage = refused();
		press(stage, '`draft words` tab');
		wait(stage, 2000);
		press(stage, 'backspace');
		expect(draft(stage)).toBe('draft word');
		press(stage, 'tab');
		wait(stage, 2000);
		press(stage, 'ctrl+u');
		expect(draft(stage)).toBe('');
		expect(dispatched(press(stage, '`/agent demo` enter'))).toContainEqual({ type: 'use-agent', id: 'demo' });
		expect(stage.session.state.queue.map((waiting) => waiting.text)).not.toContain('draft words/agent demo');
	});

	it('wait until a question is answered', () => {
		const stage = createStage(play(ready(), asked(), ...refusedSession.slice(0, 1)));
		const failure = { code: 'auth-required', message: 'Sign in first' } as const;
		const refusedSwitch = { type: 'set-agent-mode', modeId: 'plan' } as const;
		happen(stage, { type: 'effect-failed', failure, refusedSwitch });
		expect(text(stage)).not.toContain('Sign in to Fake');
		happen(stage, { type: 'question-withdrawn', questionId: 'q' });
		expect(text(stage)).toContain('Sign in to Fake');
	});
});

describe('a key', () => {
	it('is never on the screen, in the draft or in an event, typed or pasted', () => {
		const stage = refused();
		press(stage, 'down enter `sk-typed`');
		paste(stage, '-and-pasted\n');
		expect(text(stage)).toContain('••••');
		expect(text(stage)).not.toMatch(/sk-typed|pasted/);
		expect(draft(stage)).toBe('');
		press(stage, 'backspace');
		const requests = press(stage, 'enter');
		expect(requests).toContainEqual({ type: 'sign-in', choice: { methodId: 'key' }, apiKey: 'sk-typed-and-paste' });
		expect(inspect(stage.ui.signIn, { depth: null })).not.toContain('sk-typed');
		expect(JSON.stringify([stage.session.state, dispatched(requests)])).not.toContain('sk-typed');
	});

	it('may be left out, and esc goes back', () => {
		const stage = refused();
		press(stage, 'down enter `sk` escape');
		expect(text(stage)).toContain('Log in');
		expect(inspect(stage.ui.signIn, { depth: null })).not.toContain("'sk'");
		wait(stage, 1000);
		expect(press(stage, 'down enter enter')).toContainEqual({ type: 'sign-in', choice: { methodId: 'key' } });
	});

	it('is asked for by every variable, and those that are needed cannot be empty', () => {
		const stage = refused();
		press(stage, '4 enter `host.example` enter');
		expect(text(stage)).toContain('It cannot be empty');
		press(stage, '`secret`');
		expect(text(stage)).not.toContain('secret');
		expect(text(stage)).toContain('host.example');
		expect(press(stage, 'enter enter')).toContainEqual({
			type: 'sign-in',
			choice: { methodId: 'set' },
			variables: { EXAMPLE_KEY: 'secret', EXAMPLE_HOST: 'host.example' },
		});
	});
});

describe('a sign-in that runs', () => {
	const running = (): Stage => {
		const stage = refused();
		happen(stage, signInBegun);
		wait(stage, 1000);
		return stage;
	};

	it('says that it takes long, and is stopped with esc', () => {
		const stage = running();
		expect(stage.wakeAt).not.toBeNull();
		wait(stage, 11 * 60_000);
		expect(text(stage)).toContain('This takes long.');
		expect(dispatched(press(stage, 'escape'))).toEqual([{ type: 'sign-in-stop' }]);
		expect(text(stage)).toContain('Stopping…');
	});

	it('shows the line of another program, and runs it only when it is chosen', () => {
		const stage = running();
		happen(stage, { type: 'sign-in-asks', because: 'other-program', methodId: 'web', line: "/bin/sh -c 'log in'" });
		wait(stage, 1000);
		expect(text(stage)).toContain("/bin/sh -c 'log in'");
		expect(dispatched(press(stage, 'enter'))).toEqual([{ type: 'sign-in-declined' }]);
		happen(stage, signInBegun, {
			type: 'sign-in-asks',
			because: 'other-program',
			methodId: 'web',
			line: "/bin/sh -c 'log in'",
		});
		wait(stage, 1000);
		expect(press(stage, 'up enter')).toContainEqual({
			type: 'sign-in',
			choice: { methodId: 'web', agreedTo: "/bin/sh -c 'log in'" },
		});
	});
});

describe('what has to be seen whole', () => {
	const line = `/bin/sh -c '${Array.from({ length: 60 }, (_, at) => `step-${at}`).join(' ')}'`;
	const asks = { type: 'sign-in-asks', because: 'other-program', methodId: 'web', line } as const;

	it('a long command can be run only after all of it was on the screen', () => {
		const stage = refused(40, 12);
		happen(stage, signInBegun, asks);
		wait(stage, 1000);
		press(stage, '3');
		expect(text(stage)).toContain('look at all of it first');
		press(stage, '1');
		const pages = [text(stage)];
		press(stage, 'enter');
		wait(stage, 1000);
		press(stage, '3');
		expect(stage.requests.some(({ type }) => type === 'sign-in')).toBe(false);
		press(stage, '1');
		for (let page = 0; page < 8; page += 1) {
			press(stage, 'down');
			pages.push(text(stage));
		}
		expect(misfits(stage)).toEqual([]);
		for (const word of line.split(' ')) {
			expect(pages.map((page) => page.replaceAll(/[│\s]/g, '')).join('\n')).toContain(word);
		}
		press(stage, 'escape');
		wait(stage, 1000);
		expect(press(stage, '3')).toContainEqual({ type: 'sign-in', choice: { methodId: 'web', agreedTo: line } });
	});

	it('a long address is shown page by page where there is little room, and copied there too', () => {
		const stage = refused(40, 12);
		const url = `https://login.example.org/?state=${'0123456789'.repeat(40)}`;
		happen(stage, signInBegun, { ...address, address: { ...address.address, url } });
		wait(stage, 1000);
		press(stage, '1');
		let seen = '';
		for (let page = 0; page < 8; page += 1) {
			seen += text(stage).replaceAll(/[│\s]/g, '');
			press(stage, 'down');
		}
		expect(seen).toContain('https://login.example.org/?state=0123');
		expect(press(stage, 'c')).toContainEqual({ type: 'copy', text: url, label: 'Address' });
		press(stage, 'escape');
		expect(text(stage)).toContain('Signing in');
		wait(stage, 1000);
		expect(dispatched(press(stage, 'escape'))).toEqual([{ type: 'sign-in-stop' }]);
	});
});

describe('a sign-in that has just come', () => {
	it('takes esc at once, and no other key', () => {
		const stage = createStage(play(starting(), ...refusedSession));
		press(stage, 'enter');
		expect(stage.requests.some(({ type }) => type === 'sign-in')).toBe(false);
		expect(dispatched(press(stage, 'escape'))).toEqual([{ type: 'sign-in-left' }]);
		const begun = refused();
		happen(begun, signInBegun);
		expect(dispatched(press(begun, 'escape'))).toEqual([{ type: 'sign-in-stop' }]);
	});
});

describe('a key that is held down as it comes', () => {
	it('chooses nothing for as long as it is held', () => {
		const stage = createStage(play(starting(), ...refusedSession));
		for (let times = 0; times < 60; times += 1) {
			press(stage, 'enter');
			wait(stage, 30);
		}
		expect(stage.requests.some(({ type }) => type === 'sign-in')).toBe(false);
		wait(stage, 500);
		expect(press(stage, 'enter')).toContainEqual({ type: 'sign-in', choice: { methodId: 'web' } });
	});
});

describe('words that are begun as it comes', () => {
	it('are a draft, which enter sends later too', () => {
		const stage = createStage(play(starting(), ...refusedSession));
		wait(stage, 100);
		press(stage, '`hel`');
		wait(stage, 2000);
		press(stage, '`lo` enter');
		expect(stage.session.state.queue.map((waiting) => waiting.text)).toEqual(['hello']);
		expect(stage.requests.some(({ type }) => type === 'sign-in')).toBe(false);
	});
});

describe('commands', () => {
	it('/login shows the ways at any time, and esc goes back to work', () => {
		const stage = createStage(play(ready(), ...refusedSession.slice(0, 1), prompt('x')));
		happen(stage, { type: 'session-opened', sessionId: 's', modes: null, options: [] });
		press(stage, '`/login` enter');
		expect(text(stage)).toContain('Sign in to Fake');
		wait(stage, 1000);
		press(stage, 'escape');
		expect(stage.session.state.signIn).toBeUndefined();
	});

	it('/logout says where an agent has none', () => {
		const stage = createStage(ready());
		press(stage, '`/logout` enter');
		expect(text(stage)).toContain('This agent offers no sign-out');
	});
});
