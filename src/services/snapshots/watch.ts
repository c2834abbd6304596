import { type FSWatcher, lstatSync, watch as watchFolder } from 'node:fs';
import { SKIPPED_FOLDERS } from './ignore-rules.js';
import { createPace } from './pace.js';
import { folderOf } from './sweep.js';

/** Hints that something may have changed. */
export type Watch = {
	/** Brings the watched folders up to date with the files that are known by now. */
	follow(paths: Iterable<string>, isKnown: (path: string) => boolean): Promise<void>;
	stop(): void;
};

/** Milliseconds from the first event to the hint; more events meanwhile are the same hint. */
const DELAY = 300;
/** Folders that are watched at most, the outermost first; files below others are noticed by the next take. */
const MOST_FOLDERS = 2000;
const MOST_EXTRA = 100;
const MOST_UNKNOWN = 1000;
const MOST_IGNORED = 10_000;

/**
 * Watches the folders that hold known files. Where one watch covers a whole tree for nothing (macOS,
 * Windows) it is one; on Linux every folder costs one of the person's limited watches, so their number
 * is bounded and folders of ignored files are left out. Keeps no process alive and never throws.
 */
export function createWatch(root: string, onHint: () => void): Watch {
	const watchers = new Map<string, FSWatcher>();
	const isWhole = process.platform === 'darwin' || process.platform === 'win32';
	let timer: NodeJS.Timeout | null = null;
	let isStopped = false;
	/** Paths that changed and are not known: new files, or ignored ones. */
	let unknown = new Set<string>();
	const ignored = new Set<string>();
	let extras: ReadonlySet<string> = new Set();
	let isKnown: (path: string) => boolean = () => true;
	const onChange = (folder: string, name: string | null): void => {
		if (isStopped) return;
		const path = name === null ? null : `${folder === '' ? '' : `${folder}/`}${name.replaceAll('\\', '/')}`;
		if (path !== null && !isWorthLooking(path)) return;
		timer ??= setTimeout(() => {
			timer = null;
			onHint();
		}, DELAY).unref();
	};
	const isWorthLooking = (path: string): boolean => {
		if (path.split('/').some((part) => SKIPPED_FOLDERS.has(part)) || ignored.has(path)) return false;
		if (/(?:^|\/)\.(?:git)?ignore$/.test(path)) {
			ignored.clear();
		} else if (!isKnown(path) && unknown.size < MOST_UNKNOWN) {
			unknown.add(path);
		}
		return true;
	};
	const close = (folder: string): void => {
		watchers.get(folder)?.close();
		watchers.delete(folder);
	};
	const add = (folder: string): void => {
		try {
			const path = folder === '' ? root : `${root}/${folder}`;
			const watcher = watchFolder(path, { persistent: false, recursive: isWhole }, (_, name) => onChange(folder, name));
			watcher.on('error', () => close(folder));
			watchers.set(folder, watcher);
		} catch {
			// No watches left, or the folder went: a hint less, and the next take sees it all the same.
		}
	};
	/** New folders without a known file: empty, or ignored. They are watched as far as there are few. */
	const findExtra = (folders: ReadonlySet<string>): readonly string[] => {
		const extra: string[] = [...watchers.keys()].filter((folder) => extras.has(folder));
		for (const path of unknown) {
			if (isKnown(path) || folders.has(path)) continue;
			if (isRealFolder(`${root}/${path}`)) {
				extra.push(path);
			} else if (ignored.size < MOST_IGNORED) {
				ignored.add(path);
			}
		}
		unknown = new Set();
		return extra.slice(0, MOST_EXTRA);
	};
	return {
		async follow(paths, knows) {
			isKnown = knows;
			const pace = createPace();
			const folders = await foldersOf(paths, pace);
			extras = new Set(findExtra(folders));
			const wanted = isWhole ? new Set(['']) : new Set([...outermost(folders), ...extras]);
			for (const folder of [...watchers.keys()]) {
				if (!wanted.has(folder)) close(folder);
			}
			for (const folder of wanted) {
				await pace();
				if (isStopped) return;
				if (!watchers.has(folder)) add(folder);
			}
		},
		stop() {
			isStopped = true;
			if (timer !== null) {
				clearTimeout(timer);
				timer = null;
			}
			for (const folder of [...watchers.keys()]) close(folder);
		},
	};
}

async function foldersOf(paths: Iterable<string>, pace: () => Promise<void> | undefined): Promise<ReadonlySet<string>> {
	const folders = new Set(['']);
	let count = 0;
	for (const path of paths) {
		for (let folder = folderOf(path); !folders.has(folder); folder = folderOf(folder)) folders.add(folder);
		count += 1;
		if (count % 64 === 0) await pace();
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
		// What cannot be looked at cannot be watched.
		return false;
	}
}
