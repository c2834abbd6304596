import { basename } from 'node:path';

/** Editors that take the line as `+12` before the file; nearly all that live in a terminal do. */
const PLUS = new Set([
	...['vi', 'vim', 'nvim', 'view', 'gvim', 'nano', 'pico', 'emacs', 'emacsclient', 'micro', 'kak', 'kakoune'],
	...['mg', 'ne', 'joe', 'jed', 'zile', 'ed', 'gedit', 'kate'],
]);
/** Editors that take `file:12`. */
const COLON = new Set(['hx', 'helix', 'subl', 'zed', 'zeditor', 'lapce', 'mate']);
/** Editors that take `file:12` behind a flag. */
const GOTO = new Set(['code', 'code-insiders', 'codium', 'vscodium', 'cursor', 'windsurf', 'positron']);

/** How an editor is told to open a file at a line (from 1). An editor that nobody knows gets the file alone. */
export function editorArguments(editor: string, file: string, line: number | undefined): readonly string[] {
	const name = basename(editor)
		.replace(/\.(?:exe|cmd|bat)$/i, '')
		.toLowerCase();
	if (line === undefined || !Number.isSafeInteger(line) || line < 1) return [file];
	if (PLUS.has(name)) return [`+${line}`, file];
	if (COLON.has(name)) return [`${file}:${line}`];
	return GOTO.has(name) ? ['--goto', `${file}:${line}`] : [file];
}
