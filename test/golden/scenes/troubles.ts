import type { AppEvent } from '../../../src/core/event.js';
import type { Failure } from '../../../src/core/failure.js';
import { busy, connected, infoOf, play, prompt, ready, starting } from '../../core/session/play.js';
import { refusedSession, signInBegun, signInFailed } from '../../view/scenes.js';
import type { Scene, Step } from '../driver.js';

const failed =
	(failure: Failure): Step =>
	({ turn }) => ({ type: 'turn-failed', turnId: turn?.id ?? '', failure, retry: { limit: 4, seconds: 10, chance: 0 } });
const crash: AppEvent = {
	type: 'agent-exited',
	exit: { code: 3, signal: null, stderrTail: ['panic', 'at line 1'], junkLines: 0, expected: false },
	isRestarted: true,
};
const due: Step = ({ recovery }) => ({ type: 'restart-due', restartId: recovery?.wait?.id ?? 'none' });
const HOUR = 3_600_000;
const address = {
	type: 'auth-address',
	address: {
		url: 'https://login.example.org/device?code=AAAA-BBBB&redirect_uri=http%3A%2F%2Flocalhost%3A1455%2Fcallback',
		...{ host: 'login.example.org', warnings: ['port' as const], callbackPort: 1455 },
	},
} as const;
const limit: Failure = { code: 'agent-error', message: 'limit', errorClass: 'usageLimit', resetsAt: 2 * HOUR };

export const troubleScenes: Readonly<Record<string, Scene>> = {
	starting: {
		from: starting(),
		states: {
			begun: [],
			typed: ['`A prompt that waits`', 'enter'],
			'a while later': [20_000],
			connected: [{ type: 'agent-connected', info: infoOf() }],
			opened: [{ type: 'session-opened', sessionId: 's1', modes: null, options: [] }],
		},
	},
	'start that failed': {
		from: starting(),
		states: {
			failed: [
				{
					type: 'agent-failed',
					failure: { code: 'agent-start', message: 'There is no claude.', hint: 'npm i -g claude' },
				},
			],
			again: ['`/restart` enter'],
		},
	},
	'start with notices': {
		from: ready(),
		states: {
			one: [
				{ type: 'note', level: 'warning', title: 'The project’s config is not trusted', hint: 'acp-tui config trust' },
			],
			many: ['info', 'error', 'info', 'warning'].map((level) => ({
				...{ type: 'note', level: level as 'info', title: `A note of level ${level}`, detail: 'with a detail' },
			})),
		},
	},
	'start question': {
		from: starting(),
		states: {
			asked: [
				{
					type: 'question-asked',
					question: {
						...{ id: 'start', kind: 'confirm', because: 'own was seen to change files without asking', askedAt: 0 },
						request: { source: 'permission', kind: 'other', title: 'Let own work on a copy?', paths: [], diffs: [] },
						options: [
							{ id: 'shadow', name: 'Work on a copy', kind: 'allow_once' },
							{ id: 'watch', name: 'Only watch', kind: 'allow_once' },
							{ id: 'stop', name: 'Do not start', kind: 'reject_once' },
						],
					},
				},
				2000,
			],
			moved: ['down'],
			chosen: ['2'],
		},
		spoken: ['3'],
	},
	'sign-in': {
		from: play(starting(), ...refusedSession),
		states: {
			'too early': [],
			ways: [2000],
			moved: ['down'],
			'not possible': ['5'],
			'typed beside': ['`draft words`'],
			'keys back': ['tab', 2000],
			'key field': ['2'],
			'key typed': ['`sk-123`'],
			'field left': ['escape'],
			'variables field': [2000, '4'],
			'next variable': ['`value`', 'tab'],
			left: ['escape', 'escape', 'escape'],
			again: ['enter'],
		},
		spoken: ['2', 'sk-123'],
	},
	'sign-in that runs': {
		from: play(starting(), ...refusedSession),
		states: {
			running: [2000, '1', signInBegun],
			address: [address, 2000],
			copied: ['c'],
			failed: [signInFailed, 2000],
			consent: [
				signInBegun,
				{ type: 'sign-in-asks', because: 'other-program', methodId: 'web', line: '/bin/sh -c login' },
				2000,
			],
			declined: ['escape'],
			done: [signInBegun, { type: 'signed-in', methodId: 'web', needsRestart: false }],
		},
		spoken: ['1', signInBegun, address, signInFailed],
	},
	'sign-in without ways': {
		from: play(starting(), { type: 'agent-connected', info: infoOf() }, ...refusedSession.slice(1)),
		states: { ways: [2000], left: ['escape'] },
	},
	'agent that exits': {
		from: busy('Work'),
		states: {
			exited: [
				{ type: 'agent-exited', exit: { code: 1, signal: null, stderrTail: ['oops'], junkLines: 2, expected: false } },
			],
			again: ['enter'],
		},
	},
	'agent that crashes': {
		from: busy('Work'),
		states: {
			waiting: [crash],
			'a second later': [1000],
			restarting: [due],
			back: [
				connected,
				{ type: 'session-opened', sessionId: 's1', modes: null, options: [], resumed: 'resume', isMoreComing: true },
				{ type: 'session-ready' },
			],
			'crashed again': [prompt('more'), crash, due, connected, crash, due, connected, crash, due, connected, crash],
			asked: [2000],
			moved: ['down'],
			left: ['3'],
		},
		spoken: [due, connected, crash, due, connected, crash, due, connected, crash, '1'],
	},
	'prompt that goes again': {
		from: busy('Work'),
		states: {
			waiting: [failed({ code: 'agent-error', message: 'Fake answered: slow down', errorClass: 'rateLimited' })],
			'a second later': [1000],
			'typed meanwhile': ['`other`'],
			stopped: ['ctrl+u', 'escape'],
		},
		spoken: ['/retry'],
	},
	'usage limit': {
		from: busy('Work'),
		states: { asked: [failed(limit), 2000], moved: ['down'], chosen: ['1'], 'asked again': ['`/retry` enter'] },
		spoken: ['1', '/retry'],
	},
	'usage limit without a time': {
		from: busy('Work'),
		states: {
			asked: [failed({ code: 'agent-error', message: 'limit', errorClass: 'usageLimit' })],
			dismissed: ['escape'],
		},
	},
	'context that is full': {
		from: busy('Work'),
		states: {
			asked: [failed({ code: 'agent-error', message: 'prompt is too long', errorClass: 'contextFull' })],
			moved: ['down', 'down'],
			dismissed: ['escape'],
		},
		spoken: ['4'],
	},
	'failure of a turn': {
		from: busy('Work'),
		states: {
			failed: [
				({ turn }) => ({
					...{ type: 'turn-failed', turnId: turn?.id ?? '' },
					failure: { code: 'agent-error', message: 'Something broke: {"type":"error"}', hint: 'Try again.' },
				}),
			],
			retried: ['`/retry` enter'],
		},
	},
	'stop that is ignored': {
		from: busy('Work'),
		states: {
			stopping: ['escape'],
			ignored: [({ turn }) => ({ type: 'cancel-ignored', turnId: turn?.id ?? '' })],
			'asked to end it': ['escape'],
		},
	},
	'resume that fails': {
		from: play(starting(), {
			type: 'resume-begun',
			resuming: {
				...{ sessionId: 's0', title: 'Fix the login', settings: null, isFork: false, hasTranscript: true },
				...{ failed: [], deaths: 0 },
			},
		}),
		states: {
			resuming: [
				{
					type: 'agent-connected',
					info: { ...infoOf(), sessions: { ...infoOf().sessions, resume: true, load: true } },
				},
			],
			tried: [{ type: 'resume-tried', strategy: 'resume' }],
			failed: [
				{ type: 'resume-failed', strategy: 'resume', failure: { code: 'agent-error', message: 'session not found' } },
				{ type: 'resume-failed', strategy: 'load', failure: { code: 'agent-error', message: 'session not found' } },
				({ resuming }) => ({
					...{
						type: 'open-failed',
						strategy: resuming?.strategy ?? 'load',
						retry: { limit: 1, seconds: 10, chance: 0 },
					},
					failure: { code: 'agent-error', message: 'rate limited', errorClass: 'rateLimited' },
				}),
			],
			'a second later': [1000],
			'given up': [
				({ reopening }) => ({ type: 'open-due', openId: reopening?.wait?.id ?? '' }),
				{ type: 'resume-tried', strategy: 'load' },
				{
					...{ type: 'open-failed', strategy: 'load', retry: { limit: 0, seconds: 10, chance: 0 } },
					failure: { code: 'agent-error', message: 'rate limited', errorClass: 'rateLimited' },
				},
				2000,
			],
			moved: ['down'],
			chosen: ['enter'],
		},
		spoken: ['1'],
	},
	'files that cannot be kept': {
		from: ready(),
		states: { shown: [{ type: 'snapshot-failed', failure: { code: 'could-not-start', message: 'There is no git.' } }] },
	},
	'too small a screen': { from: busy('x'), states: { small: [{ type: 'resize', columns: 18, rows: 5 }] } },
};
