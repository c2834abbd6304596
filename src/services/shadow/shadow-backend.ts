import type { Result } from '../../core/failure.js';
import type { DiscardReport } from '../../core/shadow/shadow-change.js';
import type { ShadowKind } from '../../core/shadow/shadow-port.js';
import type { Place } from '../sandbox/linux/mount-place.js';
import type { Namespace } from '../sandbox/linux/namespace.js';
import type { Compared } from './compare-shadow.js';
import type { Difference, Look } from './shadow-difference.js';

export type ShadowBackend = {
	readonly kind: ShadowKind;
	readonly layer: string;
	readonly place: Place;
	readonly covers: readonly Place[];
	readonly notices: readonly string[];
	attached(namespace: Namespace | null): void;
	/** Unmounts our own look at the view before an agent's namespace mounts it: an overlay must not be mounted twice. */
	handOver(): Promise<void>;
	/** Called when no agent's namespace shows the view any more. */
	takeBack(): void;
	look(): Promise<Look>;
	refresh(): Promise<Result<void>>;
	/** Drops paths that are equal on both sides from the view. `left` still differs. */
	settle(same: ReadonlySet<string>, left: readonly Compared[], look: Look): Promise<void>;
	discard(wanted: readonly Difference[], all: readonly Difference[]): Promise<DiscardReport>;
	/** A folder through which the view can be written, never following its links; null: not mounted. */
	viewRoot(): Promise<string | null>;
	close(): Promise<void>;
};
