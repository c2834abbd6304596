/** A place in a config: keys and indexes from the top. */
export type ConfigPath = readonly PropertyKey[];

/**
 * The line (from 1) on which the value at `path` stands, for messages; null when it cannot be told.
 * JSON is read exactly, YAML in its block form, with `[…]` and `{…}` counting as one place.
 */
export function lineAt(text: string, isJson: boolean, path: ConfigPath): number | null {
	return isJson ? lineInJson(text, path) : lineInYaml(text, path);
}

/** Walks the tokens of a text that was parsed before, so it need not look for mistakes. */
function lineInJson(text: string, path: ConfigPath): number | null {
	const wanted = path.map(String);
	const open: { readonly isList: boolean; key: string }[] = [];
	let isKey = false;
	for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}:,]|[^\s[\]{}:,"]+/g)) {
		const top = open.at(-1);
		const isValue = !'}]:,'.includes(token) && !isKey;
		if (isValue && open.length === wanted.length && open.every((level, at) => level.key === wanted[at])) {
			return lineNumber(text, index);
		}
		switch (token) {
			case '{':
			case '[':
				open.push({ isList: token === '[', key: token === '[' ? '0' : '' });
				isKey = token === '{';
				break;
			case '}':
			case ']':
				open.pop();
				isKey = false;
				break;
			case ',':
				if (top?.isList === true) top.key = String(Number(top.key) + 1);
				else isKey = true;
				break;
			case ':':
				break;
			default:
				if (isKey && top !== undefined) {
					top.key = String(JSON.parse(token));
					isKey = false;
				}
		}
	}
	return null;
}

function lineInYaml(text: string, path: ConfigPath): number | null {
	const lines = text.split('\n');
	const indentOf = (line: string): number => line.length - line.trimStart().length;
	const isBlank = (line: string): boolean => /^\s*(?:#.*)?$/.test(line);
	let found = -1;
	let indent = -1;
	for (const part of path) {
		const isIndex = typeof part === 'number';
		let seen = 0;
		let next = -1;
		let level: number | null = null;
		for (let at = found + 1; at < lines.length; at += 1) {
			const line = lines[at] ?? '';
			if (isBlank(line)) continue;
			const here = indentOf(line);
			const isItem = /^\s*-(?:\s|$)/.test(line);
			// The items of a list may stand as far to the left as their key.
			if (here < indent || (here === indent && !(isIndex && isItem))) break;
			level ??= here;
			if (here !== level) continue;
			if (isIndex ? isItem && seen++ === part : keyOf(line) === String(part)) {
				next = at;
				break;
			}
		}
		// Within `[…]` the line of the key is as near as it gets.
		if (next < 0) return found < 0 || !/[[{]/.test(lines[found] ?? '') ? null : found + 1;
		found = next;
		indent = indentOf(lines[found] ?? '');
	}
	return found < 0 ? null : found + 1;
}

function keyOf(line: string): string | null {
	return (
		/^\s*(?:"([^"]*)"|'([^']*)'|([^\s"'#][^:]*?))\s*:(?:\s|$)/
			.exec(line)
			?.slice(1)
			.find((key) => key !== undefined) ?? null
	);
}

function lineNumber(text: string, index: number): number {
	let line = 1;
	for (let at = text.indexOf('\n'); at >= 0 && at < index; at = text.indexOf('\n', at + 1)) line += 1;
	return line;
}
