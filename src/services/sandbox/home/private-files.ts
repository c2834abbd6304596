import { type Dirent, type Stats, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { followLinks } from '../../files/follow-links.js';
import { isWithin } from '../../files/path-inside.js';
import { entriesOf } from '../../files/what-is-there.js';
import { isSecretName } from '../../secrets/secret-names.js';
import { AROUND_VARIABLES } from '../agents/caches.js';
import type { Cover } from '../commands/command-sandbox-view.js';
import { TOOL_VARIABLES } from './language-tools.js';

/** So deep a folder of a tool is looked through, and so many entries at most. */
const DEPTH = 2;
const MOST_ENTRIES = 3000;

/** Readable by its owner alone. */
function isPrivate({ mode }: Stats): boolean {
	return (mode & 0o077) === 0;
}

/** Whether this user keeps every new file to themselves: what is private then tells nothing. */
function isAllPrivate(): boolean {
	return (process.umask() & 0o044) === 0o044;
}

/** Looks at what is in a folder, until there were very many; into the folders for which `look` says so. */
function lookThrough(folder: string, look: (entry: Dirent, at: string, depth: number) => boolean): void {
	let left = MOST_ENTRIES;
	const through = (around: string, depth: number): void => {
		for (const entry of entriesOf(around)) {
			left -= 1;
			if (left < 0) return;
			const at = join(around, entry.name);
			if (look(entry, at, depth) && entry.isDirectory()) through(at, depth + 1);
		}
	};
	through(folder, 1);
}

/** Files in folders of tools that their owner keeps to themselves, and that are no programs. `except`: what is shown by its name. */
export function privateFiles(folders: readonly string[], except: ReadonlySet<string>): readonly Cover[] {
	const covers: Cover[] = [];
	const allPrivate = isAllPrivate();
	// A large folder leaves the others theirs.
	for (const folder of folders) {
		lookThrough(folder, (entry, at, depth) => {
			const facts = entry.isFile() && !except.has(at) ? statSync(at, { throwIfNoEntry: false }) : undefined;
			const isProgram = facts !== undefined && (facts.mode & 0o100) !== 0;
			if (facts !== undefined && !isProgram && (saysSecret(entry.name) || (isPrivate(facts) && !allPrivate)))
				covers.push({ at, kind: 'file' });
			return depth < DEPTH;
		});
	}
	return covers;
}

/** Code may be called so, too: `token.js`, `auth.py`. */
function saysSecret(name: string): boolean {
	return isSecretName(name) && !CODE.test(name);
}

const CODE =
	/\.(?:[cm]?[jt]sx?|map|py[cdio]?|rb|go|rs|lua|nim|c|h|cc|cpp|hpp|java|class|jar|so|dylib|a|o|dll|php|pl|pm|sh|bash|zsh|fish|md|txt|html|css|[1-8])$/i;

/** Variables that name where programs, libraries and places of this run are. */
const OF_PLACES =
	/^(?:PATH|HOME|PWD|OLDPWD|INIT_CWD|SHELL|TMPDIR|TMP|TEMP|_|EDITOR|VISUAL|PAGER|XDG_(?:DATA|CONFIG)_DIRS|XDG_RUNTIME_DIR|MAIL|ACP_TUI_\w+)$/;
/** Names of variables for folders with settings, accounts or what was typed. */
const OF_SETTINGS = /CONF|HIST|GNUPG|GPG|SSH|VAULT|WALLET|ACCOUNT|PROFILE|SETTINGS|^XDG_/i;
/** The system's own folders, which everybody may read: there only what is private counts. */
const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib64', '/etc', '/opt', '/nix', '/gnu', '/snap', '/var/lib'];

/**
 * Paths in variables of the user's: credentials and settings that lie elsewhere than usual. What a tool's variable
 * names is not among them, nor what holds a place that is needed; of what holds caches private files are.
 */
export function namedByVariables(
	env: Readonly<Record<string, string | undefined>>,
	{ home, needed }: { readonly home: string; readonly needed: readonly string[] },
): readonly Cover[] {
	const covers = Object.entries(env).flatMap(([name, value = '']): readonly Cover[] => {
		if (OF_PLACES.test(name) || TOOL_VARIABLES.has(name) || !value.includes('/')) return [];
		return value.split(delimiter).flatMap((word) => {
			const { real } = isAbsolute(word) ? followLinks(word, home) : { real: null };
			if (real === null) return [];
			if (needed.some((path) => isWithin(real, path))) {
				const isAround = AROUND_VARIABLES.has(name) && !isWithin(real, home);
				const aroundCaches = isAround ? privateFiles([real], new Set()) : [];
				return aroundCaches.filter(({ at }) => !needed.some((path) => isWithin(path, at)));
			}
			const kind = kindToHide(real, name);
			return kind === null ? [] : [{ at: real, kind }];
		});
	});
	return [...new Map(covers.map((cover) => [cover.at, cover])).values()];
}

function kindToHide(path: string, variable: string): Cover['kind'] | null {
	const facts = statSync(path, { throwIfNoEntry: false });
	if (facts === undefined || path === '/') return null;
	const isSystem = SYSTEM.some((folder) => isWithin(folder, path));
	// Programs are named by variables, too.
	const isProgram = (facts.mode & 0o111) !== 0 && !isPrivate(facts);
	if (facts.isFile()) return isProgram || (isSystem && !isPrivate(facts)) ? null : 'file';
	if (!facts.isDirectory() || isSystem) return null;
	const isKept = isPrivate(facts) || isSecretName(variable) || OF_SETTINGS.test(variable) || holdsPrivate(path);
	return isKept ? 'folder' : null;
}

function holdsPrivate(folder: string, depth = 1): boolean {
	return entriesOf(folder)
		.slice(0, 200)
		.some((entry) => {
			const path = join(folder, entry.name);
			const facts = statSync(path, { throwIfNoEntry: false });
			if (facts === undefined) return false;
			return isPrivate(facts) || (entry.isDirectory() && depth < DEPTH && holdsPrivate(path, depth + 1));
		});
}

/** So deep the folders with a dot are looked through where somebody works in the home folder itself. */
const HOME_DEPTH = 4;

/** Private parts of a home folder that is worked in: files and folders behind a dot. */
export function privateInHome(home: string, kept: readonly string[]): readonly Cover[] {
	const covers: Cover[] = [];
	lookThrough(home, (entry, at, depth) => {
		if ((depth === 1 && !entry.name.startsWith('.')) || kept.includes(at) || entry.name === '.git') return false;
		const facts = entry.isDirectory() || entry.isFile() ? statSync(at, { throwIfNoEntry: false }) : undefined;
		const isKept = facts !== undefined && isPrivate(facts) && !isAllPrivate();
		const isCovered = isKept && !kept.some((path) => isWithin(at, path));
		if (isCovered) covers.push({ at, kind: entry.isDirectory() ? 'folder' : 'file' });
		return !isCovered && depth < HOME_DEPTH;
	});
	return covers;
}
