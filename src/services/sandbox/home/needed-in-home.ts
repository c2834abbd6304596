import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { basename, delimiter, dirname, isAbsolute, join } from 'node:path';
import { followLinks, type SymbolicLink } from '../../files/follow-links.js';
import { isWithin } from '../../files/path-inside.js';
import { installationOf, outermost } from '../commands/program-folders.js';
import { AROUND_PROJECTS, TOOL_VARIABLES, TOOLS } from './language-tools.js';

export type NeededOptions = {
	/** Links resolved. */
	readonly home: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	/** Where somebody works, links resolved: links that lie there open nothing. */
	readonly works: readonly string[];
	/** The same for what an agent may write. */
	readonly own?: readonly string[];
	/** Paths shown in any case, as they are named: the links that lead there are needed. */
	readonly named?: readonly string[];
	/** The words of a command that is started: programs and scripts are among them. */
	readonly words?: readonly string[];
	/** Whether a path outside of the home folder is not to be seen otherwise. */
	readonly isElsewhere: (path: string) => boolean;
};

/** Places that programs need: of the home folder, and others that are not shown. */
export type Needed = {
	/** Files and folders to be read, links resolved, none inside another. */
	readonly paths: readonly string[];
	readonly links: readonly SymbolicLink[];
};

/** Folders with so many entries are no folders of programs. */
const MOST_ENTRIES = 4000;
/** Below these there is much besides a program's own files. */
const WIDE: ReadonlySet<string> = new Set([
	...['', '.config', '.cache', '.local', '.local/share', '.local/state', '.local/lib', '.local/opt', '.ssh', '.gnupg'],
	...['Desktop', 'Documents', 'Downloads', 'Library', 'Library/Application Support'],
]);
/** The system's own links lead to the system. */
const SYSTEM_PROGRAMS: ReadonlySet<string> = new Set(['/usr/bin', '/usr/sbin', '/bin', '/sbin']);

export function findNeeded(options: NeededOptions): Needed {
	const { home, env, named = [], words = [] } = options;
	const found = new Collected(options);
	for (const path of named) found.follow(path);
	for (const name of TOOLS) found.add(join(home, name));
	for (const [name, value = ''] of Object.entries(env)) {
		if (TOOL_VARIABLES.has(name)) for (const path of value.split(delimiter)) found.addNamed(path);
	}
	for (const folder of new Set((env['PATH'] ?? '').split(delimiter))) found.addPrograms(folder);
	for (const [index, word] of words.entries()) found.addWord(word.replace(/^~(?=\/)/, home), index === 0);
	for (const folder of options.works) found.addAround(folder);
	return found.all();
}

class Collected {
	readonly #options: NeededOptions;
	readonly #paths = new Set<string>();
	readonly #links = new Map<string, SymbolicLink>();

	constructor(options: NeededOptions) {
		this.#options = options;
	}

	all(): Needed {
		return { paths: outermost([...this.#paths]), links: [...this.#links.values()] };
	}

	/** Shows a path, and the links on the way to it. */
	add(path: string): void {
		const real = this.follow(path);
		if (real === null || !this.#isWanted(real)) return;
		if (this.#paths.has(real)) return;
		this.#paths.add(real);
		this.#addInterpreter(real);
	}

	/** Adds what a variable names, unless it holds much else. */
	addNamed(path: string): void {
		if (!isAbsolute(path)) return;
		const { real } = followLinks(path, this.#options.home);
		if (real !== null && !this.#isWide(real)) this.add(path);
	}

	/** Shows a folder of the `PATH`, the installation around it, and the targets of its links. */
	addPrograms(folder: string): void {
		const { home, works, own = [] } = this.#options;
		if (!isAbsolute(folder) || SYSTEM_PROGRAMS.has(folder)) return;
		const real = this.follow(folder);
		if (real === null || real === '/') return;
		if (this.#isWanted(real)) for (const each of installationOf(real, home)) this.add(each);
		// A link in a folder that the agent can write could open any path.
		if ([...works, ...own].some((each) => isWithin(each, real))) return;
		for (const name of linksIn(real)) {
			const target = this.follow(join(real, name));
			if (target !== null) this.#addProgram(target);
		}
	}

	/** A word of a command line: a program, a script, or a folder that it works with. */
	addWord(word: string, isProgram: boolean): void {
		if (!isAbsolute(word)) return;
		const real = this.follow(word);
		const facts = real === null ? undefined : statSync(real, { throwIfNoEntry: false });
		if (real === null || facts === undefined) return;
		// A file that only its owner may read is no script.
		if (!isProgram && (facts.mode & 0o044) === 0) return;
		if (facts.isDirectory()) this.addNamed(real);
		else if (facts.isFile()) this.#addProgram(real);
		if (isProgram) this.#addShebang(real);
	}

	/** Adds what a project takes from the folders around it. */
	addAround(folder: string): void {
		const { home } = this.#options;
		for (let at = dirname(folder); isWithin(home, at) && at !== '/'; at = dirname(at)) {
			for (const name of AROUND_PROJECTS) this.add(join(at, name));
		}
	}

	/** The links on the way to a path are shown; where it really is, or null where nothing is. */
	follow(path: string): string | null {
		const { links, real } = followLinks(path, this.#options.home);
		if (real !== null) for (const link of links) this.#links.set(link.at, link);
		return real;
	}

	#isWanted(path: string): boolean {
		const { home, works, own = [], isElsewhere } = this.#options;
		if ([...works, ...own].some((folder) => isWithin(folder, path)) || isWithin(path, home)) return false;
		return isWithin(home, path) || isElsewhere(path);
	}

	#isWide(path: string): boolean {
		const { home } = this.#options;
		return isWithin(path, home) || (isWithin(home, path) && WIDE.has(path.slice(home.length + 1)));
	}

	#addProgram(file: string): void {
		if (!this.#isWanted(file)) return;
		const { home } = this.#options;
		const folder = dirname(file);
		const modules = /^(.*?\/node_modules)\//.exec(file)?.[1];
		if (modules !== undefined) this.add(modules);
		else if (/^s?bin$/.test(basename(folder))) for (const each of installationOf(folder, home)) this.add(each);
		else this.add(this.#isWide(folder) ? file : folder);
	}

	/** Environments of Python run a program that lies elsewhere. */
	#addInterpreter(folder: string): void {
		if (statSync(join(folder, 'pyvenv.cfg'), { throwIfNoEntry: false }) === undefined) return;
		const real = this.follow(join(folder, 'bin/python'));
		if (real !== null && !isWithin(folder, real)) this.#addProgram(real);
	}

	#addShebang(file: string): void {
		const program = shebangOf(file);
		const real = program === null ? null : this.follow(program);
		if (real !== null) this.#addProgram(real);
	}
}

function linksIn(folder: string): readonly string[] {
	try {
		const entries = readdirSync(folder, { withFileTypes: true });
		return entries.length > MOST_ENTRIES ? [] : entries.filter((each) => each.isSymbolicLink()).map(({ name }) => name);
	} catch {
		return [];
	}
}

/** The program that runs a script; null where a file is none. */
function shebangOf(file: string): string | null {
	let descriptor: number | null = null;
	try {
		descriptor = openSync(file, 'r');
		const bytes = Buffer.alloc(256);
		const length = readSync(descriptor, bytes, 0, bytes.length, 0);
		return /^#!\s*(\/\S+)/.exec(bytes.toString('utf8', 0, length))?.[1] ?? null;
	} catch {
		return null;
	} finally {
		if (descriptor !== null) closeSync(descriptor);
	}
}
