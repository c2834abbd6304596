import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isRecord } from '../../../core/is-record.js';
import { replaceFile } from '../../files/replace-file.js';
import type { NamedIndex } from './read-index.js';
import { parseIndex } from './read-index.js';

function storedFile(dataDir: string): string {
	return join(dataDir, 'registry.json');
}

/** Stores a fetched index for later starts. Throws the system's error. */
export async function storeIndex(dataDir: string, { from, text }: NamedIndex, fetchedAt: Date): Promise<void> {
	const file = storedFile(dataDir);
	await mkdir(dirname(file), { recursive: true, mode: 0o700 });
	await replaceFile(file, `${JSON.stringify({ version: 1, from, fetchedAt: fetchedAt.toISOString(), text })}\n`);
}

/** The stored index; null where there is none, or none that can be read. */
export async function storedIndex(dataDir: string): Promise<NamedIndex | null> {
	const kept = await readFile(storedFile(dataDir), 'utf8').catch(() => null);
	if (kept === null) return null;
	try {
		const value: unknown = JSON.parse(kept);
		if (!isRecord(value)) return null;
		const { from, fetchedAt, text } = value;
		if (typeof from !== 'string' || typeof fetchedAt !== 'string' || typeof text !== 'string') return null;
		const read = parseIndex(text, from, { quarantine: null, date: fetchedAt.slice(0, 10) });
		return read.ok ? read.value : null;
	} catch {
		return null;
	}
}
