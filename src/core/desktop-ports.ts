import type { Result } from './failure.js';

/** Opens the user's editor. The caller gives up the terminal before and takes it back after. */
export type EditorPort = {
	/**
	 * Returns the saved text. `command` is the editor with its arguments, `dir` an existing folder for the temporary
	 * file. Fails with `could-not-start`, `cancelled` (the editor's exit status), `not-text`, `too-large` or `internal`.
	 */
	editText(
		text: string,
		options: { readonly command: readonly string[]; readonly dir: string },
	): Promise<Result<string>>;
	/**
	 * Shows a file, at a line (from 1) where the editor supports it; a relative path starts from the workspace. Fails
	 * with `not-found`, `not-a-file`, `could-not-start` or `cancelled`.
	 */
	openFile(
		path: string,
		options: { readonly command: readonly string[]; readonly line?: number },
	): Promise<Result<void>>;
};

export type FileViewerPort = {
	/**
	 * Saves a file in a private folder and shows it with the system's opener where there is a local display. A file that
	 * is no picture, sound, film or PDF by its bytes is saved and never opened: its declared type is the agent's word,
	 * and it could be a program. Fails with `disk-full`, `no-permission` or `internal`.
	 */
	show(bytes: Buffer): Promise<Result<{ readonly path: string; readonly isOpened: boolean }>>;
};

export type BrowserPort = {
	/** Where a browser can be opened. */
	readonly place: 'here' | 'remote' | 'none';
	/** Opens an http(s) address, passed as one argument; false when no program took it. */
	open(url: string): Promise<boolean>;
};

export type ExportsPort = {
	/**
	 * Writes a new file readable by the user only, and returns its absolute path. `file` is the user's (`~/`, relative
	 * to the workspace, or a folder for `name`); null puts `name` into the workspace. An existing file is never touched:
	 * the new one gets a number. Fails with `not-found`, `no-permission`, `disk-full`, `invalid` or `internal`.
	 */
	write(
		target: { readonly file: string | null; readonly name: string },
		content: string | Uint8Array,
	): Promise<Result<string>>;
};
