import { extname } from 'node:path';

/** The shape of a text: what a reader wants to know before reading it. */
export type Outline = {
	readonly lines: number;
	readonly words: number;
	readonly longest: { readonly line: number; readonly length: number };
	/** What each of `names` is: "heading", "export", … Null for a text without known ones. */
	readonly part: string | null;
	readonly names: readonly string[];
	/** Lines that say TODO or FIXME, counted from 1. */
	readonly todos: readonly number[];
};

const SCRIPT_EXPORT =
	/^export\s+(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:function\*?|class|const|let|type|interface|enum)\s+([\w$]+)/;

const PARTS: readonly { readonly of: RegExp; readonly part: string; readonly line: RegExp }[] = [
	{ of: /^\.(md|markdown)$/, part: 'heading', line: /^#{1,6}\s+(.+?)\s*#*$/ },
	{ of: /^\.[cm]?[jt]sx?$/, part: 'export', line: SCRIPT_EXPORT },
	{ of: /^\.py$/, part: 'definition', line: /^(?:async\s+)?(?:def|class)\s+(\w+)/ },
	{ of: /^\.go$/, part: 'definition', line: /^(?:func(?:\s*\([^)]*\))?|type)\s+(\w+)/ },
	{
		of: /^\.rs$/,
		part: 'public item',
		line: /^\s*pub(?:\([^)]*\))?\s+(?:async\s+)?(?:fn|struct|enum|trait|mod)\s+(\w+)/,
	},
	{
		of: /^\.(java|kt|cs|swift|php)$/,
		part: 'type',
		line: /^\s*(?:[a-z]+\s+)*(?:class|interface|enum|struct)\s+(\w+)/,
	},
	{ of: /^\.rb$/, part: 'definition', line: /^\s*(?:def|class|module)\s+([\w.?!:]+)/ },
	{ of: /^\.(toml|ini)$/, part: 'section', line: /^\[+([^\]]+)\]+/ },
	{ of: /^\.ya?ml$/, part: 'top-level key', line: /^([\w.-]+):/ },
	{ of: /^\.(sh|bash)$/, part: 'function', line: /^(?:function\s+)?([\w-]+)\s*\(\)/ },
];

export function outlineOf(path: string, content: string): Outline {
	const lines = content.split(/\r?\n/);
	if (lines.at(-1) === '') lines.pop();
	let longest = { line: 0, length: 0 };
	const todos: number[] = [];
	lines.forEach((line, index) => {
		if (line.length > longest.length) longest = { line: index + 1, length: line.length };
		if (/\b(TODO|FIXME)\b/.test(line)) todos.push(index + 1);
	});
	return { lines: lines.length, words: content.match(/\S+/g)?.length ?? 0, longest, ...partsOf(path, lines), todos };
}

export function outlineText(name: string, outline: Outline): string {
	const { lines, words, longest, part, names, todos } = outline;
	if (lines === 0) return `\`${name}\` is empty.`;
	const facts = [`**${name}** has ${plural(lines, 'line')} and ${plural(words, 'word')}.`, ''];
	if (part !== null && names.length > 0) {
		const more = names.length > 8 ? ` and ${names.length - 8} more` : '';
		facts.push(`- ${plural(names.length, part)}: ${names.slice(0, 8).map(code).join(', ')}${more}`);
	}
	facts.push(`- the longest line is line ${longest.line}, with ${plural(longest.length, 'character')}`);
	if (todos.length > 0) facts.push(`- something is still to do in line ${todos.slice(0, 5).join(', ')}`);
	return facts.join('\n');
}

/** A number with its noun: "1 line", "1,204 lines". */
export function plural(count: number, noun: string): string {
	return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

function partsOf(path: string, lines: readonly string[]): Pick<Outline, 'part' | 'names'> {
	const extension = extname(path).toLowerCase();
	if (extension === '.json') return { part: 'top-level key', names: jsonKeys(lines.join('\n')) };
	const known = PARTS.find((part) => part.of.test(extension));
	if (known === undefined) return { part: null, names: [] };
	const names: string[] = [];
	let isFenced = false;
	for (const line of lines) {
		// A `#` inside a fenced block of Markdown is no heading.
		if (known.part === 'heading' && /^\s*(```|~~~)/.test(line)) isFenced = !isFenced;
		const name = isFenced ? undefined : known.line.exec(line)?.[1];
		if (name !== undefined) names.push(name);
	}
	return { part: known.part, names };
}

function jsonKeys(content: string): string[] {
	try {
		const value: unknown = JSON.parse(content);
		return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
	} catch {
		// JSON with comments or a mistake in it: the other facts still hold.
		return [];
	}
}

function code(name: string): string {
	return `\`${name.replaceAll('`', "'")}\``;
}
