#!/usr/bin/env node
import { nodeProblem } from './check-node.js';

// No top-level await and no new syntax: an old Node.js must get as far as the sentence.

const environment = process.env;

// An import of these would load much more than what is used here, and an old Node.js has no other way.
const builtin = (name) => process.getBuiltinModule(`node:${name}`);

function stop(sentence) {
	process.stderr.write(`${sentence}\n`);
	process.exitCode = 2;
}

// Milliseconds; by then the interface stands and the agent's part is loaded.
const LOADED_AFTER = 2000;

// The person's own cache, not the shared temporary directory that is Node's default: compiled code
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

// While text streams, V8 would let the room for short-lived objects grow to four times what the whole
// program keeps, and wait long before it looks at the rest. Looking more often costs next to nothing:
// hardly anything survives, and what is kept is small. Both flags are read whenever a heap grows.
// Compiled code is taken only where the flags are as they were when it was compiled, and that of Node.js
// itself was without any: so they wait until the program is loaded, and what it compiled is kept before.
function keepMemorySmall() {
	builtin('module').flushCompileCache();
	const { setFlagsFromString } = builtin('v8');
	setFlagsFromString('--semi-space-growth-factor=1');
	setFlagsFromString('--heap-growing-percent=50');
}

function start() {
	const main = new URL('../dist/main.js', import.meta.url);
	if (!builtin('fs').existsSync(main)) {
		stop('acp-tui is not built yet: run "npm run build" first, or "npm start", which builds when needed');
		return;
	}
	process.title = 'acp-tui';
	setTimeout(keepMemorySmall, LOADED_AFTER).unref();
	builtin('module').enableCompileCache(environment.NODE_COMPILE_CACHE || compileCacheDirectory());
	import(main.href).catch((error) => {
		process.stderr.write(`acp-tui could not start: ${error}\n`);
		process.exitCode = 1;
	});
}

const problem = nodeProblem(process.versions.node);
if (problem === null) start();
else stop(problem);
