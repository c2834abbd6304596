import type * as z from 'zod';
import { harmless, merged, setting } from './row.js';
import type { SchemaParts } from './schema-parts.js';

/** A key of the user's own: what a project says does not count, trusted or not. */
export function ofUserAlone<S extends z.ZodType>({
	about,
	schema,
	defaultValue,
}: {
	readonly about: string;
	readonly schema: (parts: SchemaParts) => S;
	readonly defaultValue: z.output<S>;
}) {
	return merged<S, z.output<S>>({
		about,
		schema,
		defaultValue,
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
