// A plugin of the build: what string-width makes when it is loaded, made when it is used.
import { join } from 'node:path';
import { root } from './sources.mjs';

const plainCells = JSON.stringify(join(root, 'src/core/text/plain-cells.ts'));

/**
 * The data of the segmenter and the class of all emoji, whose reading takes as long as starting Node.js, and smaller
 * classes. Text whose cells can be counted without them never asks for them.
 */
const CHANGES = [
	[
		/^const (\w+) = (new Intl\.Segmenter\(.*\));$/m,
		'let lazySegmenter;\nconst $1 = { segment: (text) => (lazySegmenter ??= $2).segment(text) };',
	],
	[/^const ((?!nonAscii)\w+Regex) = (\/.+\/v|new RegExp\(.+\));$/gm, 'let $1Made;\nconst $1 = () => ($1Made ??= $2);'],
	[/\b((?!nonAscii|modifier)\w+Regex)(?=[.)])/g, '$1()'],
	[
		/\treturn nonAsciiOrControlRegex\.test\(string\) \?/,
		'\tif (ambiguousIsNarrow && onlyPlainCells.test(string)) return string.length;\n$&',
	],
	[/^/, `import { onlyPlainCells } from ${plainCells};\n`],
];

export const lazyTables = {
	name: 'lazy-tables',
	transform(code, id) {
		if (!id.replaceAll('\\', '/').endsWith('/node_modules/string-width/index.js')) return null;
		return CHANGES.reduce((text, [pattern, replacement]) => {
			if (text.search(pattern) < 0)
				throw new Error(`string-width has changed, see scripts/lazy-tables.mjs: ${pattern}`);
			return text.replace(pattern, replacement);
		}, code);
	},
};
