// Replacements for parts of Ink, in the bundle and in the tests: see docs/decisions/ink-adapter.md.
import { fileURLToPath } from 'node:url';

/** Replacements by the specifier that Ink imports each part under. */
const PARTS = {
	'./output.js': `export { RowOutput as default } from ${JSON.stringify(fileURLToPath(new URL('row-output.ts', import.meta.url)))};`,
	// Each of two listeners would leave the signal to the other. The terminal's own restores it (src/terminal/real-terminal.ts).
	'signal-exit': 'export default () => () => {};',
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
