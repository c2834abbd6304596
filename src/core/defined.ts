type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

/**
 * The fields that have a value. To TypeScript (`exactOptionalPropertyTypes`), and to whoever lists the fields, one that
 * is missing differs from one that is `undefined`; optional fields are therefore spread: `...defined({ hint, detail })`.
 */
export function defined<T extends object>(fields: T): Defined<T> {
	const kept: Partial<T> = {};
	for (const key in fields) if (fields[key] !== undefined) kept[key] = fields[key];
	return kept as Defined<T>;
}
