import type { AppOptions } from '../../src/app/app-options.js';
import { succeed } from '../../src/core/failure.js';
import type { Ports } from '../../src/core/ports.js';
import type { TerminalListener, TerminalSpawn, TerminalsPort } from '../../src/core/terminals-port.js';
import type { ExitStatus } from '../../src/core/tool-call.js';
import { createWorld, send, settle, type World } from './world.js';

export const FAILED: ExitStatus = { code: 1, signal: null };
export const DONE: ExitStatus = { code: 0, signal: null };

/** A terminal that the test plays. */
type Played = {
	readonly id: string;
	readonly spawn: TerminalSpawn;
	say(text: string): void;
	exit(status: ExitStatus): Promise<void>;
	isReleased: boolean;
};

export type Sandboxed = {
	readonly world: World;
	readonly played: Played[];
	readonly listening: number[];
	readonly readOnly: string[];
	hidden: string[];
	isSandboxed: boolean;
};

/** A world at work whose commands run in a sandbox that the test plays. */
export async function sandboxed(options: Partial<AppOptions> = {}, more: Partial<Ports> = {}): Promise<Sandboxed> {
	const played: Played[] = [];
	const all = new Map<string, { output: string; hasExited: boolean; exit: PromiseWithResolvers<ExitStatus> }>();
	const terminals: TerminalsPort = {
		async create(spawn: TerminalSpawn, listener: TerminalListener) {
			const id = `term-${played.length + 1}`;
			const state = { output: '', hasExited: false, exit: Promise.withResolvers<ExitStatus>() };
			all.set(id, state);
			played.push({
				...{ id, spawn, isReleased: false },
				say(text) {
					state.output += text;
					listener.onData(id, text);
				},
				async exit(status) {
					if (state.hasExited) return;
					state.hasExited = true;
					state.exit.resolve(status);
					listener.onExit(id, status);
					await settle();
				},
			});
			const isInside = made.isSandboxed && spawn.sandbox !== undefined;
			return succeed({ terminalId: id, ...(isInside ? { isSandboxed: true as const } : {}) });
		},
		hides: async (_id, path) => made.hidden.includes(path),
		isReadOnly: async (path) => made.readOnly.includes(path),
		listens: async (port) => made.listening.includes(port),
		output: (id) => succeed({ output: all.get(id)?.output ?? '', truncated: false }),
		waitForExit: async (id) => succeed((await all.get(id)?.exit.promise) ?? FAILED),
		async kill(id) {
			const one = played.find((each) => each.id === id);
			void one?.exit({ code: null, signal: 'SIGTERM' });
			return succeed(undefined);
		},
		async release(id) {
			const one = played.find((each) => each.id === id);
			if (one !== undefined) one.isReleased = true;
			return succeed(undefined);
		},
		closeAll: async () => {},
	};
	const world = createWorld(options, { terminals, ...more });
	const made: Sandboxed = { world, played, listening: [], readOnly: [], hidden: [], isSandboxed: true };
	made.world.app.start();
	await settle();
	made.world.app.dispatch({ type: 'sandbox-changed', change: { commands: 'fenced' } });
	send(made.world, 'go');
	await settle();
	return made;
}
