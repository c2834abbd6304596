// Has sessions that can be resumed again, in every way that fails. Arguments are `WHAT=HOW`:
//   resume, load, fork   ok · absent · a code (-32002 …) · never · dies · asks
//   dies-once:FILE       dies while there is no such file, which it makes
//   WAY*N                fails so N times, then works; WAY also: code429, status529, words503, refused, quota
//   load                 also: other (another conversation), twice, late (updates after the answer), empty, short,
//                        more (turns had elsewhere), huge:MB, stale (an old mode and a plan among the history)
//   new                  ok · a code · a WAY as above
//   list                 pages · endless · same-cursor · hostile · many
//   dirs                 ok: takes folders beside the workspace
//   turns=N              how many turns its history has (3): prompt 1 → answer 1 …
// A prompt "report" is answered with everything that was asked, as JSON; every other with "answer" and its number.
import { existsSync, writeFileSync } from 'node:fs';
import { ask, INITIALIZED, send, serve, update } from './wire.mjs';

const how = Object.fromEntries(process.argv.slice(2).map((word) => word.split('=')));
const turns = Number(how.turns ?? 3);
const seen = [];
const asked = [];
let isSignedIn = false;

const MODES = {
	currentModeId: 'ask',
	availableModes: [
		{ id: 'ask', name: 'Ask' },
		{ id: 'careful', name: 'Careful' },
	],
};
let model = 'small';
const options = () => [
	{
		type: 'select',
		id: 'model',
		name: 'Model',
		category: 'model',
		currentValue: model,
		options: ['small', 'large', 'gone']
			.slice(0, how.models === 'fewer' ? 1 : 3)
			.map((value) => ({ value, name: value })),
	},
];
const opened = (sessionId) => ({ sessionId, modes: MODES, configOptions: options() });

const chunk = (sessionId, kind, text) =>
	update(sessionId, { sessionUpdate: `${kind}_chunk`, content: { type: 'text', text } });

function tellTurn(sessionId, number, word = '') {
	chunk(sessionId, 'user_message', `${word}prompt ${number}`);
	update(sessionId, { sessionUpdate: 'tool_call', toolCallId: `call-${number}`, title: 'Look', status: 'completed' });
	chunk(sessionId, 'agent_message', `${word}answer `);
	chunk(sessionId, 'agent_message', `${number}`);
}

function tell(sessionId, count = turns, word = '') {
	for (let number = 1; number <= count; number += 1) tellTurn(sessionId, number, word);
}

const fails = (id, code) => {
	if (code === -32000 && isSignedIn) return false;
	send({ id, error: { code, message: code === -32002 ? 'Resource not found' : `No previous sessions (${code})` } });
	return true;
};

/** Failures of the moment, in the forms in which agents tell of them. */
const PASSING = {
	code429: { code: 429, message: 'Too Many Requests' },
	status529: { code: -32603, message: 'Internal error', data: { status: 529 } },
	words503: { code: -32603, message: 'API Error: 503 Service Unavailable' },
	refused: { code: -32603, message: 'connect ECONNREFUSED 127.0.0.1:443' },
	quota: { code: -32603, message: 'Usage limit reached', data: { status: 429 } },
};
const failed = new Map();

/** Answers in the way that is asked for; true when nothing is left to do. */
function goesWrong(asked, id, what) {
	const [way, most = Infinity] = (asked ?? '').split('*');
	const count = (failed.get(what) ?? 0) + 1;
	if (count > Number(most)) return false;
	failed.set(what, count);
	if (PASSING[way] !== undefined) {
		send({ id, error: PASSING[way] });
		return true;
	}
	if (way === 'never') return true;
	if (way === 'dies') process.exit(7);
	const once = /^dies-once:(.+)$/.exec(way)?.[1];
	if (once !== undefined && !existsSync(once)) {
		writeFileSync(once, '');
		process.exit(7);
	}
	return /^-\d+$/.test(way) && fails(id, Number(way));
}

async function loadFor(sessionId, way) {
	const [what, size = '1'] = way.split(':');
	switch (what) {
		case 'other':
			return tell(sessionId, 2, 'other ');
		case 'twice':
			tell(sessionId);
			return tell(sessionId);
		case 'more':
			return tell(sessionId, turns + 2);
		case 'short':
			return tell(sessionId, 1);
		case 'empty':
		case 'late':
			return;
		case 'stale':
			tell(sessionId);
			update(sessionId, { sessionUpdate: 'current_mode_update', currentModeId: 'careful' });
			return update(sessionId, {
				sessionUpdate: 'plan',
				entries: [{ content: 'look', priority: 'high', status: 'in_progress' }],
			});
		case 'asks': {
			tell(sessionId);
			const toolCall = { toolCallId: 'call-1', title: 'Write', kind: 'edit' };
			const choices = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }];
			asked.push(await ask('session/request_permission', { sessionId, toolCall, options: choices }));
			asked.push(await ask('fs/write_text_file', { sessionId, path: `${process.cwd()}/replayed.txt`, content: 'x' }));
			asked.push(await ask('terminal/create', { sessionId, command: 'true', args: [] }));
			return;
		}
		case 'huge': {
			const text = `${'word '.repeat(200)}\n`;
			for (let sent = 0; sent < Number(size) * 1e6; sent += text.length * 50) {
				chunk(sessionId, 'user_message', `prompt ${sent}`);
				chunk(sessionId, 'agent_message', text.repeat(50));
				await new Promise((resolve) => process.stdout.write('', resolve));
			}
			return tell(sessionId);
		}
		default:
			return tell(sessionId);
	}
}

const keep = (method, answer) => (params, id) => {
	seen.push({ method, params });
	return answer(params, id);
};

function listed({ cursor }) {
	const session = (number, more = {}) => ({ sessionId: `listed-${number}`, cwd: process.cwd(), ...more });
	switch (how.list) {
		case 'pages':
			if (cursor === undefined) return { sessions: [session(1)], nextCursor: 'a' };
			if (cursor === 'a') return { sessions: [], nextCursor: 'b' };
			return { sessions: [session(2), session(1)] };
		case 'endless':
			return { sessions: [session(Number(cursor ?? 0))], nextCursor: String(Number(cursor ?? 0) + 1) };
		case 'same-cursor':
			return { sessions: [session(1)], nextCursor: 'again' };
		case 'many':
			return { sessions: Array.from({ length: 60_000 }, (_, number) => session(number)) };
		case 'hostile':
			return {
				sessions: [
					session(1, { title: `\u001b]0;owned\u0007${'x'.repeat(50_000)}`, updatedAt: 'yesterday' }),
					{ cwd: '/x' },
					{ sessionId: 7, cwd: '/x' },
					session(2, { cwd: '../relative' }),
					'text',
					null,
					session(3, { title: 42, updatedAt: '2026-11-22T10:00:00Z', additionalDirectories: ['/a', 3, 'b'] }),
				],
				nextCursor: 5,
			};
		default:
			return { sessions: [] };
	}
}

const announces = (what) => how[what] !== undefined && how[what] !== 'absent';

serve({
	initialize: keep('initialize', () => ({
		...INITIALIZED,
		agentCapabilities: {
			loadSession: announces('load'),
			sessionCapabilities: {
				close: {},
				...(announces('resume') ? { resume: {} } : {}),
				...(announces('fork') ? { fork: {} } : {}),
				...(announces('list') ? { list: {} } : {}),
				...(announces('dirs') ? { additionalDirectories: {} } : {}),
			},
		},
	})),
	authenticate: keep('authenticate', () => {
		isSignedIn = true;
		return {};
	}),
	'session/list': keep('session/list', listed),
	'session/new': keep('session/new', (_, id) => (goesWrong(how.new ?? 'ok', id, 'new') ? undefined : opened('new-1'))),
	'session/resume': keep('session/resume', ({ sessionId }, id) =>
		goesWrong(how.resume, id, 'resume') ? undefined : opened(sessionId),
	),
	'session/load': keep('session/load', async ({ sessionId }, id) => {
		const way = how.load;
		if (goesWrong(way, id, 'load')) return undefined;
		await loadFor(sessionId, way);
		if (way === 'late') setTimeout(() => tell(sessionId), 30);
		return opened(sessionId);
	}),
	'session/fork': keep('session/fork', ({ sessionId }, id) =>
		goesWrong(how.fork, id, 'fork') ? undefined : opened(`${sessionId}-fork`),
	),
	'session/close': keep('session/close', () => ({})),
	'session/set_mode': keep('session/set_mode', () => ({})),
	'session/set_config_option': keep('session/set_config_option', ({ value }) => {
		model = value;
		return { configOptions: options() };
	}),
	'session/prompt': keep('session/prompt', ({ sessionId, prompt }) => {
		const text = prompt.map((block) => block.text ?? '').join('');
		const number = /\d+$/.exec(text)?.[0] ?? '';
		const words = text.endsWith('report') ? JSON.stringify({ seen, asked }) : `answer ${number}`;
		chunk(sessionId, 'agent_message', words);
		return { stopReason: 'end_turn' };
	}),
});
