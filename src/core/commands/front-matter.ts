export type FrontMatter = ReadonlyMap<string, string | readonly string[]>;

/** Lines that are looked at: a front matter that is longer is none. */
const MOST_LINES = 200;

/** Splits Markdown into front matter and rest. Takes values that no YAML parser does: `argument-hint: [file]`. */
export function splitFrontMatter(text: string): { readonly fields: FrontMatter; readonly body: string } {
	const lines = text
		.replace(/^\ufeff/, '')
		.replaceAll('\r\n', '\n')
		.split('\n');
	const end = lines[0]?.trimEnd() === '---' ? lines.findIndex((line, at) => at > 0 && line.trimEnd() === '---') : -1;
	if (end < 1 || end > MOST_LINES) return { fields: new Map(), body: lines.join('\n').trim() };
	return {
		fields: readFields(lines.slice(1, end)),
		body: lines
			.slice(end + 1)
			.join('\n')
			.trim(),
	};
}

function readFields(lines: readonly string[]): FrontMatter {
	const fields = new Map<string, string | readonly string[]>();
	let key: string | null = null;
	for (const line of lines) {
		const [, name, value = ''] = /^([A-Za-z][\w-]*):(?:\s+(.*))?$/.exec(line.trimEnd()) ?? [];
		if (name !== undefined) {
			key = name.toLowerCase();
			fields.set(key, /^[|>][+-]?$/.test(value) ? '' : unquoted(value));
			continue;
		}
		const [, dash, more = ''] = /^\s*(-\s+)?(.*)$/.exec(line) ?? [];
		if (key === null || more.trim() === '' || more.trim().startsWith('#')) continue;
		const before = fields.get(key) ?? '';
		if (dash !== undefined) fields.set(key, [...(typeof before === 'string' ? [] : before), unquoted(more)]);
		else if (typeof before === 'string') fields.set(key, `${before} ${unquoted(more)}`.trim());
	}
	return fields;
}

function unquoted(value: string): string {
	const text = value.trim();
	const [, quote, inside] = /^(["'])(.*)\1$/.exec(text) ?? [];
	if (inside === undefined) return text;
	return quote === "'" ? inside.replaceAll("''", "'") : inside.replaceAll(/\\(["\\])/g, '$1');
}
