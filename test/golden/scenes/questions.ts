import { connectionRequest, judgeConnection } from '../../../src/core/network/judge-connection.js';
import type { ActionRequest, ToolInput } from '../../../src/core/policy/policy-types.js';
import type { CommandAccess } from '../../../src/core/sandbox/command-access.js';
import { failedInSandbox } from '../../../src/core/sandbox/sandbox-messages.js';
import type { CommandHold } from '../../../src/core/sandbox/session-sandbox.js';
import { refusalsQuestion } from '../../../src/core/session/question.js';
import { connectionQuestion, TAKE_CHANGES as TAKEN } from '../../../src/core/session/questions/client-questions.js';
import { openEdited } from '../../../src/view/plan-steps/plan-steps-panel.js';
import type { ScreenContext } from '../../../src/view/state/context.js';
import { inside, line, outside, request, run } from '../../core/policy/requests.js';
import { busy, play, questionOf, ready } from '../../core/session/play.js';
import { addressQuestion, asked, CLAUDE_PLAN, editQuestion, longQuestion, planQuestion } from '../../view/scenes.js';
import { changeOf } from '../../view/shadow/stage.js';
import type { Scene } from '../driver.js';

const yes = (name: string) => ({ id: 'allow', name, kind: 'allow_once' as const });
const no = (name: string) => ({ id: 'reject', name, kind: 'reject_once' as const });
const PLAIN = [yes('Allow once'), no('Reject')];
const OFFERS = [
	{ text: 'Execute(npm test -- a)', words: 'exactly the command npm test -- a' },
	{ text: 'Execute(npm test *)', words: 'the command npm test, with further names and harmless options' },
];

/** A question while a turn runs, long after it came: its keys count. */
const standing = (question: ReturnType<typeof asked>, more: Scene['states'] = {}, spoken?: Scene['spoken']): Scene => ({
	from: busy('Do it'),
	states: { asked: [question, 2000], ...more },
	...(spoken === undefined ? {} : { spoken }),
});
const hold = (access: CommandAccess | null, parts: Partial<CommandHold> = {}): CommandHold => ({
	...{ runner: 'here', access, isSandboxed: access !== null, agent: 'watch', isReadOnly: false, network: 'open' },
	...parts,
});
const input = (parts: Partial<ToolInput>): ToolInput => ({
	...{ fields: [], omitted: 0, urls: [], possibleCommands: [], notUnderstood: [], texts: [] },
	...parts,
});
/** The plan as it came out of the editor. */
const edited = (text: string) =>
	({ type: 'panel', name: 'plan-steps', open: (context: ScreenContext) => openEdited(context, text) }) as const;
const ask = (about: ActionRequest, parts: Parameters<typeof asked>[0] = {}) =>
	asked({ request: about, from: 'client', options: PLAIN, ...parts });

const wanted = { host: 'registry.example.com', port: 8443, own: null, isLocal: false, process: async () => null };
const connection = connectionQuestion({
	...{ id: 'q', request: connectionRequest(wanted, 'npm install left-pad'), askedAt: 0 },
	because: judgeConnection(wanted, { hold: 'ask', mode: 'default', rules: [] }).because,
	offers: [{ text: 'Fetch(registry.example.com:8443)', words: 'fetches from registry.example.com:8443' }],
});

const agentAsks = asked({
	...{ kind: 'agent-question', from: 'client', because: 'the agent asks you something, and takes no answers here' },
	request: {
		...{ source: 'permission', kind: 'other', paths: [], diffs: [] },
		title: 'Colour: Which colour do you want? (1 of 2)',
		toolInput: input({
			fields: [
				{ name: 'Red', value: 'A warm colour, and then some words more that explain it' },
				{ name: 'Blue', value: 'A cool colour' },
			],
		}),
	},
	options: [
		{ id: 'choice-0', name: 'Red', kind: 'unknown' },
		{ id: 'choice-1', name: 'Blue', kind: 'unknown' },
		{ id: 'cancel-questions', name: 'Cancel the questions', kind: 'reject_once' },
	],
});

const NO_NETWORK = { obstacle: 'network', line: 'curl: (6) Could not resolve host: example.com' } as const;
const WRITE = { files: 'write', network: false, folders: [] } as const;
const created = { path: '/w/b.txt', oldText: null, newText: 'one\ntwo\nthree\n', isWhole: true as const };

export const questionScenes: Readonly<Record<string, Scene>> = {
	'ask edit': {
		from: busy('Edit it'),
		states: {
			'too early': [editQuestion],
			asked: [2000],
			moved: ['down', 'down'],
			opened: ['o'],
			'scrolled down': ['down', 'end'],
			closed: ['escape'],
			'text typed': ['`not now, it `'],
			rejected: ['backspace enter'],
		},
		spoken: ['', 'what?', '3'],
	},
	'ask edit answered by a digit': {
		from: busy('Edit it'),
		states: { allowed: [editQuestion, 2000, '1'] },
		spoken: ['1'],
	},
	'ask command': standing(
		ask(run('npm test -- a'), { offers: OFFERS }),
		{ always: ['a'], 'other rule': ['down'], 'back again': ['escape'], remembered: ['a', '1'] },
		['2', '1', '1'],
	),
	'ask always of the agent': standing(
		asked({
			request: run('npm test -- a'),
			offers: OFFERS,
			options: [...PLAIN, { id: 'always', name: 'Always, really', kind: 'allow_always' }],
		}),
		{ moved: ['down', 'down', 'down'], chosen: ['4'] },
		['4'],
	),
	'ask long command': {
		from: busy('Run it'),
		states: {
			asked: [longQuestion(200), 2000],
			guarded: ['y'],
			opened: ['o'],
			'a page down': ['pagedown'],
			'at the end': ['end'],
			allowed: ['y'],
		},
		spoken: ['1', 'more', '1'],
	},
	'ask command with facts': standing(
		ask(
			request('execute', {
				command: line('make deploy > out.log', {
					env: [
						{ name: 'TOKEN', value: 'abc' },
						{ name: 'HIDDEN', value: null },
					],
					envNames: ['TOKEN', 'HIDDEN'],
					stdin: 'yes\nno\n',
					shell: '/bin/zsh',
					cwd: outside('/elsewhere/folder'),
					leadsOutside: 'out.log',
					doubt: 'git runs a program of its own settings',
					outputs: [inside('out.log')],
				}),
				paths: [inside('out.log'), outside('/etc/passwd')],
			}),
		),
		{ opened: ['o'] },
		['more'],
	),
	'ask sandboxed command': standing(ask(run('make'), { hold: hold(WRITE) }), {
		changing: [{ type: 'question-changing', questionId: 'q' }],
		changed: [{ type: 'question-changed', questionId: 'q', request: run('make all'), hold: hold({ files: 'read' }) }],
		'changed a while ago': [2000],
		'of the agent': [
			{ type: 'question-withdrawn', questionId: 'q' },
			ask(run('make'), { hold: hold(null, { runner: 'agent', agent: 'fence', network: 'off' }) }),
			2000,
		],
	}),
	'ask again without the sandbox': standing(
		ask(run('curl https://example.com'), {
			failedInSandbox: NO_NETWORK,
			because: failedInSandbox(NO_NETWORK),
			options: [yes('Run again without the sandbox'), no('No, leave it as failed')],
			offers: [{ text: 'Execute(curl) without sandbox', words: 'exactly the command curl, without a sandbox' }],
		}),
		{ always: ['a'] },
	),
	'ask what a command changed': standing(
		ask(
			{ ...run('sh gen.sh'), changes: [created] },
			{
				...{ because: TAKEN.because, options: [yes(TAKEN.yes), no(TAKEN.no)] },
				result: {
					exit: { code: 0, signal: null },
					changes: [changeOf('b.txt', { status: 'added', added: 3, removed: 0 }), changeOf('.envrc')],
				},
			},
		),
		{ opened: ['o'] },
	),
	'ask tool of a server': standing(
		ask(
			request('other', {
				...{ title: 'mcp__files__delete', mcp: { server: 'files', tool: 'delete' } },
				toolInput: input({
					fields: [
						{ name: 'path', value: '/w/a' },
						{ name: 'options.force', value: 'true' },
						{ name: 'text', value: 'line\n'.repeat(30) },
					],
					urls: ['https://example.org/x'],
					omitted: 3,
				}),
			}),
		),
		{ opened: ['o'], end: ['end'] },
		['more'],
	),
	'ask fetch': standing(ask(request('fetch', { host: 'example.org', title: 'Fetch https://example.org' }))),
	'ask delete and move': standing(ask(request('delete', { paths: [inside('a'), outside('/home/ada/.ssh/config')] })), {
		move: [asked({ request: request('move', { paths: [inside('a'), inside('b')] }) }, 'q2'), 'n', 2000],
	}),
	'ask connection': {
		from: busy('Install'),
		states: {
			asked: [{ type: 'question-asked', question: connection }, 2000],
			always: ['a'],
			back: ['escape'],
			allowed: ['2'],
		},
		spoken: ['2'],
	},
	'ask of another session': standing(
		ask({ ...run('make'), otherSession: 'Side session' }),
		{ 'one more': [asked({}, 'q2'), asked({}, 'q3')] },
		['/next', '2'],
	),
	'ask in plan mode': { from: busy('Look', ready('plan')), states: { asked: [ask(run('make')), 2000] } },
	'agent question': standing(agentAsks, { moved: ['down'], 'own words': ['`Green`'], sent: ['enter'] }, ['2']),
	'address question': standing(addressQuestion(), { expanded: ['o'], moved: ['down', 'down'], dismissed: ['escape'] }, [
		'1',
	]),
	'address question of a long address': standing(addressQuestion(`https://login.example.com/${'path/'.repeat(60)}`)),
	'refusals question': {
		from: busy('Change it', ready('plan')),
		states: {
			asked: [{ type: 'question-asked', question: refusalsQuestion('q', 3, 0) }, 2000],
			moved: ['down'],
			chosen: ['enter'],
		},
		spoken: ['2'],
	},
	'confirm question': standing(
		asked({
			kind: 'confirm',
			request: request('edit', { title: 'Add a line to CLAUDE.md', paths: [inside('CLAUDE.md')] }),
		}),
		{ yes: ['y'] },
		['1'],
	),
	'plan approval': {
		from: play(busy('Plan it'), { type: 'set-mode', mode: 'plan' }),
		states: {
			'too early': [planQuestion],
			asked: [2000],
			'scrolled down': ['pagedown'],
			end: ['end'],
			top: ['home'],
			moved: ['tab'],
			'feedback typed': ['`Use a queue instead`'],
			'feedback sent': ['enter'],
		},
		spoken: ['more', '3'],
	},
	'plan approved': {
		from: play(busy('Plan it'), { type: 'set-mode', mode: 'plan' }),
		states: { asked: [planQuestion, 2000], chosen: ['2'] },
		spoken: ['1'],
	},
	'plan approved with words': {
		from: play(busy('Plan it'), { type: 'set-mode', mode: 'plan' }),
		states: {
			asked: [planQuestion, 2000],
			written: ['`yes, and use tabs`'],
			'no yes': ['enter'],
			'with an approval': ['tab tab tab'],
			sent: ['enter'],
		},
		spoken: ['1 + use tabs'],
	},
	'plan without words': {
		from: busy('Plan it', ready('plan')),
		states: { asked: [asked({ kind: 'exit-plan', plan: '', options: CLAUDE_PLAN }), 2000], dismissed: ['escape'] },
	},
	'plan of our own': {
		from: ready('plan'),
		states: {
			asked: [
				{ type: 'question-asked', question: questionOf('q', { kind: 'exit-plan', from: 'client', plan: '1. Do it' }) },
				2000,
			],
			copied: ['c'],
			edited: ['e', edited('1. Do it well\n2. Test it')],
			kept: ['3'],
		},
	},
};
