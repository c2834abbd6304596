import type { Effect } from '../core/effect.js';
import type { Ports, TerminalListener } from '../core/ports.js';
import type { Allowances } from './changes/allowances.js';
import type { Store } from './store.js';

/** What running the person's commands needs. */
export type PersonShellOptions = {
	readonly ports: Ports;
	readonly cwd: string;
	/** What the person's commands change is no tampering of the agent's. */
	readonly allowances: Allowances;
	readonly dispatch: Store['dispatch'];
};

/** Runs the person's own command lines. No policy is asked: it is their act; it is logged. */
export type PersonShell = {
	run(effect: Extract<Effect, { type: 'run-command' }>): Promise<void>;
	end(terminalId: string): Promise<void>;
	close(): Promise<void>;
};

/** Wires the shell port to the session. */
export function createPersonShell({ ports, cwd, allowances, dispatch }: PersonShellOptions): PersonShell {
	const { shell, log } = ports;
	return {
		async run({ commandId, line, isWhole }) {
			if (shell === undefined) {
				const message = 'Commands cannot be run here.';
				dispatch({ type: 'command-failed', commandId, failure: { code: 'could-not-start', message } });
				return;
			}
			log.write('info', 'the person runs', { command: line });
			const release = allowances.hold({
				source: 'terminal',
				kind: 'execute',
				title: `! ${line}`,
				paths: [],
				command: { text: line, line, envNames: [] },
				diffs: [],
			});
			// A command may say something, and end, before its start is known here.
			const early: (() => void)[] = [];
			let isKnown = false;
			const inOrder = (tell: () => void): void => void (isKnown ? tell() : early.push(tell));
			const listener: TerminalListener = {
				onData: (terminalId, data) => inOrder(() => dispatch({ type: 'terminal-output', terminalId, data })),
				onExit: (terminalId, exit) =>
					inOrder(() => {
						release();
						log.write('info', 'the person’s command ended', { command: line, ...exit });
						dispatch({ type: 'terminal-exited', terminalId, exit });
						dispatch({ type: 'terminal-released', terminalId });
						void shell.end(terminalId);
					}),
			};
			const started = await shell.run(line, { isWhole }, listener);
			if (!started.ok) {
				release();
				dispatch({ type: 'command-failed', commandId, failure: started.failure });
				return;
			}
			const { terminalId } = started.value;
			dispatch({ type: 'terminal-started', terminalId, command: line, cwd, ours: true, toolCallId: commandId });
			isKnown = true;
			for (const tell of early) tell();
		},
		async end(terminalId) {
			await shell?.end(terminalId);
		},
		async close() {
			await shell?.close();
		},
	};
}
