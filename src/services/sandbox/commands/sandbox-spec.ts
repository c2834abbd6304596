import { defined } from '../../../core/defined.js';
import { type Result, succeed } from '../../../core/failure.js';
import type { CommandAccess } from '../../../core/sandbox/command-access.js';
import type { Place } from '../linux/mount-place.js';
import type { NamespaceOptions } from '../linux/namespace-options.js';
import { SANDBOX } from '../sandbox-messages.js';
import type { CommandCaches } from './command-caches.js';
import type { LayerView, SandboxedCommand } from './command-sandbox-port.js';
import { layerView, readView, writeView } from './command-sandbox-view.js';
import type { FactsGatherer } from './gather-view-facts.js';

/** Bounds of what a command sees and reaches. `hasLayer`: no other may show the same layer at the same time. */
export type SandboxSpec = Pick<NamespaceOptions, 'network' | 'unixSockets'> & {
	readonly places: readonly Place[];
	readonly hasLayer?: true;
};

/** Without `caches`, caches are read-only. */
type LayerPlaces = Pick<LayerView, 'places'> & { readonly caches?: Pick<CommandCaches, 'places'> };

/** Bounds for a command with this access, as this machine is now. */
export async function specOf(
	{ access, program }: Pick<SandboxedCommand, 'program'> & { readonly access: CommandAccess },
	gatherer: FactsGatherer,
	layer: LayerPlaces | null = null,
): Promise<Result<SandboxSpec>> {
	const named = access.files === 'write' ? access.folders : [];
	const { facts, opened } = await gatherer.gather({ program, named });
	if (facts.roots.includes('/')) return SANDBOX.wholeSystem();
	if (facts.roots[0] === undefined) return SANDBOX.movedWorkspace();
	if (access.files === 'read') return succeed({ places: readView(facts), network: 'none', unixSockets: 'none' });
	if (access.files === 'layer') {
		if (layer === null) return SANDBOX.noLayer();
		const covers = [...facts.covers, ...(await gatherer.deniedCovers(facts))];
		const caches = await layer.caches?.places(facts);
		const shown = { layer: layer.places, network: access.network, ...defined({ caches }) };
		const places = layerView({ ...facts, covers }, shown);
		return succeed({ places, network: access.network ? 'shared' : 'none', hasLayer: true });
	}
	return succeed({
		places: writeView(facts, { network: access.network, folders: opened }),
		network: access.network ? 'shared' : 'none',
	});
}

/** Whether one shows what the other would, and covers at least as much of it. */
export function showsTheSame(busy: SandboxSpec, wanted: SandboxSpec): boolean {
	if (busy.network !== wanted.network) return false;
	const [shownNow, coversNow] = shownAndCovers(busy.places);
	const [shown, covers] = shownAndCovers(wanted.places);
	const isSame = shown.size === shownNow.size && [...shown].every((place) => shownNow.has(place));
	return isSame && [...covers].every((place) => coversNow.has(place));
}

function shownAndCovers(places: readonly Place[]): readonly [Set<string>, Set<string>] {
	const isCover = (place: Place): boolean =>
		place.type === 'empty' || (place.type === 'bind' && place.from === '/dev/null' && place.at !== '/dev/null');
	const [covers, shown] = [places.filter(isCover), places.filter((place) => !isCover(place))];
	return [new Set(shown.map((place) => JSON.stringify(place))), new Set(covers.map((place) => JSON.stringify(place)))];
}
