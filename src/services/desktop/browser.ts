import { spawn } from 'node:child_process';
import { splitCommand } from '../../core/split-command.js';
import { findTrusted, trustedEnvironment } from '../programs/trusted-path.js';
import { openerFor } from './file-viewer.js';

type Environment = Readonly<Record<string, string | undefined>>;

export type Browser = {
	readonly place: 'here' | 'remote' | 'none';
	/** Opens an http(s) address, passed as one argument; false when no program took it. */
	open(url: string): Promise<boolean>;
};

/** Milliseconds; an opener that still runs then has taken the address. */
const PATIENCE = 3000;

/**
 * The user's browser: `BROWSER` where set, else the system's opener where a local display exists. No program of the
 * workspace is started.
 */
export function createBrowser(options: {
	readonly env: Environment;
	readonly workspace: string;
	readonly platform?: NodeJS.Platform;
}): Browser {
	const { env, workspace, platform = process.platform } = options;
	const own = ownBrowser(env);
	const opener = own ?? openerOf(platform, env);
	const isRemote = (env['SSH_CONNECTION'] ?? env['SSH_TTY'] ?? '') !== '';
	return {
		place: opener === null ? (isRemote ? 'remote' : 'none') : 'here',
		async open(url) {
			if (opener === null || !/^https?:\/\//i.test(url)) return false;
			const [program = '', ...args] = opener;
			const found = await findTrusted(program, workspace, env);
			if (!found.ok) return false;
			const trusted = await trustedEnvironment(workspace, env);
			return new Promise((resolve) => {
				const child = spawn(found.value, [...args, url], { env: { ...trusted }, stdio: 'ignore', detached: true });
				const timer = setTimeout(() => resolve(true), PATIENCE);
				const settle = (isOpened: boolean): void => {
					clearTimeout(timer);
					resolve(isOpened);
				};
				child.once('error', () => settle(false));
				// Windows' explorer ends with 1 whatever it did.
				child.once('exit', (code) => settle(code === 0 || program === 'explorer.exe'));
				child.unref();
			});
		},
	};
}

function ownBrowser(env: Environment): readonly string[] | null {
	const line = env['BROWSER']?.trim() ?? '';
	// A list of several, or a place for the address within, is a form that few programs know.
	const words = line === '' ? null : splitCommand(line);
	return words?.ok === true && words.value.length > 0 ? words.value : null;
}

function openerOf(platform: NodeJS.Platform, env: Environment): readonly string[] | null {
	const program = openerFor(platform, env);
	return program === null ? null : [program];
}
