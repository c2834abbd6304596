export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value, such as parsed JSON, is an object and no array. */
export function isRecord(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields of an object; none of any other value. */
export function fieldsOf(value: unknown): Fields {
	return isRecord(value) ? value : {};
}
