import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { EditorPort } from '../../core/desktop-ports.js';
import { exitPhrase } from '../../core/exit-status-text.js';
import { fail, messageOf, type Result, succeed } from '../../core/failure.js';
import { autoRunPart } from '../../core/policy/auto-run-files.js';
import { systemError } from '../errno.js';
import { writeNewFile } from '../files/replace-file.js';
import { findTrusted } from '../programs/trusted-path.js';
import { DESKTOP } from './desktop-messages.js';

/** Editors that take the line as `+12` before the file: nearly all in a terminal. */
const PLUS = new Set([
	...['vi', 'vim', 'nvim', 'view', 'gvim', 'nano', 'pico', 'emacs', 'emacsclient', 'micro', 'kak', 'kakoune'],
	...['mg', 'ne', 'joe', 'jed', 'zile', 'ed', 'gedit', 'kate'],
]);
const COLON = new Set(['hx', 'helix', 'subl', 'zed', 'zeditor', 'lapce', 'mate']);
const GOTO = new Set(['code', 'code-insiders', 'codium', 'vscodium', 'cursor', 'windsurf', 'positron']);

const MOST_BYTES = 10_000_000;

export function openEditor(options: {
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly cwd: string;
}): EditorPort {
	return {
		async editText(text, { command, dir, path }) {
			const [name = '', ...args] = command;
			const found = await findEditor(name, options);
			if (!found.ok) return found;
			let folder: string | null = null;
			try {
				folder = await mkdtemp(join(dir, 'acp-tui-edit-'));
				const file = join(folder, plainName(path));
				await writeNewFile(file, text, { isFlushed: false });
				const exit = await runEditor(found.value, [...args, file], options);
				return exit === null ? await readBack(file, text) : exit;
			} catch (error) {
				return DESKTOP.notEdited(messageOf(error));
			} finally {
				if (folder !== null) {
					await rm(folder, { recursive: true, force: true }).catch(() => {
						// A leftover private file in a temporary folder matters less than the edit.
					});
				}
			}
		},
		async openFile(path, { command, line }) {
			const home = options.env['HOME'] ?? '~';
			const file = path.startsWith('~/') ? join(home, path.slice(2)) : resolve(options.cwd, path);
			const trouble = await lookAt(file);
			if (trouble !== null) return trouble;
			const [name = '', ...args] = command;
			const found = await findEditor(name, options);
			if (!found.ok) return found;
			const exit = await runEditor(found.value, [...args, ...editorArguments(name, file, line)], options);
			return exit === null || exit.ok ? succeed(undefined) : fail(exit.failure.code, 'The editor ended with an error.');
		},
	};
}

/** Name of the edited file: a path may be an agent's, and an editor takes some names as orders of its own. */
function plainName(path: string): string {
	const name = basename(path);
	return /^[\p{L}\p{N}_][\p{L}\p{N}_.+-]{0,99}$/u.test(name) && autoRunPart(name) === null ? name : 'text';
}

async function findEditor(name: string, options: Parameters<typeof openEditor>[0]): Promise<Result<string>> {
	const found = await findTrusted(name, options.cwd, options.env);
	if (found.ok) return found;
	return DESKTOP.noEditor(name);
}

async function lookAt(file: string): Promise<Result<void> | null> {
	try {
		// A pipe or a device would hold the editor up for ever.
		return (await stat(file)).isFile() ? null : fail('not-a-file', `${file} is not a file.`);
	} catch (error) {
		return fail('not-found', `${file} cannot be opened: ${systemError(error).why}.`);
	}
}

function runEditor(
	file: string,
	args: readonly string[],
	options: Parameters<typeof openEditor>[0],
): Promise<Result<string> | null> {
	return new Promise((resolve) => {
		const child = spawn(file, args, { cwd: options.cwd, env: { ...options.env }, stdio: 'inherit' });
		child.once('error', (error) => {
			resolve(fail('could-not-start', `The editor could not be started: ${error.message}.`));
		});
		child.once('exit', (code, signal) => {
			resolve(
				code === 0 ? null : fail('cancelled', `The editor ${exitPhrase({ code, signal })}: the draft is unchanged.`),
			);
		});
	});
}

async function readBack(file: string, before: string): Promise<Result<string>> {
	if ((await stat(file)).size > MOST_BYTES) return DESKTOP.editedTooLarge();
	const bytes = await readFile(file);
	let text: string;
	try {
		text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		// Saved in another encoding: guessing would garble what was typed.
		return fail('not-text', 'The edited text is not UTF-8.', { hint: 'Save it as UTF-8.' });
	}
	// Editors end the last line; a draft has no use for that.
	return succeed(before.endsWith('\n') ? text : text.replace(/\r?\n$/, ''));
}

/** The arguments that open a file at a line (from 1). An unknown editor gets the file alone. */
export function editorArguments(editor: string, file: string, line: number | undefined): readonly string[] {
	const name = basename(editor)
		.replace(/\.(?:exe|cmd|bat)$/i, '')
		.toLowerCase();
	if (line === undefined || !Number.isSafeInteger(line) || line < 1) return [file];
	if (PLUS.has(name)) return [`+${line}`, file];
	if (COLON.has(name)) return [`${file}:${line}`];
	return GOTO.has(name) ? ['--goto', `${file}:${line}`] : [file];
}
