/** The shape of a text: what a reader wants to know before reading it. */
export type Outline = {
	readonly lines: number;
	readonly words: number;
	readonly longest: { readonly line: number; readonly length: number };
	/** Kind of each of `names`. */
	readonly part: 'heading' | 'definition';
	readonly names: readonly string[];
	/** Lines that say TODO or FIXME, counted from 1. */
	readonly todos: readonly number[];
};

const HEADING = /^#{1,6}\s+(.+?)\s*#*$/;
/** Start of a definition in most languages; a variable counts where it is exported. */
const DEFINITION =
	/^(?:export\s+(?:const|let)|(?:[a-z]+(?:\([a-z]+\))?\s+)*(?:function\*?|class|interface|enum|type|struct|trait|mod|module|def|fn|func(?:\s*\([^)]*\))?))\s+([\w$]+)/;

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
	if (names.length > 0) {
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
	const isMarkdown = /\.(md|markdown)$/i.test(path);
	const names: string[] = [];
	let isFenced = false;
	for (const line of lines) {
		// A `#` inside a fenced block of Markdown is no heading.
		if (isMarkdown && /^\s*(```|~~~)/.test(line)) isFenced = !isFenced;
		const name = isFenced ? undefined : (isMarkdown ? HEADING : DEFINITION).exec(line)?.[1];
		if (name !== undefined) names.push(name);
	}
	return { part: isMarkdown ? 'heading' : 'definition', names };
}

function code(name: string): string {
	return `\`${name.replaceAll('`', "'")}\``;
}
