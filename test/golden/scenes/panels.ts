import { noUsage } from '../../../src/core/usage/totals.js';
import { busy, endTurn, play, ready } from '../../core/session/play.js';
import { LIST as CHANGES, changed as committing, file } from '../../view/commit/commit-stage.js';
import { full } from '../../view/scenes.js';
import { LIST } from '../../view/sessions/sessions-stage.js';
import { changeOf, shadowed } from '../../view/shadow/stage.js';
import { asked, changed } from '../../view/side-question/stage.js';
import { crowd, says, subagentOf, tool } from '../../view/subagents/stage.js';
import type { Scene } from '../driver.js';

const hooked = (phase: 'running' | 'failed', because: string | null) => ({
	...{ phase, because, hint: null, startedAt: 0 },
	output: `${'lint \u001B[31mno-console\u001B[0m\n'.repeat(30)}30 problems\n`,
});
const many = Array.from({ length: 40 }, (_, row) => changeOf(`src/part-${row}.ts`, { added: row, removed: row % 3 }));
const shown = (path: string) =>
	({
		type: 'shadow-shown',
		shown: {
			...{ path, version: `v-${path}` },
			texts: { before: 'one\ntwo\nthree\n', after: Array.from({ length: 60 }, (_, row) => `line ${row}\n`).join('') },
		},
	}) as const;
const ends: Scene['states'][string][number] = ({ turn }) => ({
	type: 'turn-ended',
	turnId: turn?.id ?? '',
	reason: 'end_turn',
});
const answer = asked('The **sky**, mostly.\n\n1. And the sea.\n2. And some flowers.');
const listing = (list: Partial<typeof LIST>) => ({ type: 'session-list-changed', list: { ...LIST, ...list } }) as const;

export const panelScenes: Readonly<Record<string, Scene>> = {
	'sessions panel': {
		from: ready(),
		states: {
			loading: ['`/resume` enter', listing({ sessions: [], isLoading: true })],
			listed: [110_000_000, listing({})],
			moved: ['down'],
			last: ['end'],
			'preview scrolled': ['home', 'alt+down'],
			typed: ['`login`'],
			searching: [listing({ isSearching: true })],
			'nothing found': [listing({ found: [], sessions: [] } as never)],
			cleared: ['ctrl+u', listing({})],
			renaming: ['ctrl+r', '`!`'],
			'rename left': ['escape'],
			'delete asked': ['ctrl+d'],
			'delete left': ['escape'],
			'all folders': ['tab'],
			failed: [listing({ failure: { code: 'agent-error', message: 'The agent lists none.' } } as never)],
			chosen: ['enter'],
		},
		spoken: ['/resume', listing({}), 'more', 'login', '1'],
	},
	'sessions panel that is empty': { from: ready(), states: { empty: ['`/resume` enter', listing({ sessions: [] })] } },
	commit: {
		from: ready(),
		states: {
			looking: ['`/commit` enter', committing({ list: null })],
			listed: [committing({ message: { phase: 'asking', text: 'Say what', why: null } })],
			marked: [committing(), 'down', 'space'],
			written: ['e', '`, and that this subject is too long for a line` ctrl+j `- one`'],
			running: ['tab', 1000, 'enter', committing({ run: hooked('running', null) })],
			failed: [committing({ run: hooked('failed', 'git ended with code 1; nothing was committed.') })],
			'shown anew': ['escape', committing({ hasChanged: true, list: { ...CHANGES, underWay: 'merge' } })],
			left: ['escape'],
		},
		spoken: ['/commit', committing(), '2', 'message', 'A subject', 'commit', ''],
	},
	'commit with a conflict': {
		from: ready(),
		states: {
			listed: [
				'`/commit` enter',
				committing({
					message: { phase: 'failed', text: '', why: 'There is no agent to ask: it is not connected.' },
					list: { ...CHANGES, branch: null, files: [file('conflict', 'a.ts', { why: 'It has a conflict.' })] },
				}),
			],
			refused: ['enter'],
		},
	},
	'review of changes': {
		from: shadowed(),
		states: {
			opened: [1000],
			moved: ['down'],
			shown: [shown('docs/guide.md')],
			scrolled: ['alt+down', 'alt+down'],
			conflict: ['down', 'down'],
			last: ['end'],
			applied: ['home', 1000, 'a'],
			left: [1000, 'l'],
			'discard asked': [1000, 'd'],
			discarded: [1000, 'd'],
			'all asked': [1000, 'A'],
			all: [1000, 'A'],
			later: ['escape'],
		},
		spoken: ['', '1', 'apply', 'leave', 'discard', 'later', '/changes'],
	},
	'review of many changes': {
		from: shadowed(many),
		states: { opened: [1000], 'a page down': ['pagedown'], end: ['end'], aside: ['`words`'] },
	},
	'review opened by a command': { from: ready(), states: { 'no shadow': ['`/changes` enter'] } },
	'sub-agents': {
		from: crowd(),
		states: {
			cards: [],
			tree: ['alt+g'],
			moved: ['down'],
			'stop asked': ['x'],
			stopped: ['x'],
			opened: ['home', 'enter'],
			'its own transcript': ['pageup'],
			back: ['escape'],
			closed: ['escape', 'escape'],
			ended: [ends],
		},
		spoken: ['/subagents', '1', '2'],
	},
	'sub-agents that there are none': { from: ready(), states: { shown: ['`/subagents` enter'] } },
	'sub-agent card that fails': {
		from: play(busy('Send one'), tool('card-x', 'Look around'), says('I begin.', 'card-x'), {
			type: 'subagents-changed',
			subagents: [subagentOf('x', { status: 'failed', toolCalls: 4 })],
		}),
		states: { failed: [], opened: ['alt+o'] },
	},
	'side question': {
		from: play(busy('work'), { type: 'text', role: 'agent', text: 'Busy.' }),
		states: {
			asked: ['`/btw what is blue?` enter', changed(asked(''))],
			answering: [changed(answer)],
			answered: [changed({ ...answer, phase: 'done' })],
			'more typed': ['enter', '`and red?`'],
			sent: ['enter'],
			taken: ['escape', 't'],
			closed: ['escape', 'escape'],
		},
		spoken: ['/btw what is blue?', changed(answer), 'and red?', '/close'],
	},
	'side question without words': { from: ready(), states: { shown: ['`/btw` enter'] } },
	'hand-over': {
		from: endTurn(busy('Make a tide table')),
		states: {
			refused: ['`/handover nobody` escape escape'],
			'agents looked for': ['`/handover` enter'],
			closed: ['escape'],
			written: ['`/handover second` enter'],
			edited: ['`, and the sun`'],
			left: ['escape'],
			sent: ['`/handover second` enter', 'enter'],
		},
		spoken: ['/handover second', ''],
	},
	'hand-over too early': { from: ready(), states: { shown: ['`/handover second` enter'] } },
	'handed over': {
		from: endTurn(busy('Make a tide table')),
		states: { shown: [{ type: 'handed-over', to: { agent: 'Second', recordId: 'abc' }, promptIds: [] }] },
	},
	help: {
		from: full(),
		states: {
			open: ['`/help` enter'],
			'a page down': ['pagedown'],
			end: ['pagedown pagedown pagedown pagedown pagedown pagedown'],
			filtered: ['`search`'],
			'nothing found': ['`zzz`'],
			erased: ['backspace backspace backspace'],
			closed: ['escape', 'escape'],
		},
	},
	'help by its key': { from: ready(), states: { open: ['?'], closed: ['?'] } },
	'notes of commands': {
		from: endTurn(full()),
		states: {
			status: ['`/status` enter'],
			mcp: ['escape', '`/mcp` enter'],
			usage: [
				'`/usage` enter',
				{ type: 'usage-read', past: { today: { ...noUsage, prompts: 4 }, week: { ...noUsage, prompts: 40 } } },
			],
			'add-dir': ['`/add-dir ../lib` enter'],
			memory: ['`/memory` enter'],
			worktree: ['`/worktree` enter'],
			unknown: ['`/nonsense` enter'],
			retry: ['`/retry` enter'],
			login: ['`/login` enter'],
			export: ['`/export notes.md` enter'],
		},
		spoken: ['/status', '/mcp', '/usage', '/nonsense', '/retry', '/copy', '/open 1'],
	},
};
