type Defined<T> = { [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key] } & {
	[Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>;
};

/**
 * The fields that have a value. To TypeScript (`exactOptionalPropertyTypes`), and to whoever lists the fields, one that
 * is missing differs from one that is `undefined`; optional fields are therefore spread: `...defined({ hint, detail })`.
 */
export function defined<const T extends object>(fields: T): Defined<T> {
	const kept: { [Key in keyof T]?: unknown } = {};
	for (const key in fields) if (fields[key] !== undefined) kept[key] = fields[key];
	return kept as Defined<T>;
}
