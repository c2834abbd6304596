// Logs of long sessions, as the program writes them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const WORDS = 'The quick brown fox jumps over the lazy dog and writes some code about it, line after line. ';
const INFO = {
	title: 'Stub',
	name: 'stub',
	version: '1',
	protocolVersion: 1,
	takesSystemPrompt: false,
	takesAdditionalDirectories: false,
	quirks: {
		neverAsks: false,
		noExitPlanRequest: false,
		acceptEditsOptionIds: [],
		reviewEditsOptionIds: [],
		modesAreNotPermissions: false,
		modeNames: { plan: 'plan', asking: [], lets: {} },
	},
};

/** Writes the log of a session of so many entries, or lines on the screen. Returns its id and its last words. */
export function writeLog(program, { id, entries = Number.POSITIVE_INFINITY, lines = Number.POSITIVE_INFINITY }) {
	const log = createLog(program.work, id);
	// Of many lines, most are of long answers.
	const [answers, chunks] = lines === Number.POSITIVE_INFINITY ? [8, 6] : [3, 80];
	for (let turn = 1; log.entries < entries && log.lines < lines; turn += 1) addTurn(log, turn, answers, chunks);
	const lastWords = `END-${id}`;
	log.add({ type: 'text', role: 'agent', text: `\n\n${lastWords}` });
	log.addFacts();
	const folder = join(program.home, 'state', 'sessions');
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	writeFileSync(join(folder, `${id}.jsonl`), `${log.rows.join('\n')}\n`, { mode: 0o600 });
	return { id, lastWords };
}

function createLog(cwd, id) {
	const header = {
		format: 'acp-tui-session',
		version: 1,
		id,
		createdAt: 1,
		cwd,
		additionalDirectories: [],
		agent: 'node',
		isCommandLine: true,
		mode: 'default',
	};
	const log = {
		rows: [JSON.stringify(header)],
		at: 1000,
		entries: 0,
		lines: 0,
		add(event, more = {}) {
			log.at += 45;
			log.rows.push(JSON.stringify({ at: log.at, event, ...more }));
		},
		addFacts() {
			const facts = {
				title: 'A long session',
				sessionId: 'stub-session',
				agent: 'node',
				branch: null,
				prompts: 100,
				firstWords: 'Do',
				lastWords: 'Done',
				cost: null,
				isRunning: false,
			};
			log.rows.push(JSON.stringify({ at: log.at, facts }));
		},
	};
	log.add({ type: 'agent-connected', info: INFO });
	log.add({ type: 'session-opened', sessionId: 'stub-session', modes: null, options: [] });
	log.addFacts();
	return log;
}

function addTurn(log, turn, answers, chunks) {
	const id = `turn-${turn}`;
	const text = `Do thing number ${turn}`;
	const prompt = { id: `p${turn}`, text, blocks: [{ type: 'text', text }] };
	log.add({ type: 'prompt', prompt }, { next: log.entries + 1, turn: { id, promptId: prompt.id } });
	for (let answer = 0; answer < answers; answer += 1) addAnswer(log, `${turn}-${answer}`, chunks);
	log.add({ type: 'turn-ended', turnId: id, reason: 'end_turn' }, { turn: null });
	log.entries += 2;
	log.lines += 2;
}

function addAnswer(log, name, chunks) {
	log.add({ type: 'text', role: 'thought', text: WORDS });
	for (let chunk = 0; chunk < chunks; chunk += 1) {
		log.add({ type: 'text', role: 'agent', text: `${WORDS}\n\n`, messageId: `m${name}` });
	}
	const path = '/work/src/file.ts';
	const call = { id: `call-${name}`, title: `Edit ${path}`, kind: 'edit', locations: [{ path }] };
	log.add({ type: 'tool', patch: { ...call, status: 'pending', rawInput: { path, old: WORDS, new: WORDS } } });
	log.add({ type: 'tool', patch: { id: call.id, status: 'in_progress' } });
	const change = { type: 'diff', path, oldText: WORDS.repeat(5), newText: WORDS.repeat(6) };
	log.add({ type: 'tool', patch: { id: call.id, status: 'completed', content: [change] } });
	log.entries += 3;
	log.lines += 2 * chunks + 6;
}
