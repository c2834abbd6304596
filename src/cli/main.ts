import { fileURLToPath } from 'node:url';
import manifest from '../../package.json' with { type: 'json' };
import { handleCrashes } from './crash.js';
import { runCommandLine } from './run-command-line.js';
import { listenForSignals } from './signals.js';

const exit = (code: number): void => process.exit(code);
const { hooks, crash, leave } = handleCrashes(exit);
const stop = listenForSignals((code) => {
	hooks.restoreTerminal?.();
	exit(code);
});

const program = {
	version: manifest.version,
	changelog: fileURLToPath(new URL('../CHANGELOG.md', import.meta.url)),
	// The build puts the demo agent and the threads beside this file's bundle.
	demoAgent: fileURLToPath(new URL('demo.js', import.meta.url)),
	diagramWorker: fileURLToPath(new URL('diagram-worker.js', import.meta.url)),
	pictureWorker: fileURLToPath(new URL('picture-worker.js', import.meta.url)),
	unpackWorker: fileURLToPath(new URL('unpack-worker.js', import.meta.url)),
};

runCommandLine(process.argv.slice(2), program, { stop, hooks }).then(leave, crash);
