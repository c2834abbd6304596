import { type Effect, effectWords } from './row.js';
import { type ConfigFile, collect, type Placed, type Settings, valueAt } from './settings.js';

export type SplitConfig = {
	readonly harmless: ConfigFile;
	/** What waits for the user's word, as it is written. */
	readonly withheld: ConfigFile;
	/** What the withheld part would do, in words that follow "would"; empty when nothing is withheld. */
	readonly effects: readonly string[];
};

/**
 * Parts a project's config, which a cloned repository may bring, by trust: what would start programs,
 * loosen rules or limits, or change what a key does waits for the user. Each row says so of itself, and
 * waits where it says nothing; what no row knows is in neither part.
 */
export function splitProjectConfig(content: ConfigFile, user: Settings): SplitConfig {
	const waits = (place: Placed): boolean => {
		const value = valueAt(content, place);
		return value !== undefined && place.row.needsTrust?.(value, valueAt(user, place), content) !== false;
	};
	const effects: Effect[] = [];
	const withheld = collect((place) => {
		if (!waits(place)) return undefined;
		const value = valueAt(content, place);
		const effect = place.row.effect === undefined ? `set ${place.path.join('.')}` : place.row.effect(value);
		if (effect !== null) effects.push(effect);
		return value;
	});
	const harmless = collect((place) => (waits(place) ? undefined : valueAt(content, place)));
	return { harmless, withheld, effects: effectWords(effects) };
}
