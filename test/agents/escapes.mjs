// At its start, and whenever its program runs for a sign-in, it tries to write where its arguments say; what came of it
// and the mount namespace that it is in stand in a file, a line for each start. Arguments: that file, the places with
// commas between them, and what is wrong with its sign-in: `fails`.
import { appendFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { INITIALIZED, say, send, serve } from './wire.mjs';

const [report, places, ...words] = process.argv.slice(2);
const wrote = places.split(',').filter((place) => {
	try {
		writeFileSync(place, 'was here');
		return true;
	} catch {
		return false;
	}
});
const isLogin = words.includes('--login');
appendFileSync(report, `${JSON.stringify({ isLogin, mounts: readlinkSync('/proc/self/ns/mnt'), wrote })}\n`);
if (isLogin) {
	console.log(`login on a terminal: ${process.stdin.isTTY === true}`);
	process.exit(words.includes('fails') ? 1 : 0);
}

serve({
	initialize: () => ({
		...INITIALIZED,
		authMethods: [{ id: 'own', name: 'Own program', type: 'terminal', args: ['--login'] }],
		agentCapabilities: {
			...INITIALIZED.agentCapabilities,
			auth: { logout: {} },
			sessionCapabilities: { list: {}, delete: {} },
		},
	}),
	'session/list': () => ({ sessions: [] }),
	'session/delete': () => ({}),
	'session/new': () => ({ sessionId: 's1' }),
	'session/prompt': ({ sessionId }, id) => {
		if (words.includes('refuses')) return void send({ id, error: { code: -32000, message: 'Sign in first' } });
		say(sessionId, 'Done.');
		return { stopReason: 'end_turn' };
	},
	logout: () => ({}),
});
