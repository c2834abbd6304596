// Has a conversation and sessions beside it. The first session is the conversation: every prompt to it says "working" and
// goes on until it is cancelled (after "idle": ends), or until another session is asked to "finish". Every other session does what its prompt
// says: "say WORDS", "write PATH", "run COMMAND", "edit PATH" (asks for it), "leave-plan", "ask" (a form), "mode MODE",
// "cost", "hang", "crash", "deep" (a session of its own that asks). Arguments are `WHAT=HOW`:
//   fork    ok · absent · a code · never · late · early (talks before it answers) · early-write (asks, too) · history (tells what came before)
//   new     ok · a code · never, of every session but the first
//   delete  ok · absent · a code      close  ok · absent      modes  none · plan · stuck (takes no mode) · loose
//   log     a file: the methods that were called, with the session
import { appendFileSync } from 'node:fs';
import { ask, INITIALIZED, say, send, serve, update } from './wire.mjs';

const how = Object.fromEntries(process.argv.slice(2).map((word) => word.split('=')));
const MAIN = 'main';
const working = new Set();
const hanging = new Map();
let count = 0;

const note = (words) => how.log !== undefined && appendFileSync(how.log, `${words}\n`);
const modeIds = { plan: ['default', 'plan', 'yolo'], stuck: ['default', 'plan', 'yolo'], loose: ['ask', 'yolo'] };
const modes = (current) => {
	const ids = modeIds[how.modes];
	if (ids === undefined) return {};
	return { modes: { currentModeId: current, availableModes: ids.map((id) => ({ id, name: id })) } };
};

const permission = (sessionId, toolCall) =>
	ask('session/request_permission', {
		sessionId,
		toolCall: { status: 'pending', ...toolCall },
		options: [
			{ optionId: 'yes', name: 'Yes', kind: 'allow_once' },
			{ optionId: 'no', name: 'No', kind: 'reject_once' },
		],
	});

const edit = (path) => ({
	toolCallId: `edit-${path}`,
	title: `Edit ${path}`,
	kind: 'edit',
	locations: [{ path }],
	content: [{ type: 'diff', path, oldText: null, newText: 'changed' }],
});

const outcome = ({ result, error }) =>
	error === undefined ? (result?.outcome?.optionId ?? 'cancelled') : error.message;

const DOES = {
	say: (id, words) => say(id, words),
	write: async (id, path) => {
		const { error } = await ask('fs/write_text_file', { sessionId: id, path, content: 'changed' });
		say(id, error === undefined ? 'written' : `refused: ${error.message}`);
	},
	run: async (id, line) => {
		const [command, ...args] = line.split(' ');
		const { error } = await ask('terminal/create', { sessionId: id, command, args });
		say(id, error === undefined ? 'started' : `refused: ${error.message}`);
	},
	edit: async (id, path) => say(id, `answered ${outcome(await permission(id, edit(path)))}`),
	deep: async (id, path) => {
		say(`child of ${id}`, 'words of a child');
		say(id, `answered ${outcome(await permission(`child of ${id}`, edit(path)))}`);
	},
	'leave-plan': async (id) => {
		const call = { toolCallId: 'leave', title: 'Exit plan mode', kind: 'switch_mode', rawInput: { plan: '1. change' } };
		say(id, `answered ${outcome(await permission(id, call))}`);
	},
	ask: async (id) => {
		const params = { sessionId: id, mode: 'url', message: 'Sign here', url: 'https://x.example', elicitationId: 'e1' };
		const { result, error } = await ask('elicitation/create', params);
		say(id, `answered ${result?.action ?? error?.message}`);
	},
	mode: (id, modeId) => {
		update(id, { sessionUpdate: 'current_mode_update', currentModeId: modeId });
		say(id, 'switched');
	},
	cost: (id) => {
		update(id, { sessionUpdate: 'usage_update', used: 100, size: 1000, cost: { amount: 0.25, currency: 'USD' } });
		update(id, { sessionUpdate: 'session_info_update', title: 'A title of its own' });
		say(id, 'dear');
	},
	finish: (id) => {
		for (const turn of working) {
			say(MAIN, ' and done');
			send({ id: turn, result: { stopReason: 'end_turn' } });
		}
		working.clear();
		say(id, 'finished');
	},
	crash: () => process.exit(3),
};

const goesWrong = (way, id) => {
	if (way === 'never') return true;
	if (!/^-\d+$/.test(way ?? '')) return false;
	send({ id, error: { code: Number(way), message: `No (${way})` } });
	return true;
};

serve({
	initialize: () => ({
		...INITIALIZED,
		agentCapabilities: {
			sessionCapabilities: Object.fromEntries(
				['fork', 'delete', 'close', 'list'].filter((what) => how[what] !== 'absent').map((what) => [what, {}]),
			),
		},
	}),
	'session/new': (_params, id) => {
		note('session/new');
		count += 1;
		if (count === 1) return { sessionId: MAIN, ...modes('yolo') };
		if (goesWrong(how.new, id)) return undefined;
		return { sessionId: `side-${count}`, ...modes('yolo') };
	},
	'session/list': () => {
		const ids = [MAIN, ...Array.from({ length: count - 1 }, (_, index) => `side-${index + 2}`)];
		return { sessions: ids.map((sessionId) => ({ sessionId, cwd: '/w' })) };
	},
	'session/fork': async ({ sessionId }, id) => {
		note(`session/fork ${sessionId}`);
		if (goesWrong(how.fork, id)) return undefined;
		count += 1;
		const forked = `side-${count}`;
		if (how.fork === 'late') await new Promise((resolve) => setTimeout(resolve, 150));
		if (how.fork === 'early' || how.fork === 'early-write') say(forked, 'an early word');
		if (how.fork === 'early-write') {
			const { error } = await ask('fs/write_text_file', { sessionId: forked, path: '/w/early.ts', content: 'x' });
			note(`early write ${error === undefined ? 'written' : 'refused'}`);
		}
		if (how.fork === 'history') {
			const content = { type: 'text', text: 'an old prompt' };
			update(forked, { sessionUpdate: 'user_message_chunk', content });
			say(forked, 'an old answer');
		}
		return { sessionId: forked, ...modes('yolo') };
	},
	'session/set_mode': ({ sessionId, modeId }, id) => {
		note(`session/set_mode ${sessionId} ${modeId}`);
		if (how.modes === 'stuck') goesWrong('-32603', id);
		else update(sessionId, { sessionUpdate: 'current_mode_update', currentModeId: modeId });
		return how.modes === 'stuck' ? undefined : {};
	},
	'session/close': ({ sessionId }) => {
		note(`session/close ${sessionId}`);
		return {};
	},
	'session/delete': ({ sessionId }, id) => {
		note(`session/delete ${sessionId}`);
		return goesWrong(how.delete, id) ? undefined : {};
	},
	'session/cancel': ({ sessionId }) => {
		note(`session/cancel ${sessionId}`);
		for (const id of sessionId === MAIN ? working : [hanging.get(sessionId) ?? []].flat())
			send({ id, result: { stopReason: 'cancelled' } });
		if (sessionId === MAIN) working.clear();
	},
	'session/prompt': async ({ sessionId, prompt }, id) => {
		note(`session/prompt ${sessionId} ${JSON.stringify(prompt.map(({ text }) => text))}`);
		if (sessionId === MAIN) {
			say(MAIN, 'working');
			if (prompt.at(-1).text === 'idle') return { stopReason: 'end_turn' };
			working.add(id);
			return undefined;
		}
		const [what, ...rest] = prompt.at(-1).text.split(' ');
		if (what === 'hang') {
			say(sessionId, 'a part');
			hanging.set(sessionId, id);
			return undefined;
		}
		await DOES[what](sessionId, rest.join(' '));
		return { stopReason: 'end_turn' };
	},
});
