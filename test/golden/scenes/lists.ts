import type { ListedAgent } from '../../../src/core/agents/agent-list.js';
import type { SandboxChoices } from '../../../src/core/agents/sandbox-choice.js';
import type { ChangeSet } from '../../../src/core/changes.js';
import { rule } from '../../core/policy/requests.js';
import { busy, endTurn, modes, openedWith, option, play, prompt, ready, turnId } from '../../core/session/play.js';
import { full } from '../../view/scenes.js';
import type { Scene } from '../driver.js';

const agent = (id: string, more: Partial<ListedAgent> = {}): ListedAgent => ({
	...{ id, aliases: [], name: id, version: '1.0.0', distribution: ['npx'], source: 'registry', installed: null },
	...{ signedIn: null, broken: null, description: '', host: 'npm', plan: [`Package: ${id}@1.0.0`], unavailable: null },
	...more,
});
const agents = [
	agent('demo', { source: 'bundled', name: 'Demo' }),
	agent('alpha', { name: 'Alpha', description: 'Writes code' }),
	agent('beta', { name: 'Beta', aliases: ['b'], installed: { path: '/bin/x', version: '2.0.0', by: 'path' } }),
	agent('gamma', { name: 'Gamma', signedIn: true, broken: 'Missing dependency' }),
	agent('delta', { name: 'Delta', plan: [], unavailable: 'see its documentation' }),
	...Array.from({ length: 20 }, (_, row) => agent(`more-${row}`, { name: `More ${row}`, description: 'One of many' })),
];
const sandboxes: SandboxChoices = {
	...{ source: { type: 'default' }, least: null },
	missing: { shadow: { reason: 'This machine makes no user namespaces.', hint: 'Set user.max_user_namespaces.' } },
	savedIn: { file: '/c/config.json', name: 'fake' },
};
const withOptions = openedWith({
	modes: modes('default', 'default', 'plan', 'yolo'),
	options: [
		option('model', 'opus', ['opus', 'haiku', 'sonnet'], 'model'),
		option('effort', 'high', ['high', 'low'], 'thought_level'),
		{ type: 'boolean', id: 'fast', name: 'Fast mode', description: 'Faster answers', category: 'other', value: false },
	],
});
const idle = ready();
const fenced = { ...idle, state: { ...idle.state, profile: { ...idle.state.profile, sandbox: 'fence' as const } } };

const session = (number: number, activity: 'idle' | 'working' | 'waiting' | 'failed') => ({
	...{ id: `app-${number}`, number, name: `Session ${number}`, detail: 'Fake · /w' },
	...{ activity, isInFront: number === 1 },
});
const sessions = [session(1, 'idle'), session(2, 'working'), session(3, 'waiting'), session(4, 'failed')];

const lighthouse = endTurn(busy('build the lighthouse'));
const lamp: ChangeSet = {
	...{ id: 'set', turnId: turnId(busy('build the lighthouse')), undone: [] },
	...{ before: { id: '1.1', at: 1, gaps: [] }, after: { id: '1.2', at: 1, gaps: [] } },
	files: ['lamp.ts', 'tower.ts'].map((path) => ({
		...{ path, kind: 'added', canRestore: true, known: { type: 'unknown' }, isTampering: false },
		diff: { type: 'diff', path: `/w/${path}`, oldText: null, newText: 'on\n' },
	})),
};

export const listScenes: Readonly<Record<string, Scene>> = {
	'mode list': {
		from: openedWith({ modes: modes('default', 'default', 'plan', 'yolo') }),
		states: { open: ['`/mode` enter'], moved: ['down', 'down'], chosen: ['enter'], cycled: ['shift+tab'] },
		spoken: ['/mode', '2', '/mode plan', '/mode nonsense'],
	},
	'model list': {
		from: withOptions,
		states: { open: ['`/model` enter'], moved: ['down'], end: ['end'], chosen: ['enter'] },
		spoken: ['/model', '2'],
	},
	'model list without models': { from: ready(), states: { refused: ['`/model` enter'] } },
	'theme list': {
		from: full(),
		states: { open: ['`/theme` enter'], found: ['`nord`'], chosen: ['enter'], unknown: ['`/theme pink` enter'] },
		spoken: ['/theme', '2'],
	},
	'agent list': {
		from: ready(),
		states: {
			looking: ['`/agent` enter'],
			listed: [{ type: 'agents-listed', agents }],
			moved: ['down', 'down', 'down'],
			end: ['end'],
			filtered: ['`alp`'],
			'install asked': ['enter'],
			installing: ['1'],
			progress: [
				{
					type: 'install-progress',
					id: 'alpha',
					progress: { step: 'downloading', bytes: 1_000_000, totalBytes: 4_000_000, count: null },
				},
			],
			failed: [{ type: 'install-failed', id: 'alpha', failure: { code: 'not-found', message: 'No such package.' } }],
		},
		spoken: ['/agent', { type: 'agents-listed', agents }, 'alpha', '2'],
	},
	'agent list with nothing found': {
		from: ready(),
		states: {
			'nothing found': ['`/agent` enter', { type: 'agents-listed', agents }, '`zzz`'],
			erased: ['backspace backspace backspace'],
		},
	},
	'agent that cannot be used': {
		from: ready(),
		states: { shown: ['`/agent` enter', { type: 'agents-listed', agents }, '`delta` enter'] },
	},
	'sandbox list': {
		from: ready(),
		states: {
			looking: ['`/agent sandbox` enter'],
			listed: [{ type: 'sandboxes-looked-up', choices: sandboxes }],
			first: ['home'],
			last: ['end'],
			'not possible': ['enter'],
			'how long': ['up', 'enter'],
			chosen: ['1'],
		},
		spoken: ['/agent sandbox', { type: 'sandboxes-looked-up', choices: sandboxes }, '3', '1'],
	},
	'open folder': {
		from: fenced,
		states: {
			offered: [
				{
					type: 'folder-looked-up',
					found: {
						...{
							path: '/home/ada/.any/log',
							folder: '/home/ada/.any',
							savedIn: { file: '/c/config.json', name: 'fake' },
						},
						launch: fenced.state.profile.launch,
					},
				},
			],
			asked: ['alt+e'],
			moved: ['down', 'down'],
			chosen: ['enter'],
		},
		spoken: ['/writable', '/writable /home/ada/.any'],
	},
	permissions: {
		from: play(
			ready(),
			{ type: 'rule-added', rule: rule('Execute(npm test *)', 'allow', 'project') },
			{ type: 'rule-added', rule: rule('Edit(src/**)', 'deny', 'user') },
		),
		states: {
			open: ['`/permissions` enter'],
			moved: ['down'],
			chosen: ['enter'],
			closed: ['escape'],
			tested: ['`/permissions test "npm test"` enter'],
		},
		spoken: ['/permissions', '1'],
	},
	'queue list': {
		from: full(),
		states: {
			open: ['`/queue` enter'],
			moved: ['down'],
			'sent earlier': ['alt+up'],
			merged: ['m'],
			removed: ['d'],
			'into the draft': ['alt+up'],
		},
		spoken: ['/queue', '1'],
	},
	'queue list that is empty': { from: ready(), states: { shown: ['`/queue` enter'] } },
	'copy list': {
		from: endTurn(full()),
		states: { open: ['`/copy` enter'], moved: ['down'], chosen: ['enter'] },
		spoken: ['/copy', '1'],
	},
	'steering list': {
		from: busy('Work'),
		states: {
			typed: ['`look at b too`'],
			steered: ['alt+enter'],
			queued: ['`and c` enter'],
			now: ['`stop this` ctrl+enter'],
		},
	},
	'leaving while working': {
		from: busy('Work'),
		states: { asked: ['`/new` enter'], moved: ['down'], dismissed: ['escape'], quit: ['`/quit` enter'] },
		spoken: ['/new', '2', '/quit'],
	},
	'leaving twice': {
		from: ready(),
		states: { once: ['ctrl+c'], typed: ['`words`', 'ctrl+c'], cleared: ['escape escape'] },
	},
	'open sessions': {
		from: ready(),
		states: {
			open: [{ type: 'open-sessions', sessions, isListed: true }],
			moved: ['down'],
			changed: [{ type: 'open-sessions', sessions: sessions.slice(0, 3) }],
			chosen: ['enter'],
			'close asked': [{ type: 'open-sessions', sessions, isListed: true }, 'down', 'x'],
			closed: ['escape'],
		},
		spoken: ['/session', { type: 'open-sessions', sessions, isListed: true }, '2', '/session next'],
	},
	rewind: {
		from: endTurn(busy('and the harbour', play(lighthouse, { type: 'turn-changes', set: lamp }))),
		states: {
			'said first': ['escape'],
			open: ['escape'],
			moved: ['down'],
			looking: ['enter'],
			found: [
				(state) => ({
					type: 'rewind-inspected',
					entryId: state.entries.leaves[0]?.[0]?.id ?? '',
					changed: ['lamp.ts'],
				}),
			],
			chosen: ['1'],
		},
		spoken: ['/rewind', '2'],
	},
	'rewind without prompts': { from: ready(), states: { shown: ['`/rewind` enter'] } },
	'held queue': {
		from: endTurn(play(full(), { type: 'cancel' })),
		states: { held: [], resumed: ['enter'], more: [prompt('one more')] },
	},
};
