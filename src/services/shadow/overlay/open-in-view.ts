import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { processesIn } from '../../sandbox/agents/sandbox-processes.js';

const O_ACCMODE = 0o3;

/** The paths, as the view has them, of what processes that see it hold open to be written, by a descriptor or in memory. */
export function openForWriting(namespacePid: number): ReadonlySet<string> {
	const found = new Set<string>();
	for (const pid of processesIn(namespacePid)) {
		for (const task of namesIn(`/proc/${pid}/task`)) {
			const folder = `/proc/${pid}/task/${task}`;
			for (const descriptor of namesIn(`${folder}/fdinfo`)) {
				const flags = /^flags:\s*([0-7]+)/m.exec(textOf(`${folder}/fdinfo/${descriptor}`))?.[1] ?? '0';
				if ((Number.parseInt(flags, 8) & O_ACCMODE) !== 0) found.add(plain(linkOf(`${folder}/fd/${descriptor}`)));
			}
		}
		// A mapping stays when its descriptor is closed.
		for (const [, path = ''] of textOf(`/proc/${pid}/maps`).matchAll(/^\S+ ...s \S+ \S+ \d+ +(\/.*)$/gm)) {
			found.add(plain(path));
		}
	}
	return found;
}

/** What was taken out of the layer is called deleted. */
function plain(path: string): string {
	return path.replace(/ \(deleted\)$/, '');
}

function namesIn(folder: string): readonly string[] {
	try {
		return readdirSync(folder);
	} catch {
		// It ended.
		return [];
	}
}

function textOf(file: string): string {
	try {
		return readFileSync(file, 'utf8');
	} catch {
		return '';
	}
}

function linkOf(path: string): string {
	try {
		return readlinkSync(path);
	} catch {
		return '';
	}
}
