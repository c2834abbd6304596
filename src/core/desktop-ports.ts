import type { Result } from './failure.js';

/** Opens the user's editor. The caller gives up the terminal before and takes it back after. */
export type EditorPort = {
	/**
	 * Saved text. `command`: the editor with arguments, `dir`: folder for the file, `path`: what the editor knows the
	 * kind of text by; of it counts the name alone, and one that is no plain name is not used. A failed editor is
	 * `cancelled`.
	 */
	editText(
		text: string,
		options: { readonly command: readonly string[]; readonly dir: string; readonly path: string },
	): Promise<Result<string>>;
	/** Shows a file, at a line (from 1) where the editor takes one; relative paths count from the workspace. */
	openFile(
		path: string,
		options: { readonly command: readonly string[]; readonly line?: number },
	): Promise<Result<void>>;
};

export type FileViewerPort = {
	/** Saves a private copy; opens it if its bytes are a picture, sound, film or PDF: others may be programs. */
	show(bytes: Buffer): Promise<Result<{ readonly path: string; readonly isOpened: boolean }>>;
};

export type BrowserPort = {
	/** Where a browser can be opened. */
	readonly place: 'here' | 'remote' | 'none';
	/** Opens an http(s) address, passed as one argument; false when no program took it. */
	open(url: string): Promise<boolean>;
};

export type ExportsPort = {
	/** Writes a new file for the user alone. `file`: its path; null: `name` in the workspace. Overwrites none. */
	write(
		target: { readonly file: string | null; readonly name: string },
		content: string | Uint8Array,
	): Promise<Result<string>>;
};
