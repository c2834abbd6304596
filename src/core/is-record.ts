export type Fields = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function fieldsOf(value: unknown): Fields {
	return isRecord(value) ? value : {};
}
