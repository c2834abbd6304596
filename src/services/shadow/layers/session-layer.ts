import { join } from 'node:path';
import { defined } from '../../../core/defined.js';
import { type Result, succeed } from '../../../core/failure.js';
import type { LayerView } from '../../sandbox/commands/command-sandbox-port.js';
import { freeBytes } from '../large-files.js';
import type { Shadow } from '../shadow.js';
import { Shadows } from '../shadows.js';
import { IgnoredPaths } from './ignored-paths.js';

const LEAST_FREE = 512n * 1024n * 1024n;

export type SessionLayerOptions = {
	readonly stateDir: string;
	readonly cwd: string;
	readonly env: Readonly<Record<string, string | undefined>>;
};

/** The layer over the workspace for one session's commands: made for the first of them, removed with the session. */
export class SessionLayer {
	readonly #options: SessionLayerOptions;
	#opened: Promise<Result<LayerView>> | null = null;
	#layer: Shadow | null = null;
	#ignored: IgnoredPaths | null = null;

	constructor(options: SessionLayerOptions) {
		this.#options = options;
	}

	current(): Shadow | null {
		return this.#layer;
	}

	takeIgnored(): readonly string[] {
		return this.#ignored?.takeNew() ?? [];
	}

	hasIgnored(): boolean {
		return this.#ignored?.isAnyIgnored === true;
	}

	async isFull(): Promise<boolean> {
		const free = await freeBytes(this.#options.stateDir);
		return free !== null && free < LEAST_FREE;
	}

	/** The view for commands; fails where there can be no overlay, and may be called again. */
	open(): Promise<Result<LayerView>> {
		this.#opened ??= this.#open().then((opened) => {
			if (!opened.ok) this.#opened = null;
			return opened;
		});
		return this.#opened;
	}

	/** Removes the layer. Call once none of its processes run. */
	async close(): Promise<void> {
		await this.#opened;
		const layer = this.#layer;
		this.#layer = null;
		if (layer === null) return;
		await layer.close();
		// A layer that cannot be removed now is removed at the next start.
		await layersIn(this.#options.stateDir).remove(layer.id);
	}

	async #open(): Promise<Result<LayerView>> {
		const { stateDir, cwd, env } = this.#options;
		const leftOut = async (real: string): Promise<IgnoredPaths> => {
			this.#ignored = await IgnoredPaths.open(real, env);
			return this.#ignored;
		};
		const opened = await layersIn(stateDir, leftOut).open({ cwd, agent: 'commands', sessionId: null });
		if (!opened.ok) return opened;
		const layer = opened.value;
		this.#layer = layer;
		void sweepLayers(stateDir).catch(() => {
			// A layer that cannot be read now is checked at the next start.
		});
		return succeed({
			places: [layer.place, ...layer.covers],
			attached: (namespace) => layer.attached(namespace),
			handOver: () => layer.handOver(),
			begin: () => layer.beginTurn(),
		});
	}
}

/** Removes the layers of killed processes; their applies are completed first. */
export async function sweepLayers(stateDir: string): Promise<void> {
	const layers = layersIn(stateDir);
	for (const { id, heldBy } of await layers.listAll()) if (heldBy === null) await layers.remove(id);
}

function layersIn(stateDir: string, leftOut?: (real: string) => Promise<IgnoredPaths>): Shadows {
	return new Shadows({ stateDir: join(stateDir, 'layers'), isForCommands: true, ...defined({ leftOut }) });
}

/** Milliseconds between looks. */
const EVERY = 1000;

/**
 * Ends the processes of a layer when its disk is full at two looks: the awaited command was ended by then, so it is one
 * that a command left behind. Returns the function that stops the watch, which does not keep the process alive.
 */
export function endWhenFull(isFull: () => Promise<boolean>, end: () => Promise<void>): () => void {
	let wasFull = false;
	const look = async (): Promise<void> => {
		const isNow = await isFull();
		if (isNow && wasFull) await end();
		wasFull = isNow && !wasFull;
	};
	const timer = setInterval(() => void look(), EVERY);
	timer.unref();
	return () => clearInterval(timer);
}
