// Plugins of the build that take out of the bundle what a start, and every frame, would wait for in vain.
import { join } from 'node:path';
import { root } from './sources.mjs';

const source = (name) => JSON.stringify(join(root, 'src', name));

/**
 * Parts of Ink that our screen, one text of ready rows, does not need. The output grid parses rows into
 * cells and back, half of a frame's cost; Yoga and the styles lay out boxes that are never there.
 */
const INK_PARTS = {
	// A broken frame is told by src/cli/crash.ts, after the terminal was given back.
	'./ErrorOverview.js': 'export default () => null;',
	'./output.js': `export { ReadyOutput as default } from ${source('ui/ready-output.ts')};`,
	'./styles.js': `export { ignoreStyles as default } from ${source('ui/ready-layout.ts')};`,
	'yoga-layout': `export { ReadyLayout as default } from ${source('ui/ready-layout.ts')};`,
};

export const readyInk = {
	name: 'ready-ink',
	resolveId(id, importer = '') {
		return id in INK_PARTS && /[\\/]ink[\\/]build[\\/](?:components[\\/])?[\w-]+\.js$/.test(importer)
			? `\0ready-ink:${id}`
			: null;
	},
	load(id) {
		return id.startsWith('\0ready-ink:') ? INK_PARTS[id.slice('\0ready-ink:'.length)] : null;
	},
	// Were only some of them replaced, frames would be drawn by halves that do not know each other.
	generateBundle() {
		const ids = new Set(this.getModuleIds());
		if (![...ids].some((id) => /[\\/]ink[\\/]build[\\/]ink\.js$/.test(id))) return;
		const missing = Object.keys(INK_PARTS).filter((part) => !ids.has(`\0ready-ink:${part}`));
		if (missing.length > 0) throw new Error(`Ink has changed, see scripts/lean-bundle.mjs: ${missing.join(', ')}`);
	},
};

const LATE_SEGMENTER = [
	/^const (\w+) = (new Intl\.Segmenter\(.*\));$/m,
	'let late_$1;\nconst $1 = { segment: (text) => (late_$1 ??= $2).segment(text) };',
];
const PLAIN_CELLS = `import { onlyPlainCells } from ${source('core/text/plain-cells.ts')};\n`;

/**
 * What packages make when they are loaded and a first frame does not use, made when it is used: the data
 * of the segmenter, and the class of all emoji, whose reading takes as long as starting Node.js. Text
 * whose cells can be counted without either never asks for them.
 */
const LATE = {
	'string-width/index.js': [
		LATE_SEGMENTER,
		[
			/^const emojiPrefixRegex = (\/.+\/v);$/m,
			'let emojiPrefix;\nconst emojiPrefixRegex = () => (emojiPrefix ??= $1);',
		],
		[/\bemojiPrefixRegex\.(test|exec)\(/g, 'emojiPrefixRegex().$1('],
		[
			/\treturn nonAsciiOrControlRegex\.test\(string\) \?/,
			'\tif (ambiguousIsNarrow && onlyPlainCells.test(string)) return string.length;\n$&',
		],
		[/^/, PLAIN_CELLS],
	],
	'ink/build/line-update.js': [
		LATE_SEGMENTER,
		[/^const printableAscii = .+;$/m, 'const printableAscii = onlyPlainCells;'],
		[/^/, PLAIN_CELLS],
	],
	'slice-ansi/tokenize-ansi.js': [LATE_SEGMENTER],
	'wrap-ansi/index.js': [LATE_SEGMENTER],
	'@alcalzone/ansi-tokenize/build/tokenize.js': [LATE_SEGMENTER],
};

export const lateData = {
	name: 'late-data',
	transform(code, id) {
		const path = id.replaceAll('\\', '/');
		const name = Object.keys(LATE).find((each) => path.endsWith(`/node_modules/${each}`));
		if (name === undefined) return null;
		return LATE[name].reduce((text, [pattern, replacement]) => {
			if (text.search(pattern) < 0) throw new Error(`${name} has changed, see scripts/lean-bundle.mjs: ${pattern}`);
			return text.replace(pattern, replacement);
		}, code);
	},
};
