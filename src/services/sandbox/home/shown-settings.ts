import { closeSync, constants, fstatSync, openSync, readSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ShownFile } from '../commands/user-settings.js';
import { SHELL_SETTINGS, TOOL_SETTINGS } from './language-tools.js';
import { holdsSecret, withoutSecrets } from './secret-lines.js';

const MOST_BYTES = 256 * 1024;

/** Variables that name a file of settings in the place of the usual one. */
const MOVED = ['NPM_CONFIG_USERCONFIG', 'npm_config_userconfig', 'PIP_CONFIG_FILE', 'UV_CONFIG_FILE'] as const;

type ShownSettingsOptions = {
	/** Links resolved. */
	readonly home: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly shells: boolean;
	/** Where copies go that are shown in the place of files with keys, without these; null: such files are not shown. */
	readonly copies: string | null;
};

/** Settings that programs need, without keys: a file that holds some is left out, or shown without these lines. */
export function shownSettings({ home, env, shells, copies }: ShownSettingsOptions): readonly ShownFile[] {
	const named = [...TOOL_SETTINGS, ...(shells ? SHELL_SETTINGS : [])].map((name) => join(home, name));
	const moved = MOVED.flatMap((variable) => env[variable] ?? []).filter((path) => path.startsWith(`${home}/`));
	return [...new Set([...named, ...moved])].flatMap((at, index): readonly ShownFile[] => {
		const file = readSettings(at);
		if (file === null) return [];
		if (!file.isPrivate && !holdsSecret(file.text)) return [{ at, from: file.path }];
		if (copies === null || /\.(?:json|xml|toml)$/.test(at)) return [];
		const from = join(copies, `${index}`);
		writeFileSync(from, file.isPrivate ? plainLines(file.text) : withoutSecrets(file.text), { mode: 0o644 });
		return [{ at, from }];
	});
}

/** Of a file that its owner keeps to themselves only lines that say where something is, or yes or no. */
function plainLines(text: string): string {
	const plain =
		/^\s*[@\w.:-]+\s*[=:]\s*["']?(?:https?:\/\/[^\s@?"']+|true|false|\d{1,6}|~?\/[\w./-]+)["']?\s*$|^\s*\[[\w.-]+\]\s*$/;
	return `${withoutSecrets(text)
		.split('\n')
		.filter((line) => plain.test(line))
		.join('\n')}\n`;
}

function readSettings(
	at: string,
): { readonly path: string; readonly text: string; readonly isPrivate: boolean } | null {
	let descriptor: number | null = null;
	try {
		const path = realpathSync(at);
		// Waits for no pipe, and follows no link that is put there meanwhile; on macOS, too, unlike `readRegularNow`.
		descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
		const facts = fstatSync(descriptor);
		if (!facts.isFile() || facts.size > MOST_BYTES) return null;
		const bytes = Buffer.alloc(facts.size);
		const length = readSync(descriptor, bytes, 0, bytes.length, 0);
		return { path, text: bytes.toString('utf8', 0, length), isPrivate: (facts.mode & 0o044) === 0 };
	} catch {
		return null;
	} finally {
		if (descriptor !== null) closeSync(descriptor);
	}
}
