// Starts a child that ignores SIGTERM and holds the pipes open; ends when its input ends.
import { spawn } from 'node:child_process';
import { say, serve } from './wire.mjs';

const child = spawn(
	process.execPath,
	['-e', "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.error('up')"],
	{ stdio: ['ignore', 'inherit', 'inherit'] },
);
child.unref();
serve({
	'session/prompt': ({ sessionId }) => {
		say(sessionId, `${child.pid}`);
		return { stopReason: 'end_turn' };
	},
});
process.stdin.on('end', () => process.exit(0));
