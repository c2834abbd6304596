import type { Result } from '../../core/failure.js';
import type { DiscardReport } from '../../core/shadow/change.js';
import type { ShadowKind } from '../../core/shadow/port.js';
import type { Namespace } from '../sandbox/linux/namespace.js';
import type { Place } from '../sandbox/linux/place.js';
import type { Compared } from './compare.js';
import type { Difference, Look } from './difference.js';

/** How a view is kept: over the workspace, or beside it. */
export type ShadowBackend = {
	readonly kind: ShadowKind;
	/** Where the files lie that the view has of its own. */
	readonly layer: string;
	/** What the agent's namespace shows at the workspace's path. */
	readonly place: Place;
	/** What covers parts of it: mounts in the workspace. */
	readonly covers: readonly Place[];
	readonly notices: readonly string[];
	/** The namespace that shows the view by now; null: none does. */
	attached(namespace: Namespace | null): void;
	/** From here on the view is mounted elsewhere, for an agent: not here for a look, as one must not be mounted twice. */
	handOver(): Promise<void>;
	/** No agent's namespace shows it any more. */
	takeBack(): void;
	look(): Promise<Look>;
	refresh(): Promise<Result<void>>;
	/** These paths are the same on both sides by now: the view need not hold them any more. `left` still differs. */
	settle(same: ReadonlySet<string>, left: readonly Compared[], look: Look): Promise<void>;
	/** Makes the view show the workspace's side again; `all` is everything that differs. */
	discard(wanted: readonly Difference[], all: readonly Difference[]): Promise<DiscardReport>;
	/** Where the view can be written to, never following a link in it; null: it is not mounted. */
	viewRoot(): Promise<string | null>;
	close(): Promise<void>;
};
