import { lstat, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Result } from '../../core/failure.js';
import { isRecord } from '../../core/is-record.js';
import { jsonIn } from '../../core/json-in.js';
import { exactly, list, number, optional, shape, text, word } from '../../core/schema.js';
import type { SavedShadow } from '../../core/shadow/saved-shadow.js';
import type { ShadowKind, ShadowRow } from '../../core/shadow/shadow-port.js';
import { isMissing } from '../errno.js';
import { replaceFile } from '../files/replace-file.js';
import { SHADOW } from './shadow-messages.js';

export type ShadowRecord = {
	readonly id: string;
	readonly agent: string;
	readonly sessionId: string | null;
	/** Earlier sessions of the same shadow, as one process continues with others. */
	readonly earlierSessions?: readonly string[];
	readonly cwd: string;
	readonly createdAt: number;
	readonly kind: ShadowKind;
	/** Of a copy: why there is no overlay, and the number of files at its beginning. */
	readonly copied?: { readonly why: string; readonly files: number };
};

const VERSION = 1;
const FILE = 'shadow.json';
const ID = /^[0-9a-f]{8}$/;

export function shadowsFolder(stateDir: string): string {
	return join(stateDir, 'shadow');
}

export function shadowFolder(stateDir: string, id: string): string | null {
	return ID.test(id) ? join(shadowsFolder(stateDir), id) : null;
}

/** The ids of all existing folders; a record may be missing. */
export async function listShadowIds(stateDir: string): Promise<readonly string[]> {
	const names = await readdir(shadowsFolder(stateDir)).catch(() => []);
	return names.filter((name) => ID.test(name)).sort();
}

export async function readSavedShadows(stateDir: string): Promise<readonly SavedShadow[]> {
	const ids = await listShadowIds(stateDir);
	const records = await Promise.all(ids.map((id) => readRecord(join(shadowsFolder(stateDir), id), id)));
	return records
		.filter((record) => record !== null)
		.sort((one, other) => other.createdAt - one.createdAt)
		.map(({ id, cwd, sessionId, earlierSessions = [] }) => ({
			...{ id, cwd },
			sessionIds: [...(sessionId === null ? [] : [sessionId]), ...earlierSessions],
		}));
}

export function rowOf({ id, agent, sessionId, cwd, createdAt }: ShadowRecord): Omit<ShadowRow, 'files'> {
	return { id, agent, sessionId, cwd, createdAt: new Date(createdAt).toISOString() };
}

export function writeRecord(folder: string, record: ShadowRecord): Promise<void> {
	return replaceFile(join(folder, FILE), `${JSON.stringify({ version: VERSION, ...record }, null, '\t')}\n`);
}

/** False when the shadow was still being made; true also for an unreadable record, or one of a newer version. */
export async function hasRecord(folder: string): Promise<boolean> {
	return lstat(join(folder, FILE)).then(
		() => true,
		(error: unknown) => !isMissing(error),
	);
}

/** Null when there is none, or it is not ours. */
export async function readRecord(folder: string, id: string): Promise<ShadowRecord | null> {
	return recordOf(jsonIn(await readFile(join(folder, FILE), 'utf8').catch(() => '')), id);
}

const all = Number.POSITIVE_INFINITY;
const readFields = shape({
	version: exactly(VERSION),
	agent: text(all),
	sessionId: (value) => text(all)(value) ?? null,
	earlierSessions: optional(list(text(all), all)),
	cwd: (value) => (typeof value === 'string' && value.startsWith('/') ? value : undefined),
	createdAt: number,
	kind: word({ overlay: true, copy: true }),
	copied: optional(shape({ why: text(all), files: number })),
});
function recordOf(value: unknown, id: string): ShadowRecord | null {
	const read = isRecord(value) ? readFields({ sessionId: null, ...value }) : undefined;
	if (read === undefined) return null;
	const { version: _, ...record } = read;
	return { id, ...record };
}

/** Why a shadow without a readable record is not opened: `not-found`, or `invalid` where its files exist. */
export async function notThere(folder: string | null, id: string): Promise<Result<never>> {
	return folder !== null && (await hasRecord(folder)) ? SHADOW.unreadable(id, folder) : SHADOW.notFound(id);
}

export async function unreadableRow(folder: string, id: string): Promise<ShadowRow | null> {
	const stats = await stat(folder).catch(() => null);
	if (stats === null || !(await hasRecord(folder))) return null;
	const createdAt = new Date(stats.birthtimeMs).toISOString();
	return { id, agent: '', sessionId: null, cwd: '', createdAt, files: null };
}
