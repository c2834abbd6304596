import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { processesIn } from '../../sandbox/agents/sandbox-processes.js';

const O_ACCMODE = 0o3;

/** The view's paths that processes in its namespace have open for writing, by a descriptor or mapped in memory. */
export function openForWriting(namespacePid: number): ReadonlySet<string> {
	return new Set(processesIn(namespacePid).flatMap(openOf));
}

export function openOf(pid: number): readonly string[] {
	const found: string[] = [];
	const seen = new Set<string>();
	for (const task of namesIn(`/proc/${pid}/task`)) {
		const folder = `/proc/${pid}/task/${task}`;
		const descriptors = namesIn(`${folder}/fdinfo`);
		// Hundreds of threads share hundreds of files, as a rule, and nothing else is done meanwhile.
		const numbers = descriptors.join();
		if (seen.has(numbers)) continue;
		seen.add(numbers);
		for (const descriptor of descriptors) {
			const flags = /^flags:\s*([0-7]+)/m.exec(textOf(`${folder}/fdinfo/${descriptor}`))?.[1] ?? '0';
			if ((Number.parseInt(flags, 8) & O_ACCMODE) !== 0) found.push(plain(linkOf(`${folder}/fd/${descriptor}`)));
		}
	}
	// A mapping stays when its descriptor is closed.
	for (const [, path = ''] of textOf(`/proc/${pid}/maps`).matchAll(/^\S+ ...s \S+ \S+ \d+ +(\/.*)$/gm)) {
		found.push(plain(path));
	}
	return found;
}

/** Paths taken out of the layer are marked as deleted. */
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
