import { dirname, join } from 'node:path';
import { type Result, succeed } from '../../../core/failure.js';
import type { DiscardReport } from '../../../core/shadow/shadow-change.js';
import { isWithin } from '../../files/path-inside.js';
import { openForWriting } from '../../sandbox/agents/open-files.js';
import { processesIn } from '../../sandbox/agents/sandbox-processes.js';
import type { Place } from '../../sandbox/linux/mount-place.js';
import type { Namespace } from '../../sandbox/linux/namespace.js';
import { createPace } from '../../snapshots/pace.js';
import type { Compared } from '../compare-shadow.js';
import type { ShadowBackend } from '../shadow-backend.js';
import type { Difference, Look } from '../shadow-difference.js';
import { isOpaqueIn, type MountedView, mountView, viewOf } from './mounted-view.js';
import { discardInOverlay, LayerTaker, settleOverlay } from './overlay-layer.js';
import { type LeavesOut, walkUpper } from './upper-walk.js';

export type OverlayOptions = {
	readonly folder: string;
	readonly real: string;
	readonly covers: readonly Place[];
	readonly notices: readonly string[];
	readonly foreignView?: MountedView | null | undefined;
	readonly leavesOut?: LeavesOut | undefined;
};

/** The overlay of a workspace, with its upper folder in the shadow's folder. */
export function overlayPlace(folder: string, real: string): Extract<Place, { type: 'overlay' }> {
	return { type: 'overlay', at: real, lower: real, upper: join(folder, 'upper'), work: join(folder, 'work') };
}

export class OverlayBackend implements ShadowBackend {
	readonly kind = 'overlay';
	readonly layer: string;
	readonly place: Place;
	readonly covers: readonly Place[];
	readonly notices: readonly string[];
	readonly #options: OverlayOptions;
	#mayMount: boolean;
	#namespace: Namespace | null = null;
	#view: MountedView | null;
	#ownView: { readonly view: MountedView; close(): Promise<void> } | null = null;

	constructor(options: OverlayOptions) {
		this.#options = options;
		this.layer = join(options.folder, 'upper');
		this.place = overlayPlace(options.folder, options.real);
		this.covers = options.covers;
		this.notices = options.notices;
		this.#view = options.foreignView ?? null;
		this.#mayMount = options.foreignView === undefined;
	}

	attached(namespace: Namespace | null): void {
		this.#namespace = namespace;
		// An own view is kept: a second one would never be closed.
		this.#view = namespace === null ? (this.#ownView?.view ?? null) : viewOf(namespace, this.#options.real);
	}

	async look(): Promise<Look> {
		// Where processes have looked at a large workspace it takes the kernel longer than all else here, and hardly
		// anything below needs it.
		const refreshed = this.refresh();
		const asked: string[] = [];
		const first = await this.#walk((path) => {
			asked.push(path);
			return false;
		});
		if (asked.length === 0) return { ...first, isComplete: true };
		await this.#hasView();
		const view = this.#view;
		if (view === null) return { ...first, isComplete: false };
		const isOpaque = (path: string): boolean => isOpaqueIn(view, { ...this.#sides(), path });
		const pace = createPace();
		for (const path of asked) {
			await pace();
			// As a rule no folder hides the workspace's, and the first walk saw what there is.
			if (!isOpaque(path)) continue;
			// A view that is behind takes a folder of both sides for one, where it was in the layer first.
			await refreshed;
			return { ...(await this.#walk(isOpaque)), isComplete: true };
		}
		return { ...first, isComplete: true };
	}

	async refresh(): Promise<Result<void>> {
		return this.#view === null ? succeed(undefined) : this.#view.remount();
	}

	async settle(applied: ReadonlySet<string>, left: readonly Compared[], look: Look): Promise<void> {
		const real = this.#options.real;
		const isOpen = (): ((path: string) => boolean) => {
			const pids = this.#namespace === null ? [] : processesIn(this.#namespace.pid);
			const open = new Set(pids.flatMap((pid) => openForWriting(pid).flatMap(({ path }) => path ?? [])));
			const folders = new Set([...open].map(dirname));
			return (path) =>
				open.has(`${real}/${path}`) || [...folders].some((folder) => isWithin(`${real}/${path}`, folder));
		};
		await this.#taking(async (taker) => {
			await settleOverlay({
				applied,
				left,
				look,
				taker,
				sides: this.#sides(),
				namespacePid: this.#namespace?.pid ?? null,
			});
		}, isOpen);
	}

	async discard(wanted: readonly Difference[], all: readonly Difference[]): Promise<DiscardReport> {
		const needsView = wanted.some(({ cover }) => cover !== null);
		if (needsView) await this.#hasView();
		let report: DiscardReport = { discarded: [], skipped: [] };
		await this.#taking(async (taker) => {
			report = await discardInOverlay({ wanted, all, taker, sides: this.#sides(), viewRoot: this.#view?.root ?? null });
		});
		return report;
	}

	async viewRoot(): Promise<string | null> {
		await this.#hasView();
		return this.#view?.root ?? null;
	}

	async handOver(): Promise<void> {
		this.#mayMount = false;
		await this.close();
	}

	takeBack(): void {
		this.#mayMount = this.#options.foreignView === undefined;
	}

	async close(): Promise<void> {
		if (this.#ownView === null) return;
		await this.#ownView.close();
		this.#ownView = null;
		this.#view = null;
	}

	async #taking(
		use: (taker: LayerTaker) => Promise<void>,
		isOpen: () => (path: string) => boolean = () => () => false,
	): Promise<void> {
		const taker = new LayerTaker(this.layer, join(this.#options.folder, 'aside'));
		try {
			await use(taker);
		} finally {
			await this.refresh();
			if (taker.count > 0 && (await taker.finish(isOpen()))) await this.refresh();
		}
	}

	async #hasView(): Promise<boolean> {
		if (this.#view !== null) return true;
		if (!this.#mayMount) return false;
		const mounted = await mountView(
			overlayPlace(this.#options.folder, this.#options.real),
			join(this.#options.folder, 'root'),
		);
		if (!mounted.ok) return false;
		this.#ownView = mounted.value;
		this.#view = mounted.value.view;
		return true;
	}

	#walk(isOpaque: (path: string) => boolean): Promise<Omit<Look, 'isComplete'>> {
		return walkUpper({ ...this.#sides(), isOpaque, leftOut: this.#options.leavesOut?.look() });
	}

	#sides(): { readonly upper: string; readonly real: string } {
		return { upper: this.layer, real: this.#options.real };
	}
}
