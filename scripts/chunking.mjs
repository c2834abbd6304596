// How the bundle is cut: what a start loads is in few files, as each costs a millisecond to find, read and link.
import { join } from 'node:path';
import { deferredEntry } from './deferred-modules.mjs';
import { root } from './sources.mjs';

const MAIN = ['src/cli/main.ts'];
/** What is imported one after the other until the first frame stands. */
const INTERFACE = ['src/cli/paths.ts', 'src/cli/interactive.ts', 'src/frontends/fullscreen/start-fullscreen.ts'];
/** What starts without the interface must not load it. */
const OTHERS = [
	'src/cli/paths.ts',
	'src/cli/print-run.ts',
	'src/cli/subcommands/agents/list-agents.ts',
	'src/cli/subcommands/agents/show-agent.ts',
	'src/cli/subcommands/config/run-config.ts',
	'node_modules/chalk/source/index.js',
];

/** What a session loads without the interface. */
const SESSION = ['src/app/runtime.ts', 'src/agent/connect.ts', 'src/services/snapshots/all-folders.ts'];

const [core, view] = [deferredEntry('deferred-core'), deferredEntry('deferred-view')];

const RUNTIME = /rolldown[\\/]runtime/;

/** Groups for rolldown: what everything needs, what the interface shares with the rest, and the interface. */
export function chunking() {
	let sets = null;
	return {
		// A module goes where it belongs alone: what it imports has a place of its own.
		includeDependenciesRecursively: false,
		groups: [
			{
				name(id, context) {
					const getModuleInfo = (each) => context.getModuleInfo(each);
					sets ??= {
						main: reached(MAIN, getModuleInfo),
						shown: reached(INTERFACE, getModuleInfo),
						others: reached([...OTHERS, ...SESSION, core], getModuleInfo),
						deferred: reached([core], getModuleInfo),
						deferredView: reached([view], getModuleInfo),
					};
					const { main, shown, others, deferred, deferredView } = sets;
					if (RUNTIME.test(id)) return 'base';
					// A part that only one command shares with the start would be a file of its own.
					if (main.has(id)) return id === join(root, 'src/cli/main.ts') ? null : 'base';
					if (shown.has(id)) return others.has(id) ? 'common' : 'interface';
					if (id === core || id === view) return null;
					if (deferred.has(id) || (deferredView.has(id) && others.has(id))) return 'deferred-core';
					return deferredView.has(id) ? 'deferred-view' : null;
				},
			},
		],
	};
}

const idOf = (file) => (file.startsWith('\0') ? file : join(root, file));

/** All that is loaded with these files, without what is only imported when needed. */
function reached(files, getModuleInfo) {
	const found = new Set();
	const open = files.map(idOf);
	for (let id = open.pop(); id !== undefined; id = open.pop()) {
		if (found.has(id)) continue;
		const info = getModuleInfo(id);
		if (info === null || info === undefined) {
			if (files.some((file) => idOf(file) === id)) throw new Error(`scripts/chunking.mjs: there is no ${id}`);
			continue;
		}
		found.add(id);
		open.push(...info.importedIds);
	}
	return found;
}
