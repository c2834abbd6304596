// What is put in the place of parts of Ink, in the bundle and in the tests: see docs/decisions.
import { fileURLToPath } from 'node:url';

const beside = (name) => JSON.stringify(fileURLToPath(new URL(name, import.meta.url)));

/**
 * Parts of Ink that one text of painted rows does not need, by the name that Ink imports them under. The output grid
 * parses rows into cells and back; Yoga and the styles lay out boxes that are never there; the rest makes tables when
 * it is loaded, and is never called.
 */
const PARTS = {
	'./output.js': `export { RowOutput as default } from ${beside('row-output.ts')};`,
	'yoga-layout': `export { SingleTextLayout as default } from ${beside('single-text-layout.ts')};`,
	'./styles.js': `export { ignoreStyles as default } from ${beside('single-text-layout.ts')};`,
	// Frames go to a sink in debug mode, so nothing is updated in place.
	'./log-update.js': 'export default { create: () => () => {} };',
	// Rows are as wide as they are.
	'./wrap-text.js': 'export default (text) => text;',
	'wrap-ansi': 'export default (text) => text;',
	// No key is read, and what is drawn by Ink are blanks: the painted rows take their place.
	'../input-parser.js':
		'export const createInputParser = () => ({ push: () => [], reset() {}, hasPendingEscape: () => false, flushPendingEscape() {} }); export const isCompleteControlSequence = () => false;',
	'../parse-keypress.js': 'export default () => null; export const nonAlphanumericKeys = [];',
	'./sanitize-ansi.js': 'export default (text) => text;',
	'./measure-text.js': "export default (text) => ({ width: 0, height: text === '' ? 0 : text.split('\\n').length });",
	'patch-console': 'export default () => () => {};',
	// What both would do when the program ends nobody sees in a sink; signals are for src/cli/signals.ts.
	'cli-cursor': 'export default { show() {}, hide() {} };',
	'signal-exit': 'export default () => () => {};',
	// What goes wrong is told by src/cli/crash.ts, when the terminal was given back.
	'./ErrorOverview.js': 'export default () => null;',
};

const PREFIX = '\0ink-patch:';
const inInk = /[\\/]ink[\\/]build[\\/](?:components[\\/])?[\w-]+\.js$/;

/** A plugin for rolldown and for vitest. */
export const inkPatches = {
	name: 'ink-patches',
	enforce: 'pre',
	resolveId(id, importer = '') {
		return id in PARTS && inInk.test(importer) ? PREFIX + id : null;
	},
	load(id) {
		return id.startsWith(PREFIX) ? PARTS[id.slice(PREFIX.length)] : null;
	},
	// Were only some of them replaced, frames would be drawn by halves that do not know each other.
	generateBundle() {
		const ids = new Set(this.getModuleIds());
		if (![...ids].some((id) => /[\\/]ink[\\/]build[\\/]ink\.js$/.test(id))) return;
		const missing = Object.keys(PARTS).filter((part) => !ids.has(PREFIX + part));
		if (missing.length > 0) throw new Error(`Ink has changed, see src/ui/build/ink-patches.mjs: ${missing.join(', ')}`);
	},
};
