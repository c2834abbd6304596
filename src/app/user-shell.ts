import type { Effect } from '../core/effect.js';
import type { Ports } from '../core/ports.js';
import type { ShellListener } from '../core/shell-port.js';
import type { Allowances } from './changes/allowances.js';
import type { Store } from './store.js';

export type UserShellOptions = {
	readonly ports: Ports;
	readonly cwd: string;
	/** The user's own changes are no tampering. */
	readonly allowances: Allowances;
	readonly dispatch: Store['dispatch'];
};

/** Runs the user's own command lines. No policy is asked; they are logged. */
export function createUserShell({ ports, cwd, allowances, dispatch }: UserShellOptions) {
	const { shell, log } = ports;
	const own = {
		perform: (effect: Extract<Effect, { type: 'run-command' | 'end-command' }>): Promise<void> =>
			effect.type === 'run-command' ? own.run(effect) : own.end(effect.commandId),
		async run({ commandId, line, isWhole }: Extract<Effect, { type: 'run-command' }>): Promise<void> {
			log.write('info', 'the user runs', { commandId, characters: line.length, isWhole });
			const release = allowances.hold({
				source: 'terminal',
				kind: 'execute',
				title: `! ${line}`,
				paths: [],
				command: { text: line, line, envNames: [] },
				diffs: [],
			});
			// A command may write, and end, before its start is known here.
			const early: (() => void)[] = [];
			let isStarted = false;
			const inOrder = (report: () => void): void => void (isStarted ? report() : early.push(report));
			const listener: ShellListener = {
				onData: (data) => inOrder(() => dispatch({ type: 'command-output', commandId, data })),
				onExit: (exit) =>
					inOrder(() => {
						release();
						log.write('info', 'the user’s command ended', { commandId, ...exit });
						dispatch({ type: 'command-ended', commandId, exit });
						void shell.end(commandId);
					}),
			};
			const started = await shell.run(commandId, line, { isWhole }, listener);
			if (!started.ok) {
				release();
				dispatch({ type: 'command-failed', commandId, failure: started.failure });
				return;
			}
			dispatch({ type: 'command-started', commandId, cwd });
			isStarted = true;
			for (const report of early) report();
		},
		async end(commandId: string): Promise<void> {
			await shell.end(commandId);
		},
		async close(): Promise<void> {
			await shell.close();
		},
	};
	return own;
}

export type UserShell = ReturnType<typeof createUserShell>;
