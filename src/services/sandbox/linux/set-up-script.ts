import { basename, dirname } from 'node:path/posix';
import { quoteWord } from '../../../core/policy/shell/quote-word.js';
import type { Place } from './mount-place.js';
import { flagsOf, type Mount, mountAround, mountsBelow } from './mounts.js';
import type { NamespaceTools } from './namespace-tools.js';

/** A table of mounts, below the root, until they are mounted. */
const TABLE = '.mounts';
/** Mount point of the machine's root while the view is set up: every sandbox has this folder. */
const OUTSIDE = '/dev';
/** Stands where mount(8) wants to know what to mount and need not: no mount has this name, so it takes none for made. */
const NO_SOURCE = 'remounted';

export type SetUpFacts = {
	readonly tools: Pick<NamespaceTools, 'mount' | 'umount' | 'mkdir' | 'ln' | 'cp' | 'pivotRoot'>;
	readonly hostMounts: readonly Mount[];
	/** True for folders of this machine, false for files. */
	readonly isFolder: (path: string) => boolean;
	/** Target of a symbolic link of this machine; null where there is none. */
	readonly linkAt: (path: string) => string | null;
};

/**
 * The line of shell that makes an empty folder the root of a sandbox. It is shared: what is mounted in it by who stays on
 * the mounts of this machine appears in the sandbox as well.
 */
export function rootScript(root: string, { mount }: Pick<NamespaceTools, 'mount'>): string {
	return `${mount} -n -t tmpfs -o mode=755,size=8m,nosuid,nodev --make-shared tmpfs ${quoteWord(root)}`;
}

/**
 * The lines of shell that put the places together below `root`, as `rootScript` made it, and make it the root of the mount
 * namespace that they run in. They need to run as root of a user namespace, with `set -e`. Mounts are gathered into as
 * few runs of mount(8) as their order allows, links into as few of ln(1): each run is a process, and these are what the
 * set-up costs.
 */
export function setUpScript(root: string, places: readonly Place[], facts: SetUpFacts): string {
	const { umount, pivotRoot } = facts.tools;
	const writer = new ScriptWriter(root, facts);
	for (const place of places) writer.add(place);
	writer.end();
	return [
		// Relative from here on: a missing folder must not be made on the machine's own disk.
		`cd ${quoteWord(root)}`,
		...writer.lines,
		`${pivotRoot} . ${OUTSIDE.slice(1)}`,
		`cd /`,
		`${umount} -n -l ${OUTSIDE}`,
	].join('\n');
}

/** Collects lines; those of a table for mount(8) wait until something needs what they mount. */
class ScriptWriter {
	readonly lines: string[] = [];
	/** Entries that stand at the top only until everything is mounted. */
	readonly #passing: string[] = [];
	readonly #root: string;
	readonly #facts: SetUpFacts;
	readonly #before: Exclude<Place, { type: 'link' | 'folder' }>[] = [];
	readonly #folders = new Set<string>();
	#files: string[] = [];
	#links: Extract<Place, { type: 'link' }>[] = [];
	#table: string[] = [];
	/** Empty folders whose mount waits in the table. */
	readonly #waiting = new Set<string>();
	/** A folder of ours at the top that the table mounts something on: what was in it is out of sight then. */
	#covered: string | null = null;
	/** Whether a table was written before a folder of ours covered one: its file is still in sight at the top. */
	#isTableLeft = false;

	constructor(root: string, facts: SetUpFacts) {
		this.#root = root;
		this.#facts = facts;
	}

	add(place: Place): void {
		if (place.type === 'link') {
			this.#make(dirname(place.at), true);
			this.#links.push(place);
			return;
		}
		if (place.type === 'folder') {
			// A read-only folder inside a writable one needs a mount of its own.
			if (this.#over(place.at)?.type === 'empty') this.add({ type: 'empty', at: place.at, mode: '555', size: '64k' });
			else this.#make(place.at, true);
			return;
		}
		const isFolder = place.type !== 'bind' || this.#facts.isFolder(place.from);
		const isMade = this.#madeFor(place.at, isFolder);
		if (isFolder && place.at !== '/' && this.#over(place.at) === undefined) this.#covered ??= place.at;
		this.#before.push(place);
		const at = escaped(this.#inRoot(place.at));
		const more = isMade ? '' : ',x-mount.mkdir';
		switch (place.type) {
			case 'empty':
				this.#waiting.add(place.at);
				this.#table.push(`tmpfs ${at} tmpfs ${emptyOptions(place)}${more} 0 0`);
				return;
			case 'terminals':
				this.#table.push(`devpts ${at} devpts newinstance,ptmxmode=0666,mode=620,nosuid,noexec${more} 0 0`);
				return;
			case 'overlay':
				this.#table.push(`overlay ${at} overlay ${overlayOptions(place, this.#plainName)}${more} 0 0`);
				return;
			case 'bind':
				this.#bind(place, at, more);
		}
	}

	/** mount(8) takes a lone quotation mark for the beginning of a text: such a folder gets another name meanwhile. */
	readonly #plainName = (folder: string): string => {
		if (!folder.includes('"')) return folder;
		const name = `/.name-${this.#passing.length}`;
		this.#passing.push(name);
		this.lines.push(`${this.#facts.tools.ln} -s -- ${quoteWord(folder)} .${name}`);
		return this.#inRoot(name);
	};

	/** Everything is there: nothing can be made at the top from now on. */
	end(): void {
		const root = `${NO_SOURCE} ${escaped(this.#root)} none remount,bind,ro,nosuid,nodev 0 0`;
		if (this.#passing.length === 0 && this.#covered !== null && !this.#isTableLeft) {
			this.#table.push(root);
			this.#flush();
			return;
		}
		this.#flush();
		this.lines.push(
			`rm -f -- ${[`/${TABLE}`, ...this.#passing].map(made).join(' ')}`,
			`${this.#facts.tools.mount} -n -o remount,bind,ro,nosuid,nodev ${quoteWord(this.#root)}`,
		);
	}

	#flush(): void {
		const { mkdir, mount } = this.#facts.tools;
		if (this.#folders.size > 0) this.lines.push(`${mkdir} -p -- ${[...this.#folders].map(made).join(' ')}`);
		this.lines.push(...this.#files.map((file) => `: >${made(file)}`));
		const links = this.#linkLines();
		this.lines.push(...links.map((line, index) => `${line} & link${index}=$!`));
		// mount(8) reads tables from files only.
		const table = made(`${this.#covered ?? ''}/${TABLE}`);
		const rows = this.#table.map((line) => quoteWord(line)).join(' ');
		if (rows !== '' && this.#covered === null) this.#isTableLeft = true;
		if (rows !== '') this.lines.push(`printf '%s\\n' ${rows} >${table}`);
		this.lines.push(...links.map((_, index) => `wait $link${index}`));
		if (rows !== '') this.lines.push(`${mount} -n -a -T ${table}`);
		this.#folders.clear();
		this.#files = [];
		this.#links = [];
		this.#table = [];
		this.#waiting.clear();
		this.#covered = null;
	}

	/** Options of a bind mount do not reach the mounts below it. */
	#bind({ from, at: target, access }: Extract<Place, { type: 'bind' }>, at: string, more: string): void {
		const { hostMounts } = this.#facts;
		const below = mountsBelow(from, hostMounts);
		// Devices are those of `/dev` alone.
		const kept = ['nosuid', ...(from.startsWith('/dev/') ? [] : ['nodev']), ...(access === 'read' ? ['ro'] : [])];
		const options = (flags: readonly string[]): string => [...new Set([...flags, ...kept])].join(',');
		const how = below.length === 0 ? 'bind' : 'rbind';
		this.#table.push(
			`${escaped(from)} ${at} none ${how},${options(flagsOf(mountAround(from, hostMounts)))}${more} 0 0`,
		);
		if (access !== 'read') return;
		const beginning = from === '/' ? '' : from;
		for (const mount of below) {
			const inner = this.#inRoot(`${target === '/' ? '' : target}${mount.at.slice(beginning.length)}`);
			this.#table.push(`${NO_SOURCE} ${escaped(inner)} none remount,bind,${options(flagsOf(mount))} 0 0`);
		}
	}

	/**
	 * Commands that make symbolic links: one `ln` for each folder with links of their own targets, one `cp` for links
	 * that the machine has at the same path.
	 */
	#linkLines(): readonly string[] {
		const { tools, linkAt } = this.#facts;
		const kinds = Map.groupBy(this.#links, ({ to, at }) => {
			if (basename(to) === basename(at)) return 'named';
			return linkAt(at) === to ? 'there' : 'other';
		});
		const byFolder = (kind: 'named' | 'there') => [...Map.groupBy(kinds.get(kind) ?? [], ({ at }) => dirname(at))];
		const words = (texts: readonly string[]): string => texts.map((text) => quoteWord(text)).join(' ');
		return [
			...byFolder('named').map(
				([folder, links]) => `${tools.ln} -s -- ${words(links.map(({ to }) => to))} ${made(folder)}`,
			),
			...byFolder('there').map(
				([folder, links]) => `${tools.cp} -P -- ${words(links.map(({ at }) => at))} ${made(folder)}`,
			),
			...(kinds.get('other') ?? []).map(({ to, at }) => `${tools.ln} -s -- ${quoteWord(to)} ${made(at)}`),
		];
	}

	/** The last place that shows something at a path. */
	#over(path: string) {
		return this.#before.findLast(({ at }) => path === at || path.startsWith(at === '/' ? '/' : `${at}/`));
	}

	/** Makes what a place is mounted on. False where mount(8) has to: a folder in an empty one that waits in the table. */
	#madeFor(path: string, isFolder: boolean): boolean {
		const over = this.#over(path);
		if (isFolder && over !== undefined && this.#waiting.has(over.at)) return false;
		this.#make(path, isFolder);
		return true;
	}

	/** Makes a folder or an empty file, where no file system of this machine is shown already. */
	#make(path: string, isFolder: boolean): void {
		const over = this.#over(path);
		if (over !== undefined && over.type !== 'empty') return;
		if (over !== undefined && this.#waiting.has(over.at)) this.#flush();
		this.#folders.add(isFolder ? path : dirname(path));
		if (!isFolder) this.#files.push(path);
	}

	#inRoot(path: string): string {
		return path === '/' ? this.#root : `${this.#root}${path}`;
	}
}

/** The word for a path of the sandbox, in a shell whose folder is its root. */
function made(path: string): string {
	return quoteWord(`.${path}`);
}

function emptyOptions({ mode = '755', size = '1%' }: Extract<Place, { type: 'empty' }>): string {
	return `nosuid,nodev,mode=${mode},size=${size}`;
}

/** Without root, overlayfs keeps its marks in attributes of the user's (`userxattr`; Linux 5.11). */
function overlayOptions(
	{ lower, upper, work, isVolatile }: Extract<Place, { type: 'overlay' }>,
	plainName: (folder: string) => string,
): string {
	const path = (folder: string): string => escaped(plainName(folder).replace(/[\\:,]/g, '\\$&'));
	return `userxattr,nosuid,nodev,${isVolatile === true ? 'volatile,' : ''}lowerdir=${path(lower)},upperdir=${path(upper)},workdir=${path(work)}`;
}

/** A field of fstab(5); white space beyond ASCII is a letter there. */
function escaped(path: string): string {
	return path.replace(/[ \t\n\v\f\r\\#]/g, (sign) => `\\${sign.charCodeAt(0).toString(8).padStart(3, '0')}`);
}
