import { isObject, type JsonObject } from '../json.js';

export class BadParams extends Error {
	override readonly name = 'BadParams';
}

/** Typed readers of a method's parameters; each throws {@link BadParams} with a full sentence. */
export function readParams(method: string, value: unknown) {
	if (!isObject(value)) throw new BadParams(`${method} needs an object of parameters.`);
	const params: JsonObject = value;
	const must = (key: string, what: string): never => {
		throw new BadParams(`${method}: "${key}" must be ${what}.`);
	};
	const list = (key: string): readonly unknown[] => {
		const items = params[key] ?? [];
		return Array.isArray(items) ? items : must(key, 'a list');
	};
	return {
		text(key: string): string {
			const text = params[key];
			return typeof text === 'string' && text !== '' ? text : must(key, 'a string that is not empty');
		},
		/** May be empty, unlike `text`. */
		content(key: string): string {
			const text = params[key];
			return typeof text === 'string' ? text : must(key, 'a string');
		},
		optionalText(key: string): string | undefined {
			const text = params[key] ?? undefined;
			return text === undefined || typeof text === 'string' ? text : must(key, 'a string');
		},
		optionalCount(key: string): number | undefined {
			const count = params[key] ?? undefined;
			if (count === undefined || (typeof count === 'number' && Number.isInteger(count) && count >= 0)) return count;
			return must(key, 'a whole number of at least 0');
		},
		words: (key: string): readonly string[] =>
			list(key).map((word) => (typeof word === 'string' ? word : must(key, 'a list of strings'))),
		variables: (key: string): readonly { readonly name: string; readonly value: string }[] =>
			list(key).map((item) => {
				const { name, value: text } = isObject(item) ? item : {};
				return typeof name === 'string' && name !== '' && typeof text === 'string'
					? { name, value: text }
					: must(key, 'a list of objects with a name and a value');
			}),
	};
}

export type Params = ReturnType<typeof readParams>;
