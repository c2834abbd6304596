import { type FSWatcher, lstatSync, watch as watchFolder } from 'node:fs';
import { SKIPPED_FOLDERS } from '../files/ignore-rules.js';
import { folderOf } from '../files/path-inside.js';
import { createPace } from './pace.js';

/** Milliseconds from the first event to the hint, which covers later ones. */
const DELAY = 300;
/** Watched folders, the outermost first; changes in others are noticed by the next take. */
const MOST_FOLDERS = 2000;
const MOST_EXTRA = 100;
const MOST_UNKNOWN = 1000;
const MOST_IGNORED = 10_000;

/** On macOS and Windows one watch covers a whole tree. */
const IS_WHOLE = process.platform === 'darwin' || process.platform === 'win32';

/**
 * Watches the folders of known files, and hints at possible changes. On macOS and Windows one watch covers the tree; on
 * Linux every folder costs one of the user's limited watches, so their number is bounded and folders of ignored files
 * are left out. Keeps no process alive and never throws.
 */
export class Watch {
	readonly #root: string;
	readonly #onHint: () => void;
	readonly #watchers = new Map<string, FSWatcher>();
	#timer: NodeJS.Timeout | null = null;
	#isStopped = false;
	/** Changed unknown paths: new files, or ignored ones. */
	#unknown = new Set<string>();
	readonly #ignored = new Set<string>();
	#extras: ReadonlySet<string> = new Set();
	#isKnown: (path: string) => boolean = () => true;

	constructor(root: string, onHint: () => void) {
		this.#root = root;
		this.#onHint = onHint;
	}

	async follow(paths: Iterable<string>, isKnown: (path: string) => boolean): Promise<void> {
		this.#isKnown = isKnown;
		const pace = createPace();
		const folders = await foldersOf(paths, pace);
		this.#extras = new Set(this.#findExtra(folders));
		const wanted = IS_WHOLE ? new Set(['']) : new Set([...outermost(folders), ...this.#extras]);
		for (const folder of [...this.#watchers.keys()]) if (!wanted.has(folder)) this.#close(folder);
		for (const folder of wanted) {
			await pace();
			if (this.#isStopped) return;
			if (!this.#watchers.has(folder)) this.#add(folder);
		}
	}

	stop(): void {
		this.#isStopped = true;
		clearTimeout(this.#timer ?? undefined);
		for (const folder of [...this.#watchers.keys()]) this.#close(folder);
	}

	#add(folder: string): void {
		try {
			const path = folder === '' ? this.#root : `${this.#root}/${folder}`;
			const options = { persistent: false, recursive: IS_WHOLE };
			const watcher = watchFolder(path, options, (_, name) => this.#onChange(folder, name));
			watcher.on('error', () => this.#close(folder));
			this.#watchers.set(folder, watcher);
		} catch {
			// No watches are left, or the folder was removed: a hint less; the next snapshot sees it all the same.
		}
	}

	#close(folder: string): void {
		this.#watchers.get(folder)?.close();
		this.#watchers.delete(folder);
	}

	#onChange(folder: string, name: string | null): void {
		if (this.#isStopped) return;
		const path = name === null ? null : `${folder === '' ? '' : `${folder}/`}${name.replaceAll('\\', '/')}`;
		if (path !== null && !this.#isWorthLooking(path)) return;
		this.#timer ??= setTimeout(() => {
			this.#timer = null;
			this.#onHint();
		}, DELAY).unref();
	}

	#isWorthLooking(path: string): boolean {
		if (path.split('/').some((part) => SKIPPED_FOLDERS.has(part)) || this.#ignored.has(path)) return false;
		if (/(?:^|\/)\.(?:git)?ignore$/.test(path)) this.#ignored.clear();
		else if (!this.#isKnown(path) && this.#unknown.size < MOST_UNKNOWN) this.#unknown.add(path);
		return true;
	}

	/** New folders without a known file: empty, or ignored. They are watched while there are few. */
	#findExtra(folders: ReadonlySet<string>): readonly string[] {
		const extra = [...this.#watchers.keys()].filter((folder) => this.#extras.has(folder));
		for (const path of this.#unknown) {
			if (this.#isKnown(path) || folders.has(path)) continue;
			if (isRealFolder(`${this.#root}/${path}`)) extra.push(path);
			else if (this.#ignored.size < MOST_IGNORED) this.#ignored.add(path);
		}
		this.#unknown = new Set();
		return extra.slice(0, MOST_EXTRA);
	}
}

async function foldersOf(paths: Iterable<string>, pace: () => Promise<void> | undefined): Promise<ReadonlySet<string>> {
	const folders = new Set(['']);
	for (const path of paths) {
		for (let folder = folderOf(path); !folders.has(folder); folder = folderOf(folder)) folders.add(folder);
		await pace();
	}
	return folders;
}

function outermost(folders: ReadonlySet<string>): readonly string[] {
	return [...folders]
		.map((folder) => ({ folder, depth: folder === '' ? 0 : folder.split('/').length }))
		.sort((one, other) => one.depth - other.depth)
		.slice(0, MOST_FOLDERS)
		.map(({ folder }) => folder);
}

function isRealFolder(path: string): boolean {
	try {
		return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
	} catch {
		// A folder that cannot be read cannot be watched.
		return false;
	}
}
