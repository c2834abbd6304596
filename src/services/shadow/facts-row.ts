import type { FileFacts } from '../snapshots/entry.js';

/** Facts in JSON, which has no bigint. */
export type FactsRow = readonly string[];

export function factsRow({ ino, size, mtimeNs, ctimeNs }: FileFacts): FactsRow {
	return [ino, size, mtimeNs, ctimeNs].map(String);
}

/** Throws for what is no number. */
export function rowFacts([ino = '0', size = '0', mtime = '0', ctime = '0']: FactsRow): FileFacts {
	return { ino: BigInt(ino), size: BigInt(size), mtimeNs: BigInt(mtime), ctimeNs: BigInt(ctime) };
}
