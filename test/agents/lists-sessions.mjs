// Lists sessions of its own in pages, one of them empty, and takes requests to delete them. Arguments: the folder of its
// sessions, and what it does wrong: `refuses-list`, `no-list`, `refuses-delete`.
import { createInterface } from 'node:readline';
import { INITIALIZED, send } from './wire.mjs';

const [cwd = process.cwd(), fault = ''] = process.argv.slice(2);
const own = (sessionId, title, updatedAt, where = cwd) => ({ sessionId, title, updatedAt, cwd: where });
let sessions = [
	own('agent-000000000001', 'What the agent calls it', '2026-11-20T15:00:00Z'),
	own('theirs-1', 'Begun \u001b[31melsewhere\u202e', '2026-11-20T14:00:00Z'),
	own('theirs-2', null, 'no time'),
	own('theirs-1', 'The same again', '2026-11-20T13:00:00Z'),
	own('theirs-3', 'In another folder', '2026-11-20T12:00:00Z', '/elsewhere'),
];

const answers = {
	initialize: () => ({
		...INITIALIZED,
		authMethods: [],
		agentCapabilities: {
			...INITIALIZED.agentCapabilities,
			sessionCapabilities: fault === 'no-list' ? {} : { list: {}, delete: {} },
		},
	}),
	'session/list': ({ cursor }) => {
		const at = cursor === undefined ? 0 : Number(cursor);
		if (fault === 'refuses-list') throw { code: -32000, message: 'Authentication required' };
		const page = at === 1 ? [] : sessions.slice(at === 0 ? 0 : 2, at === 0 ? 2 : undefined);
		return { sessions: page, ...(at < 2 ? { nextCursor: String(at + 1) } : {}) };
	},
	'session/delete': ({ sessionId }) => {
		if (fault === 'refuses-delete') throw { code: -32603, message: 'It is locked' };
		sessions = sessions.filter((session) => session.sessionId !== sessionId);
		return {};
	},
};

createInterface({ input: process.stdin }).on('line', (line) => {
	const { id, method, params } = JSON.parse(line);
	if (id === undefined || method === undefined) return;
	try {
		const answer = answers[method];
		if (answer === undefined) throw { code: -32601, message: 'Method not found' };
		send({ id, result: answer(params) });
	} catch (error) {
		send({ id, error });
	}
});
