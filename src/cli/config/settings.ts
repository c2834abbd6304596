import type * as z from 'zod';
import { CONFIG } from './config-keys.js';
import { type Effect, effectWords, type Row, type Section } from './config-row.js';
import type { RuleText, Source } from './config-values.js';
import type { SchemaParts } from './schema-parts.js';

type Config = typeof CONFIG;
type Written<R> = R extends { schema(parts: SchemaParts): infer S extends z.ZodType } ? z.output<S> : never;
type InForce<R> = R extends { readonly defaultValue: infer V } ? V : never;

export type ConfigFile = { $schema?: string } & {
	[Key in keyof Config]?: Config[Key] extends Section<infer Rows>
		? { [Name in keyof Rows]?: Written<Rows[Name]> }
		: Written<Config[Key]>;
};

/** Everything that the config files say, merged, with defaults for what they do not, in the shape of a file. */
export type Settings = {
	readonly [Key in keyof Config]: Config[Key] extends Section<infer Rows>
		? { readonly [Name in keyof Rows]: InForce<Rows[Name]> }
		: InForce<Config[Key]>;
};

type Placed = { readonly path: readonly [key: string, name?: string]; readonly row: Row };

export const ROWS: readonly Placed[] = Object.entries<Row | Section>(CONFIG).flatMap(([key, entry]): Placed[] =>
	'rows' in entry
		? Object.entries(entry.rows).map(([name, row]) => ({ path: [key, name], row }))
		: [{ path: [key], row: entry }],
);

export const defaultSettings = collect(({ row }) => row.defaultValue) as Settings;

export function mergeConfig(base: Settings, content: ConfigFile, source: Source): Settings {
	return collect((place) => {
		const written = valueAt(content, place);
		const below = valueAt(base, place);
		if (written === undefined) return below;
		return place.row.merge === undefined ? written : place.row.merge(below, written, source);
	}) as Settings;
}

/** The settings as a file would have them, every key of it; values of environment variables are masked. */
export function settingsAsFile(settings: Settings): object {
	return collect((place) => {
		const value = valueAt(settings, place);
		return place.row.show === undefined ? value : place.row.show(value);
	});
}

export function rulesOf({ permissions }: Settings): readonly RuleText[] {
	return [...permissions.allow, ...permissions.ask, ...permissions.deny];
}

/** An object in the shape of a file from a value for each row; undefined leaves a key out. */
function collect(pick: (place: Placed) => unknown): Record<string, unknown> {
	const all: Record<string, unknown> = {};
	const sections: Record<string, Record<string, unknown>> = {};
	for (const place of ROWS) {
		const value = pick(place);
		if (value === undefined) continue;
		const [key, name] = place.path;
		if (name === undefined) all[key] = value;
		else {
			sections[key] ??= {};
			sections[key][name] = value;
			all[key] = sections[key];
		}
	}
	return all;
}

function valueAt(content: object, { path: [key, name] }: Placed): unknown {
	const value: unknown = Reflect.get(content, key);
	return name === undefined || typeof value !== 'object' || value === null ? value : Reflect.get(value, name);
}

type SplitConfig = {
	readonly harmless: ConfigFile;
	readonly withheld: ConfigFile;
	/** Effects of the withheld part, in words that follow "would"; empty when nothing is withheld. */
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
