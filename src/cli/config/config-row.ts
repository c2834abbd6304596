import type * as z from 'zod';
import { counted } from '../../core/text/counted.js';
import type { Source } from './config-values.js';
import type { SchemaParts } from './schema-parts.js';

/** Effect of a project's setting, in words that follow "would". Counts of the same words are added up. */
export type Effect =
	| string
	| { readonly verb: string; readonly count: number; readonly noun: string; readonly tail?: string };

/**
 * One key of the configuration and all that is known of it: `S` is what a file may hold, `V` the value in
 * force. Types, validation, JSON schema, docs, `acp-tui config` and the trust in projects follow from it.
 */
export type Row<S extends z.ZodType = z.ZodType, V = unknown> = {
	/** Description, for docs and editors, without the period; a plain default is added. */
	readonly about: string;
	/** Schema of its value in a file. A function, as zod is loaded only where there is a file. */
	schema(parts: SchemaParts): S;
	readonly defaultValue: V;
	/** Joins what a file says with what holds below it; left out: the file's value replaces that. */
	merge?(below: V, written: z.output<S>, source: Source): V;
	/** The value in the form of a file, for `acp-tui config`; left out: as it is. */
	show?(value: V): unknown;
	/** Whether a project's value waits until its file is trusted; left out: it waits. */
	needsTrust?(written: z.output<S>, below: V, file: { readonly themes?: Readonly<Record<string, unknown>> }): boolean;
	/** Effect of a project's value, for the question about trust; null for nothing. Left out: "set KEY". */
	effect?(written: z.output<S>): Effect | null;
};

export type Section<R extends Readonly<Record<string, Row>> = Readonly<Record<string, Row>>> = {
	readonly about: string;
	readonly rows: R;
};

/** A key whose value in force is what the last file says. */
export function setting<S extends z.ZodType>(row: Row<S, z.output<S>>): Row<S, z.output<S>> {
	return row;
}

/** A key whose value in force is made from what the files say. */
export function merged<S extends z.ZodType, V>(row: Row<S, V> & Required<Pick<Row<S, V>, 'merge'>>): Row<S, V> {
	return row;
}

export function section<R extends Readonly<Record<string, Row>>>(about: string, rows: R): Section<R> {
	return { about, rows };
}

/** For `needsTrust`: what only tightens or changes how things look applies at once. */
export const harmless = (): boolean => false;

/** The effect of an object or a list by the number of its entries; null for an empty one. */
export function countEffect(verb: string, noun: string, tail?: string): (written: object) => Effect | null {
	return (written) => {
		const count = Object.keys(written).length;
		return count === 0 ? null : { verb, count, noun, ...(tail === undefined ? {} : { tail }) };
	};
}

/** Effects in words: `set the agent`, `change 2 time limits`. */
export function effectWords(effects: readonly Effect[]): readonly string[] {
	const words = new Map<string, Effect>();
	for (const effect of effects) {
		if (typeof effect === 'string') {
			words.set(effect, effect);
			continue;
		}
		const kind = `${effect.verb} ${effect.noun} ${effect.tail}`;
		const same = words.get(kind);
		words.set(kind, typeof same === 'object' ? { ...effect, count: same.count + effect.count } : effect);
	}
	return [...words.values()].map((effect) =>
		typeof effect === 'string'
			? effect
			: [effect.verb, counted(effect.count, effect.noun), effect.tail ?? []].flat().join(' '),
	);
}

/** A key of the user's own: what a project says does not count, trusted or not. */
export function ofUserAlone<S extends z.ZodType>(row: Pick<Row<S, z.output<S>>, 'about' | 'schema' | 'defaultValue'>) {
	return merged<S, z.output<S>>({
		...row,
		merge: (below, written, { origin }) => (origin === 'project' ? below : written),
		needsTrust: harmless,
	});
}

/** A project may switch off what agents are offered, not on. */
export function capability(name: string, about: string) {
	return setting({
		about,
		schema: ({ flag }) => flag(),
		defaultValue: true,
		needsTrust: (isOn, below) => isOn && !below,
		effect: () => `switch ${name} on`,
	});
}

export function appearance<S extends z.ZodType>(
	about: string,
	schema: (parts: SchemaParts) => S,
	defaultValue: z.output<S>,
) {
	return setting({ about, schema, defaultValue, needsTrust: harmless });
}

export function mentionLimit(about: string, defaultValue: number) {
	return setting({
		about,
		schema: ({ bytes }) => bytes(),
		defaultValue,
		effect: () => ({ verb: 'change', count: 1, noun: 'limit', tail: 'for what goes with a prompt' }),
	});
}

export const TIME_LIMIT = { verb: 'change', count: 1, noun: 'time limit' } as const;

export function timeLimit(about: string, defaultValue: number) {
	return setting({ about, schema: ({ seconds }) => seconds(), defaultValue, effect: () => TIME_LIMIT });
}
