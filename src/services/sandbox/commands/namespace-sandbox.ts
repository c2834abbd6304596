import { realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { defined } from '../../../core/defined.js';
import { type Result, succeed } from '../../../core/failure.js';
import type { CommandAccess } from '../../../core/sandbox/command-access.js';
import type { ViewsChange, WorkspaceAccess } from '../../../core/sandbox/confinement.js';
import type { Place } from '../linux/mount-place.js';
import { Namespace } from '../linux/namespace.js';
import type { NamespaceOptions } from '../linux/namespace-options.js';
import { placeFacts } from '../linux/place-facts.js';
import type { NamespaceSupport } from '../linux/probe-sandbox.js';
import { carryEnvironment } from './carried-environment.js';
import { CommandCaches } from './command-caches.js';
import type { EnteredCommand, LayerView, Sandbox, SandboxedCommand } from './command-sandbox-port.js';
import { FactsGatherer, type Session } from './gather-view-facts.js';
import { type Lease, NamespacePool } from './namespace-pool.js';
import { type SandboxSpec, specOf } from './sandbox-spec.js';
import { viewSwitch } from './view-switch.js';

export class NamespaceSandbox implements Sandbox {
	readonly #support: Extract<NamespaceSupport, { works: true }>;
	readonly #facts: FactsGatherer;
	readonly #pool: NamespacePool;
	readonly #openLayer: () => Promise<Result<LayerView>>;
	readonly #caches: CommandCaches | undefined;
	#isLayerLikely = true;
	#layer: LayerView | null = null;
	#shown: Namespace | null = null;

	/** `folder`: gives an empty folder of ours that stays empty. */
	constructor(
		support: Extract<NamespaceSupport, { works: true }>,
		{ session, folder, openLayer, layers }: NamespaceSandboxOptions,
	) {
		this.#support = support;
		this.#openLayer = openLayer;
		this.#caches = layers === undefined ? undefined : new CommandCaches(layers);
		const { tools, hasOwnProc } = support;
		const copies = async (): Promise<string> => join(dirname(await folder()), 'settings');
		this.#facts = new FactsGatherer(() => ({ ...session(), hasOwnProc, copies }), tools);
		this.#pool = new NamespacePool(
			async ({ hasLayer, ...spec }) => {
				const options = { tools, hasOwnProc, facts: placeFacts(), folder: await folder(), ...spec };
				if (hasLayer !== true) return Namespace.start(options);
				// An overlay must not be mounted twice, not even read-only.
				await this.#layer?.handOver();
				const started = await startWithCaches(options, this.#caches);
				if (started.ok) this.#attach(started.value);
				return started;
			},
			(namespace, { places }) => viewSwitch(namespace, places, tools),
		);
	}

	async enter(command: SandboxedCommand & { readonly access: CommandAccess }): Promise<Result<EnteredCommand>> {
		const lease = await this.#lease(command);
		if (!lease.ok) return lease;
		const { namespace, leave } = lease.value;
		const isLayered = command.access.files === 'layer';
		if (isLayered) await this.#layer?.begin();
		const carried = carryEnvironment(isLayered ? { ...command.env, ...IN_LAYER } : command.env, '/usr/bin/env');
		const { memory } = command;
		const limit = [
			...(memory === undefined ? [] : [`ulimit -v ${memory} 2>/dev/null; `]),
			// Not every shell calls it the same.
			...(isLayered ? [`ulimit -u ${MOST_PROCESSES} 2>/dev/null || ulimit -p ${MOST_PROCESSES} 2>/dev/null; `] : []),
		].join('');
		const entered = namespace.enterBy(`${carried.script}; cd -- "$1" && shift && ${limit}exec "$@"`, [
			command.cwd,
			...carried.words,
			command.program,
			...command.args,
		]);
		return succeed({
			file: entered.command,
			args: entered.args,
			cwd: '/',
			env: carried.env,
			isWaiter: true,
			leave,
			hides: (path) => hides(namespace, path),
		});
	}

	/**
	 * Prepares the sandbox of read-only commands, so that the first one need not wait. Fails where it cannot be set up.
	 */
	async prepare(): Promise<Result<void>> {
		const program = this.#support.tools.sh;
		const spec = await specOf({ access: { files: 'read' }, program }, this.#facts);
		if (!spec.ok) return spec;
		const lease = await this.#pool.take(spec.value);
		if (!lease.ok) return lease;
		lease.value.leave();
		return succeed(undefined);
	}

	get hasLayer(): boolean {
		return this.#isLayerLikely;
	}

	/** Ends namespaces that can be made read-only in no other way. */
	setAccess(access: WorkspaceAccess): Promise<ViewsChange> {
		return this.#pool.setAccess(access);
	}

	endLayer(): Promise<void> {
		return this.#pool.endLayer();
	}

	/** Ends everything that runs in it. */
	async close(): Promise<void> {
		await this.#pool.close();
		await this.#caches?.remove();
	}

	async #lease(command: Parameters<NamespaceSandbox['enter']>[0]): Promise<Result<Lease>> {
		const layer = command.access.files === 'layer' ? await this.#layerView() : null;
		if (layer?.ok === false) return layer;
		const shown = layer === null ? null : { places: layer.value.places, ...defined({ caches: this.#caches }) };
		const spec = (): Promise<Result<SandboxSpec>> => specOf(command, this.#facts, shown);
		const first = await spec();
		if (!first.ok) return first;
		const lease = await this.#pool.take(first.value);
		if (lease.ok) return lease;
		// A socket or a folder of the `PATH` may be gone since it was listed.
		const second = await spec();
		return second.ok ? this.#pool.take(second.value) : second;
	}

	async #layerView(): Promise<Result<LayerView>> {
		if (this.#layer !== null) return succeed(this.#layer);
		const opened = await this.#openLayer();
		this.#isLayerLikely = opened.ok;
		if (opened.ok) this.#layer = opened.value;
		return opened;
	}

	#attach(namespace: Namespace): void {
		const layer = this.#layer;
		this.#shown = namespace;
		layer?.attached(namespace);
		void namespace.ended.then(() => {
			if (this.#shown === namespace) layer?.attached(null);
		});
	}
}

/** For git the repository above the workspace lies on another file system than the layer. */
const IN_LAYER = { GIT_DISCOVERY_ACROSS_FILESYSTEM: '1' };

/** For all commands in a layer together, threads counted; the kernel holds nobody to it who is root outside. */
const MOST_PROCESSES = 8192;

type NamespaceSandboxOptions = {
	readonly session: () => Session;
	readonly folder: () => Promise<string>;
	/** Asked again until it gives one. */
	readonly openLayer: () => Promise<Result<LayerView>>;
	/** See `CommandSandboxOptions`. */
	readonly layers?: () => Promise<string>;
};

/** Not every disk takes layers over caches. */
async function startWithCaches(
	options: NamespaceOptions & { readonly places: readonly Place[] },
	caches: CommandCaches | undefined,
): Promise<Result<Namespace>> {
	if (caches === undefined) return Namespace.start(options);
	const places = await caches.handOver(options.places);
	const started = await Namespace.start({ ...options, places });
	if (started.ok) return started;
	return Namespace.start({ ...options, places: await caches.withoutLayers(places) });
}

/** Whether a path is another file in a namespace, or none, than it is outside. One that is nowhere is hidden with its folder. */
async function hides({ pid }: Namespace, path: string): Promise<boolean> {
	const real = await realpath(path).catch(() => null);
	const isGone = (await stat(`/proc/${pid}/root/usr`).catch(() => null)) === null;
	if (isGone) return false;
	if (real === null) {
		const folder = await realpath(dirname(path)).catch(() => null);
		return folder !== null && (await stat(`/proc/${pid}/root${folder}`).catch(() => null)) === null;
	}
	const [outside, inside] = await Promise.all(
		[real, `/proc/${pid}/root${real}`].map((each) => stat(each).catch(() => null)),
	);
	return outside != null && (inside?.ino !== outside.ino || inside.dev !== outside.dev);
}
