#!/usr/bin/env node
import { nodeProblem } from './check-node.js';
import { makePrivateCache } from './private-cache.js';

// Node.js would open its debugger on a port without a password, for whoever reaches it.
process.on('SIGUSR1', () => {});
closeDebugger();

// No top-level await and no new syntax: an old Node.js must get as far as the sentence.

const environment = process.env;

// An import of these would load much more than what is used here, and an old Node.js has no other way.
const builtin = (name) => process.getBuiltinModule(`node:${name}`);

function stop(sentence) {
	process.stderr.write(`${sentence}\n`);
	process.exitCode = 2;
}

// The user's own cache, not the shared temporary directory that is Node's default: compiled code
// is run as it is found there.
function compileCacheDirectory() {
	const { join } = builtin('path');
	const home = builtin('os').homedir();
	if (process.platform === 'darwin') return join(home, 'Library', 'Caches', 'acp-tui', 'compile');
	if (process.platform === 'win32') {
		return join(environment.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'acp-tui', 'Cache', 'compile');
	}
	return join(environment.XDG_CACHE_HOME || join(home, '.cache'), 'acp-tui', 'compile');
}

function enableCompileCache() {
	const named = environment.NODE_COMPILE_CACHE;
	const folder = named || compileCacheDirectory();
	if (!named && !makePrivateCache(folder, { fs: builtin('fs'), path: builtin('path') })) return;
	// Node.js makes a folder in it as the umask says.
	const before = process.umask(0o077);
	builtin('module').enableCompileCache(folder);
	process.umask(before);
}

// A signal may have come before it was listened for: Node.js answers it with the first line that it runs, or a moment
// later. A debugger that the user asked for stays. `inspector.close()` does the same, and takes 20 ms to load.
function closeDebugger() {
	const isAsked = [...process.execArgv, process.env.NODE_OPTIONS || ''].some((words) => words.includes('--inspect'));
	if (isAsked || typeof process._debugEnd !== 'function') return;
	process._debugEnd();
	setImmediate(() => process._debugEnd());
	for (const later of [5, 20, 50, 100, 200, 400, 1000]) setTimeout(() => process._debugEnd(), later).unref();
}

function start() {
	const main = new URL('../dist/main.js', import.meta.url);
	if (!builtin('fs').existsSync(main)) {
		stop('acp-tui is not built yet: run "npm run build" first, or "npm start", which builds when needed');
		return;
	}
	process.title = 'acp-tui';
	enableCompileCache();
	import(main.href).catch((error) => {
		process.stderr.write(`acp-tui could not start: ${error}\n`);
		process.exitCode = 1;
	});
}

const problem = nodeProblem(process.versions.node);
if (problem === null) start();
else stop(problem);
