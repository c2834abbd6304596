import type { BrowserPort } from '../../core/desktop-ports.js';
import type { Environment } from '../../core/environment.js';
import { splitCommand } from '../../core/split-command.js';
import { openerFor, openWith } from './file-viewer.js';

/** The browser: `BROWSER`, else the opener where a local display is. No program of the workspace is started. */
export function createBrowser(options: {
	readonly env: Environment;
	readonly workspace: string;
	readonly platform?: NodeJS.Platform;
}): BrowserPort {
	const { env, workspace, platform = process.platform } = options;
	const usual = openerFor(platform, env);
	const opener = ownBrowser(env) ?? (usual === null ? null : [usual]);
	const isRemote = (env['SSH_CONNECTION'] ?? env['SSH_TTY'] ?? '') !== '';
	return {
		place: opener === null ? (isRemote ? 'remote' : 'none') : 'here',
		async open(url) {
			if (opener === null || !/^https?:\/\//i.test(url)) return false;
			return openWith(opener, url, { workspace, env });
		},
	};
}

function ownBrowser(env: Environment): readonly string[] | null {
	const line = env['BROWSER']?.trim() ?? '';
	// A list of several, or a place for the address within, is a form that few programs know.
	const words = line === '' ? null : splitCommand(line);
	return words?.ok === true && words.value.length > 0 ? words.value : null;
}
