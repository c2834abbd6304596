import fc from 'fast-check';

/** A file as somebody may have written it, its data, and the comments by the paths of what they stand in. */
export type Sample = {
	readonly text: string;
	readonly isJson: boolean;
	readonly data: Data;
	/** The text of each comment, and the key or list that it would go with. */
	readonly comments: readonly { readonly words: string; readonly within: readonly string[] }[];
};

type Data = { [key: string]: Value };
export type Value = string | number | boolean | string[] | Data;

const KEYS = ['ui', 'theme', 'mode', 'agents', 'claude', 'my.agent', 'allow', 'a b', 'x-1', 'true', '12'];

const scalar = fc.oneof(
	fc.boolean(),
	fc.integer({ min: -5, max: 500 }),
	fc.constantFrom(
		'dark',
		'true',
		'12',
		'',
		'a: b',
		'x # y',
		'// no',
		'"q"',
		"it's",
		'{x}',
		'- a',
		'näh',
		'null',
		'*a',
		'a,b',
	),
);
export const word = fc.constantFrom('Read', 'Edit(src/**)', 'Execute(npm test *)', '# x', '/* y */', 'a, b', '');
export const key = fc.constantFrom(...KEYS);
export const value: fc.Arbitrary<Value> = fc.oneof(
	{ weight: 3, arbitrary: scalar },
	{ weight: 1, arbitrary: fc.array(word, { maxLength: 4 }) },
	{ weight: 1, arbitrary: fc.dictionary(key, scalar, { minKeys: 1, maxKeys: 2 }) },
);
const data = fc.letrec<{ tree: Data; node: Value }>((tie) => ({
	tree: fc.dictionary(key, tie('node'), { maxKeys: 4, depthIdentifier: 'tree' }),
	node: fc.oneof({ maxDepth: 3, depthIdentifier: 'tree' }, scalar, fc.array(word, { maxLength: 4 }), tie('tree')),
})).tree;

/** Choices that a writer makes, one after the other. */
class Writer {
	readonly comments: { words: string; within: readonly string[] }[] = [];
	readonly #choices: readonly number[];
	#at = 0;
	readonly isJson: boolean;
	readonly eol: string;
	readonly unit: string;

	constructor(choices: readonly number[], isJson: boolean) {
		this.#choices = choices;
		this.isJson = isJson;
		this.eol = this.choose(4) === 0 ? '\r\n' : '\n';
		this.unit = ['  ', '    ', isJson ? '\t' : '   '][this.choose(3)] ?? '  ';
	}

	choose(count: number): number {
		const choice = this.#choices[this.#at % this.#choices.length] ?? 0;
		this.#at += 1;
		return (choice + this.#at) % count;
	}

	comment(within: readonly string[], isInLine = false): string {
		const words = `c${this.comments.length}, "x": {`;
		this.comments.push({ words, within });
		if (!this.isJson) return `# ${words}`;
		return isInLine || this.choose(2) === 0 ? `/* ${words} */` : `// ${words}`;
	}

	/** Lines before an item: blank ones and comments. */
	before(indent: string, within: readonly string[]): string {
		const lines = [this.choose(5) === 0 ? '' : null, this.choose(3) === 0 ? indent + this.comment(within) : null];
		return lines.map((line) => (line === null ? '' : line + this.eol)).join('');
	}

	behind(within: readonly string[]): string {
		return this.choose(3) === 0 ? `${this.choose(2) === 0 ? '  ' : ' '}${this.comment(within)}` : '';
	}
}

function json(writer: Writer, node: Value, indent: string, path: readonly string[]): string {
	if (typeof node !== 'object') return JSON.stringify(node);
	const [open, close] = Array.isArray(node) ? ['[', ']'] : ['{', '}'];
	const entries = Object.entries(node);
	const named = (name: string, inner: Value, deeper: string): string => {
		const text = json(writer, inner, deeper, Array.isArray(node) ? path : [...path, name]);
		if (Array.isArray(node)) return text;
		const gap = writer.choose(9) === 0 ? `  ${writer.comment([...path, name], true)} ` : ' '.repeat(writer.choose(3));
		return `${JSON.stringify(name)}:${gap}${text}`;
	};
	const isFlat = entries.every(([, inner]) => typeof inner !== 'object');
	if (entries.length === 0)
		return writer.choose(3) === 0 ? `${open} ${writer.comment(path, true)} ${close}` : open + close;
	if (isFlat && path.length > 0 && writer.choose(2) === 0) {
		const pad = writer.choose(2) === 0 ? ' ' : '';
		const comma = writer.choose(4) === 0 ? ',' : '';
		return `${open}${pad}${entries.map(([name, inner]) => named(name, inner, indent)).join(', ')}${comma}${pad}${close}`;
	}
	const deeper = indent + writer.unit;
	const lines = entries.map(([name, inner], at) => {
		const before = writer.before(deeper, path);
		const text = named(name, inner, deeper);
		const isLast = at === entries.length - 1;
		const comma = isLast && writer.choose(3) > 0 ? '' : ',';
		const inLine = comma !== '' && writer.choose(6) === 0 ? ` ${writer.comment(path, true)}` : '';
		return `${before}${deeper}${text}${inLine}${comma}${writer.behind(path)}${writer.eol}`;
	});
	const end = writer.before(deeper, path);
	return `${open}${writer.behind(path)}${writer.eol}${lines.join('')}${end}${indent}${close}`;
}

function yamlWord(writer: Writer, node: string | number | boolean): string {
	if (typeof node !== 'string') return String(node);
	const isPlain = /^[A-Za-z][\w()*/. -]*$/.test(node) && !/^(?:true|false|null)$/.test(node) && node.trim() === node;
	if (isPlain && writer.choose(2) === 0) return node;
	return writer.choose(2) === 0 ? `'${node.replaceAll("'", "''")}'` : JSON.stringify(node);
}

function yamlBlock(writer: Writer, node: Data | string[], indent: string, path: readonly string[]): string {
	return Object.entries(node)
		.map(([name, inner]) => {
			const before = writer.before(indent, path);
			const isList = Array.isArray(node);
			const within = isList ? path : [...path, name];
			const mark = isList ? '-' : `${/^[a-z][\w.-]*$/.test(name) && name !== 'true' ? name : JSON.stringify(name)}:`;
			const start = `${before}${indent}${mark}`;
			const space = writer.choose(4) === 0 ? '   ' : ' ';
			if (typeof inner !== 'object')
				return `${start}${space}${yamlWord(writer, inner)}${writer.behind(path)}${writer.eol}`;
			const isFlow = Object.keys(inner).length === 0 || writer.choose(3) === 0;
			if (isFlow) return `${start}${space}${yamlFlow(writer, inner)}${writer.behind(path)}${writer.eol}`;
			const deeper = Array.isArray(inner) && writer.choose(2) === 0 ? indent : indent + writer.unit;
			return `${start}${writer.behind(within)}${writer.eol}${yamlBlock(writer, inner, deeper, within)}`;
		})
		.join('');
}

function yamlFlow(writer: Writer, node: Value): string {
	if (typeof node !== 'object') return JSON.stringify(node);
	const inner = Object.entries(node).map(([name, each]) =>
		Array.isArray(node) ? yamlFlow(writer, each) : `${JSON.stringify(name)}: ${yamlFlow(writer, each)}`,
	);
	const [open, close] = Array.isArray(node) ? ['[', ']'] : ['{', '}'];
	const pad = writer.choose(2) === 0 ? ' ' : '';
	return inner.length === 0 ? open + close : `${open}${pad}${inner.join(', ')}${pad}${close}`;
}

export const sample: fc.Arbitrary<Sample> = fc
	.record({ data, isJson: fc.boolean(), choices: fc.array(fc.nat(59), { minLength: 20, maxLength: 40 }) })
	.map((given) => {
		const writer = new Writer(given.choices, given.isJson);
		const top = writer.before('', []);
		const isEmpty = Object.keys(given.data).length === 0;
		const body = given.isJson
			? json(writer, given.data, '', []) + (writer.choose(3) === 0 ? '' : writer.eol)
			: isEmpty
				? ''
				: yamlBlock(writer, given.data, '', []);
		const last = writer.choose(3) === 0 ? writer.comment([]) : '';
		const gap = body === '' || body.endsWith(writer.eol) || last === '' ? '' : ' ';
		return { text: `${top}${body}${gap}${last}`, isJson: given.isJson, data: given.data, comments: writer.comments };
	});
