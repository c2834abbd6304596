import type { AppEvent } from '../../../src/core/event.js';
import { eachEntry } from '../../../src/core/session/entries/entry-list.js';
import type { SessionState } from '../../../src/core/session/state.js';
import type { ToolCallPatch } from '../../../src/core/tool-call.js';
import { busy, endTurn, play, prompt, questionOf, ready } from '../../core/session/play.js';
import { sample } from '../../view/markdown/samples.js';
import { full } from '../../view/scenes.js';
import type { Scene } from '../driver.js';

const tool = (id: string, patch: Partial<ToolCallPatch>): AppEvent => ({ type: 'tool', patch: { id, ...patch } });
const says = (text: string): AppEvent => ({ type: 'text', role: 'agent', text });
const ends = ({ turn }: SessionState): AppEvent => ({ type: 'turn-ended', turnId: turn?.id ?? '', reason: 'end_turn' });

const before = ['import http from "node:http";', '', 'const port = 8080;', 'let hits = 0;', ''];
const routes = Array.from({ length: 30 }, (_, row) => `route("/v1/things/${row}", () => things[${row}]);`);
const oldText = [...before, ...routes, '', 'export function start() {', '\treturn http.listen(port);', '}', ''].join(
	'\n',
);
const newText = oldText
	.replace('const port = 8080;', 'const port = Number(process.env.PORT ?? 8080);')
	.replace('let hits = 0;\n', '')
	.replace('\treturn http.listen(port);', '\tconsole.log("listening");\n\treturn http.listen(port);');
const edit = { type: 'diff', path: '/w/src/server.ts', oldText, newText } as const;
const added = {
	type: 'diff',
	path: '/w/docs/new.md',
	oldText: null,
	newText: '# New\n\nA file of its own.\n',
} as const;

const STEPS =
	'# Limit requests\n\n1. Read `src/limits/bucket.ts`\n2. Change it, and its callers in `src/api/`\n3. Run `npm test`\n4. Write the docs\n5. Release\n';
const EDITED = STEPS.replace('5. Release', '5. ~~Release~~');

const kinds = [
	'read',
	'edit',
	'delete',
	'move',
	'search',
	'execute',
	'think',
	'fetch',
	'switch_mode',
	'other',
] as const;
const statuses = ['pending', 'in_progress', 'completed', 'failed'] as const;

const output = Array.from({ length: 40 }, (_, row) => `\x1b[3${row % 8}mline ${row}\x1b[0m of the tests`).join('\r\n');

export const transcriptScenes: Readonly<Record<string, Scene>> = {
	'transcript empty': { from: ready(), states: { empty: [], 'plan mode': [{ type: 'set-mode', mode: 'plan' }] } },
	'transcript full': {
		from: full(),
		states: {
			working: [],
			'plan folded': ['ctrl+t'],
			scrolled: ['pageup'],
			'back at the end': ['ctrl+end'],
			ended: [ends],
			'reduced by a new conversation': ['`/clear-screen` enter'],
		},
		spoken: [ends, '/status', '/help', '/queue', '/mode'],
	},
	'transcript view': {
		from: endTurn(full()),
		states: {
			open: ['ctrl+o'],
			chosen: ['tab', 'tab'],
			folded: ['enter'],
			searching: ['/', '`router`'],
			found: ['enter'],
			'next match': ['n'],
			'nothing found': ['/', '`nowhere at all`'],
			top: ['escape', 'home'],
			closed: ['escape', 'escape'],
		},
	},
	'tool cards': {
		from: busy('Show every card'),
		states: Object.fromEntries(
			statuses.map((status) => [
				status,
				kinds.map((kind) => tool(`${kind}`, { title: `A call that does ${kind}`, kind, status })),
			]),
		),
	},
	'tool details': {
		from: busy('Run the tests'),
		states: {
			running: [
				tool('run', { title: '`npm test`', kind: 'execute', status: 'in_progress', rawInput: { command: 'npm test' } }),
				{ type: 'terminal-output', terminalId: 'run', toolCallId: 'run', data: output },
			],
			failed: [
				{ type: 'terminal-exited', terminalId: 'run', toolCallId: 'run', exit: { code: 3, signal: null } },
				tool('run', { status: 'failed' }),
			],
			others: [
				tool('fetch', {
					...{ title: 'Fetch https://example.org/api', kind: 'fetch', status: 'completed' },
					content: [{ type: 'content', block: { type: 'text', text: '# An answer\n\nwith **words**' } }],
					rawInput: { url: 'https://example.org/api', headers: { accept: 'text/html' } },
				}),
				tool('read', {
					...{ title: 'Read src/server.ts', kind: 'read', status: 'completed' },
					locations: [{ path: '/w/src/server.ts', line: 12 }, { path: '/elsewhere/file' }],
				}),
				tool('odd', {
					title: 'Odd',
					kind: 'other',
					status: 'completed',
					content: [{ type: 'unknown', label: 'x', json: '{}' }],
				}),
			],
			opened: ['alt+o'],
			'all open': ['ctrl+o'],
		},
	},
	'edit card': {
		from: busy('Change the port'),
		states: {
			edited: [
				says('I make the port configurable.'),
				tool('edit', { title: 'Edit src/server.ts', kind: 'edit', status: 'completed', content: [edit] }),
			],
			'new file': [tool('new', { title: 'Write docs/new.md', kind: 'edit', status: 'completed', content: [added] })],
			'all open': ['ctrl+o', 'home'],
		},
	},
	markdown: {
		from: busy('Show all of Markdown'),
		states: { whole: [says(sample), ends], top: ['ctrl+home'], 'a page down': ['pagedown'] },
	},
	'streaming markdown': {
		from: busy('Explain'),
		states: {
			begun: [says('# A plan\n\nSome **bol')],
			'open fence': [says('d** words.\n\n```ts\nconst a: string = "x')],
			'open table': [says('";\n```\n\n| a | b |\n|---|---|\n| 1 |')],
			done: [says(' 2 |\n\nThat is it.'), ends],
		},
	},
	'words of the agent': {
		from: busy('Think'),
		states: {
			thinking: [{ type: 'text', role: 'thought', text: 'The user wants a **limit**.\nI look at the router.' }],
			blocks: [
				{
					type: 'block',
					role: 'agent',
					block: { type: 'resource_link', uri: 'file:///w/a.md', name: 'a.md', size: 2048 },
				},
				{ type: 'block', role: 'agent', block: { type: 'image', mimeType: 'image/png', data: 'AAAA', bytes: 3 } },
				{ type: 'block', role: 'agent', block: { type: 'unknown', label: 'hologram', json: '{"a":1}' } },
			],
			notices: [
				{ type: 'notice', level: 'info', title: 'A notice', detail: 'with its detail' },
				{ type: 'notice', level: 'warning', title: 'A warning' },
				{ type: 'notice', level: 'error', title: 'A mistake' },
				{ type: 'unknown', label: 'update "from_the_future"', json: '{"x":[1,2]}' },
			],
			compacting: [{ type: 'compaction', compactionId: 'k', status: 'in_progress' }],
			compacted: [
				{ type: 'compaction', compactionId: 'k', status: 'completed', summary: 'All of it, in short.' },
				ends,
			],
		},
	},
	'plan checklist': {
		from: busy('Work along a plan'),
		states: {
			begun: [
				{
					type: 'plan',
					steps: Array.from({ length: 14 }, (_, row) => ({
						text: `Step ${row + 1}: ${'a thing to do and to check '.repeat(1 + (row % 4))}`.trim(),
						priority: 'medium' as const,
						status: row < 3 ? ('completed' as const) : row === 3 ? ('in_progress' as const) : ('pending' as const),
					})),
				},
			],
			folded: ['ctrl+t'],
			stopping: [{ type: 'cancel' }],
			done: [{ type: 'plan', steps: [{ text: 'Step 1', priority: 'low', status: 'completed' }] }, ends],
		},
	},
	'approved plan': {
		from: play(busy('Plan it', ready('plan')), {
			type: 'question-asked',
			question: questionOf('q', { kind: 'exit-plan', plan: STEPS }),
		}),
		states: {
			approved: [{ type: 'answer-plan', questionId: 'q', choice: 'accept-edits', edited: EDITED }],
			worked: [
				tool('a', {
					title: 'Read src/limits/bucket.ts',
					kind: 'read',
					locations: [{ path: '/w/src/limits/bucket.ts' }],
					status: 'completed',
				}),
				tool('b', { title: 'npm test', kind: 'execute', rawInput: { command: 'npm test' }, status: 'failed' }),
				tool('c', {
					title: 'Edit src/limits/bucket.ts',
					kind: 'edit',
					status: 'completed',
					content: [{ type: 'diff', path: '/w/src/limits/bucket.ts', oldText: 'a', newText: 'b' }],
				}),
				tool('d', {
					title: 'Write src/limits/extra.ts',
					kind: 'edit',
					status: 'completed',
					content: [{ type: 'diff', path: '/w/src/limits/extra.ts', oldText: null, newText: 'b' }],
				}),
			],
			folded: ['ctrl+t'],
			'own plan': [{ type: 'plan', steps: [{ text: 'Write the docs', priority: 'low', status: 'in_progress' }] }],
			compared: [ends, { type: 'plan-compared', turnId: 't', differing: ['/w/PLAN.md'] }],
			copying: ['`/copy` enter'],
		},
		spoken: [
			{ type: 'answer-plan', questionId: 'q', choice: 'accept-edits' },
			tool('b', { title: 'npm test', kind: 'execute', rawInput: { command: 'npm test' }, status: 'completed' }),
			ends,
			{ type: 'plan-compared', turnId: 't', differing: [] },
		],
	},
	'own commands': {
		from: ready(),
		states: {
			typed: ['`!npm test`'],
			running: [
				'ctrl+u',
				'backspace',
				{ type: 'run-command', line: 'npm test', isPrivate: false, isWhole: false },
				(state) => ({ type: 'command-started', commandId: lastCommand(state), cwd: '/w' }),
				(state) => ({ type: 'command-output', commandId: lastCommand(state), data: 'one\r\ntwo\r\n' }),
			],
			ended: [(state) => ({ type: 'command-ended', commandId: lastCommand(state), exit: { code: 1, signal: null } })],
			private: ['alt+p'],
		},
	},
	'changes of a turn': {
		from: busy('Change a file'),
		states: {
			shown: [
				ends,
				{
					type: 'turn-changes',
					set: {
						...{ id: 'set', turnId: 'turn-1', undone: [] },
						...{ before: { id: '1.1', at: 1, gaps: [] }, after: { id: '1.2', at: 1, gaps: [] } },
						files: [
							{
								...{ path: 'src/server.ts', kind: 'modified', canRestore: true, isTampering: false, diff: edit },
								known: { type: 'named', title: 'Edit src/server.ts', isRefused: false },
							},
						],
					},
				},
			],
			'undo asked': ['`/undo` enter'],
		},
	},
	'long prompt': {
		from: play(ready(), prompt('A prompt of many words. '.repeat(60).trim())),
		states: { sent: [], answered: [says('Yes. '.repeat(200)), ends] },
	},
	'wide and hostile text': {
		from: busy('漢字👩‍💻 '.repeat(20)),
		states: {
			said: [
				says(`漢字かな交じり文 👩‍💻 \u202eevil\u202c \u001b[31mred\u001b[0m e\u0301 ${'longword'.repeat(40)}`),
				ends,
			],
		},
	},
};

function lastCommand({ entries }: SessionState): string {
	const found = [...eachEntry(entries)].findLast(({ kind }) => kind === 'user-command');
	return found?.kind === 'user-command' ? found.command.id : 'none';
}
