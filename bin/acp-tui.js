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

function start() {
	const main = new URL('../dist/main.js', import.meta.url);
	if (!builtin('fs').existsSync(main)) {
		stop('acp-tui is not built yet: run "npm run build" first, or "npm start", which builds when needed');
		return;
	}
	process.title = 'acp-tui';
	builtin('module').enableCompileCache(environment.NODE_COMPILE_CACHE || compileCacheDirectory());
	import(main.href).catch((error) => {
		process.stderr.write(`acp-tui could not start: ${error}\n`);
		process.exitCode = 1;
	});
}

const problem = nodeProblem(process.versions.node);
if (problem === null) start();
else stop(problem);
