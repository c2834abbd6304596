import { spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileViewerPort } from '../../core/desktop-ports.js';
import { openableEnding } from '../../core/embedded-file.js';
import type { Environment } from '../../core/environment.js';
import { fail, type Result, succeed } from '../../core/failure.js';
import { systemError } from '../errno.js';
import { writeNewFile } from '../files/replace-file.js';
import { findTrusted, trustedEnvironment } from '../programs/trusted-path.js';

/** Milliseconds; an opener that still runs then is showing the file. */
const PATIENCE = 3000;

/** Makes a viewer; `dir` is a folder for temporary files, which stay: a viewer may read them late. */
export function createFileViewer(options: {
	readonly dir: string;
	readonly env: Environment;
	readonly workspace: string;
	readonly platform?: NodeJS.Platform;
}): FileViewerPort {
	const { dir, env, workspace, platform = process.platform } = options;
	return {
		async show(bytes) {
			const ending = openableEnding(bytes);
			const saved = await save(bytes, dir, ending ?? 'bin');
			if (!saved.ok) return saved;
			const opener = ending === null ? null : openerFor(platform, env);
			const isOpened = opener !== null && (await openWith([opener], saved.value, { workspace, env }));
			return succeed({ path: saved.value, isOpened });
		},
	};
}

export function openerFor(platform: NodeJS.Platform, env: Environment): string | null {
	const has = (name: string) => (env[name] ?? '') !== '';
	if (has('SSH_CONNECTION') || has('SSH_TTY')) return null;
	if (platform === 'darwin') return 'open';
	if (platform === 'win32') return 'explorer.exe';
	return has('WAYLAND_DISPLAY') || has('DISPLAY') ? 'xdg-open' : null;
}

async function save(bytes: Buffer, dir: string, ending: string): Promise<Result<string>> {
	try {
		// Made with 0700, under a name that nobody can know before.
		const path = join(await mkdtemp(join(dir, 'acp-tui-file-')), `file.${ending}`);
		await writeNewFile(path, bytes, { isFlushed: false });
		return succeed(path);
	} catch (error) {
		const { code, why } = systemError(error);
		return fail(code, `The file could not be saved in ${dir}: ${why}.`);
	}
}

/** Whether an opener, a program of the user or the system, took a file or an address. It may stay alive as the viewer itself. */
export async function openWith(
	[opener = '', ...args]: readonly string[],
	what: string,
	{ workspace, env }: { readonly workspace: string; readonly env: Environment },
): Promise<boolean> {
	const found = await findTrusted(opener, workspace, env);
	if (!found.ok) return false;
	const trusted = await trustedEnvironment(workspace, env);
	return new Promise((resolve) => {
		const child = spawn(found.value, [...args, what], { env: { ...trusted }, stdio: 'ignore', detached: true });
		const timer = setTimeout(() => resolve(true), PATIENCE);
		const settle = (isOpened: boolean): void => {
			clearTimeout(timer);
			resolve(isOpened);
		};
		child.once('error', () => settle(false));
		// Windows' explorer ends with 1 whatever it did.
		child.once('exit', (code) => settle(code === 0 || opener === 'explorer.exe'));
		child.unref();
	});
}
