type Defined<T> = { [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key] } & {
	[Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>;
};

/** The fields that have a value, to be spread (`exactOptionalPropertyTypes`): `...defined({ hint })`. */
export function defined<const T extends object>(fields: T): Defined<T> {
	const kept: { [Key in keyof T]?: unknown } = {};
	for (const key in fields) if (fields[key] !== undefined) kept[key] = fields[key];
	return kept as Defined<T>;
}
