import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { readTextWithin } from '../../files/read-regular.js';
import { gitWithoutSecrets } from '../home/secret-lines.js';

/** Settings of the user's that reading commands take notice of, beside git's; none holds a key. Relative to the home folder. */
const SETTINGS = ['.gitignore', '.gitignore_global', '.gitattributes', '.ripgreprc', '.config/fd/ignore', '.inputrc'];
const GIT_SETTINGS = ['.gitconfig', '.config/git/config'];
const MOST_BYTES = 256 * 1024;
/** Files that settings name which settings name. */
const MOST_DEPTH = 4;

/** A file that is shown at its own path; `from`: links resolved. */
export type ShownFile = { readonly at: string; readonly from: string };

/**
 * The files in the home folder that hold settings of git (with those that they name) and of programs that search:
 * without them git would trust other folders and ignore other files. A file of git's that may hold a key is shown as a
 * copy in `copies`, without these lines; null: it is left out.
 */
export async function userSettings(
	home: string,
	env: Readonly<Record<string, string | undefined>>,
	copies: string | null,
): Promise<readonly ShownFile[]> {
	const { XDG_CONFIG_HOME: config = join(home, '.config'), RIPGREP_CONFIG_PATH: ripgrep } = env;
	const ofGit = [...GIT_SETTINGS.map((name) => join(home, name)), join(config, 'git/config')];
	const others = [
		...SETTINGS.map((name) => join(home, name)),
		...['git/ignore', 'git/attributes'].map((name) => join(config, name)),
		...(ripgrep === undefined ? [] : [ripgrep]),
	];
	const found = new Map<string, string>();
	const show = async (at: string): Promise<string | null> => {
		if (!isAbsolute(at) || !at.startsWith(`${home}/`) || found.has(at)) return null;
		const from = await realpath(at).catch(() => null);
		const text = from === null ? null : await readTextWithin(from, MOST_BYTES);
		if (from !== null && text !== null) found.set(at, from);
		return text;
	};
	const showGit = async (at: string, depth: number): Promise<void> => {
		const text = await show(at);
		if (text === null) return;
		const plain = gitWithoutSecrets(text);
		if (plain !== text && copies !== null) found.set(at, copyOf(at, plain, copies));
		else if (plain !== text) found.delete(at);
		if (depth > MOST_DEPTH) return;
		const named = namedFiles(text).map((name) => resolve(dirname(at), name.replace(/^~(?=\/)/, home)));
		await Promise.all(named.map((path) => showGit(path, depth + 1)));
	};
	await Promise.all([...ofGit.map((path) => showGit(path, 0)), ...others.map(show)]);
	return [...found].map(([at, from]) => ({ at, from })).sort((a, b) => (a.at < b.at ? -1 : 1));
}

/** A namespace may show the copy of before: one that would be the same stays. */
function copyOf(at: string, text: string, folder: string): string {
	const copy = join(folder, createHash('sha256').update(at).update('\0').update(text).digest('hex').slice(0, 24));
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	if (!existsSync(copy)) {
		writeFileSync(`${copy}.new`, text, { mode: 0o644 });
		renameSync(`${copy}.new`, copy);
	}
	return copy;
}

/** The files that a text of git's settings includes, and its lists of ignored files and attributes (git-config(1)). */
export function namedFiles(text: string): readonly string[] {
	let isInclude = false;
	return text.split('\n').flatMap((line) => {
		const section = /^\s*\[\s*([\w.-]+)/.exec(line)?.[1]?.toLowerCase();
		if (section !== undefined) isInclude = section === 'include' || section === 'includeif';
		const [, key = '', value = ''] = /(?:^|\])\s*([\w-]+)\s*=\s*"?([^"#;]*)"?/.exec(line) ?? [];
		const isNamed = isInclude ? /^path$/i.test(key) : /^(?:excludesfile|attributesfile)$/i.test(key);
		return isNamed && value.trim() !== '' ? [value.trim()] : [];
	});
}
