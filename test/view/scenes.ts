import type { AuthMethod } from '../../src/core/auth-method.js';
import type { AppEvent } from '../../src/core/event.js';
import type { PermissionOption } from '../../src/core/policy/policy-types.js';
import { urlElicitation } from '../../src/core/session/question.js';
import { type SignInAddress, toSignInAddress } from '../../src/core/sign-in/sign-in-address.js';
import { inside, line } from '../core/policy/requests.js';
import {
	busy,
	endTurn,
	infoOf,
	modes,
	next,
	option,
	type Play,
	play,
	prompt,
	questionOf,
	ready,
	starting,
} from '../core/session/play.js';

export const CLAUDE_PLAN: readonly PermissionOption[] = [
	{ id: 'exit-plan-default', name: 'Yes, manually approve edits', kind: 'allow_once' },
	{ id: 'exit-plan-clear-auto', name: 'Yes, clear context (1% used) and use auto mode', kind: 'allow_always' },
	{ id: 'exit-plan-auto', name: 'Yes, and use auto mode', kind: 'allow_always' },
	{ id: 'reject', name: 'No, keep planning', kind: 'reject_once' },
];

export const asked = (question: Parameters<typeof questionOf>[1] = {}, id = 'q'): AppEvent => ({
	type: 'question-asked',
	question: questionOf(id, question),
});

/** An agent that wants an address opened. */
export function addressQuestion(
	url = 'https://login.example.com/device?from=agent',
	message = 'Enter the code ABCD-1234 there.',
	agent = 'Scripted',
): AppEvent {
	const address = toSignInAddress(url);
	if (address === null) throw new Error(`no address: ${url}`);
	const made = { id: 'q', askedAt: 0, elicitationId: 'e', agent, message, address, isOfRequest: true };
	return { type: 'question-asked', question: urlElicitation(made) };
}

export const editQuestion = asked({
	request: {
		source: 'permission',
		kind: 'edit',
		title: 'Edit src/a.ts',
		paths: [inside('src/a.ts')],
		diffs: [{ type: 'diff', path: '/w/src/a.ts', oldText: 'const a = 1;\n', newText: 'const a = 2;\n' }],
	},
});

/** A question whose subject is `count` lines long. */
export const longQuestion = (count = 200): AppEvent =>
	asked({
		request: {
			source: 'terminal',
			kind: 'execute',
			title: 'script',
			paths: [],
			diffs: [],
			command: line(Array.from({ length: count }, (_, row) => `echo line ${row} of the script`).join('\n')),
		},
	});

export const planQuestion = asked({
	kind: 'exit-plan',
	plan: [
		'# The plan',
		'',
		...Array.from({ length: 60 }, (_, row) => `${row + 1}. Step number ${row + 1} of the plan`),
	].join('\n'),
	options: CLAUDE_PLAN,
});

/** A session with something of everything in it. */
export function full(): Play {
	const opened = next(
		starting(),
		{ type: 'agent-connected', info: infoOf(), asking: { edits: 'asks', commands: 'asks' } },
		{
			type: 'session-opened',
			sessionId: 's1',
			modes: modes('default', 'default', 'plan', 'yolo'),
			options: [
				option('model', 'opus', ['opus', 'haiku'], 'model'),
				option('effort', 'high', ['high', 'low'], 'thought_level'),
			],
		},
		{ type: 'branch', branch: 'main' },
		{
			type: 'commands',
			commands: [
				{ name: 'review', description: 'reviews', hint: 'what' },
				{ name: 'memory show', description: 'shows' },
			],
		},
		{ type: 'usage', usage: { used: 120, size: 1000, cost: { amount: 0.14, currency: 'USD' } } },
	);
	return play(
		busy('Add a rate limiter', opened),
		{ type: 'text', role: 'thought', text: 'hm' },
		{ type: 'text', role: 'agent', text: 'I look at the **router** first.\n\n```ts\nconst a = 1;\n```' },
		{ type: 'tool', patch: { id: 'c1', title: 'Read src/a.ts', kind: 'read', status: 'completed' } },
		{ type: 'tool', patch: { id: 'c2', title: 'Run npm test', kind: 'execute', status: 'in_progress' } },
		{ type: 'terminal-output', terminalId: 'c2', toolCallId: 'c2', data: 'one\r\ntwo\r\n' },
		{
			type: 'plan',
			steps: [
				{ text: 'Read', priority: 'high', status: 'completed' },
				{ text: 'Write', priority: 'low', status: 'in_progress' },
			],
		},
		prompt('and then this'),
		prompt('and this'),
	);
}

const exit = { code: 1, signal: null, stderrTail: ['oops'], junkLines: 0, expected: false };

/** Every state that a session can be seen in, by name. */
const signInMethods: readonly AuthMethod[] = [
	{ id: 'web', name: 'Log in', description: 'With your account', type: 'agent' },
	{ id: 'key', name: 'API key', type: 'agent', apiKey: { provider: 'example' } },
	{ id: 'own', name: 'Terminal', type: 'terminal', args: ['login'], env: {} },
	{
		id: 'set',
		name: 'Variables',
		type: 'env_var',
		variables: [
			{ name: 'EXAMPLE_KEY', isSecret: true, isOptional: false },
			{ name: 'EXAMPLE_HOST', label: 'Host', isSecret: false, isOptional: true },
		],
	},
	{ id: 'odd', name: 'Odd', type: 'unknown', word: 'passkey' },
];

const address: SignInAddress = {
	url: 'https://login.example.org/device?code=AAAA-BBBB&redirect_uri=http%3A%2F%2Flocalhost%3A1455%2Fcallback',
	host: 'login.example.org',
	warnings: ['port'],
	callbackPort: 1455,
};

/** An agent that opens no session before somebody signs in. */
export const refusedSession: readonly AppEvent[] = [
	{ type: 'agent-connected', info: { ...infoOf(), authMethods: signInMethods } },
	{ type: 'agent-failed', failure: { code: 'auth-required', message: 'Fake needs you to sign in: no credentials' } },
];
export const signInBegun: AppEvent = { type: 'sign-in-begun', methodId: 'web' };
export const signInFailed: AppEvent = {
	type: 'sign-in-failed',
	methodId: 'web',
	failure: { code: 'auth-required', message: 'Fake did not accept the sign-in: expired', hint: 'Set EXAMPLE_KEY.' },
};

export const scenes: Readonly<Record<string, () => Play>> = {
	starting: () => starting(),
	opening: () => play(starting(), { type: 'agent-connected', info: infoOf() }),
	empty: () => ready(),
	'empty in plan mode': () => ready('plan'),
	failed: () =>
		play(starting(), {
			type: 'agent-failed',
			failure: { code: 'agent-start', message: 'There is no claude.', hint: 'npm i -g claude' },
		}),
	'refused until a sign-in': () => play(starting(), ...refusedSession),
	'refused after a failed sign-in': () => play(starting(), ...refusedSession, signInBegun, signInFailed),
	'signing in': () => play(starting(), ...refusedSession, signInBegun, { type: 'auth-address', address }),
	'asked to run a sign-in': () =>
		play(starting(), ...refusedSession, signInBegun, {
			type: 'sign-in-asks',
			because: 'other-program',
			methodId: 'web',
			line: '/bin/sh -c login',
		}),
	exited: () => play(ready(), { type: 'agent-exited', exit }),
	busy: full,
	idle: () => endTurn(full()),
	stopping: () => play(full(), { type: 'cancel' }),
	stuck: () => {
		const from = play(full(), { type: 'cancel' });
		return play(from, { type: 'cancel-ignored', turnId: from.state.turn?.id ?? '' });
	},
	held: () => endTurn(play(full(), { type: 'cancel' })),
	'asked about an edit': () => play(full(), editQuestion),
	'asked about a long command': () => play(full(), longQuestion()),
	'asked twice': () => play(full(), editQuestion, asked({}, 'q2')),
	'reviewing a plan': () => play(full(), { type: 'set-mode', mode: 'plan' }, planQuestion),
	'reviewing a plan without words': () => play(ready('plan'), asked({ kind: 'exit-plan', plan: '' })),
};
