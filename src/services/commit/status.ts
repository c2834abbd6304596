import type { CommitFile, CommitGroup } from '../../core/commit/commit.js';
import { fieldsOf } from '../git/split-output.js';
import { nameOf } from '../review/names.js';

export type StatusRow = {
	readonly group: CommitGroup;
	readonly path: string;
	readonly from?: string;
	readonly status: CommitFile['status'];
	/** Of the new side, or of the old one where there is no other; empty for a file that is not tracked. */
	readonly mode: string;
	/** Mode and object in the index and in HEAD, where the change is in the index. */
	readonly staged?: { readonly is: string; readonly was: string };
};

export type Status = {
	/** Null before the first commit. */
	readonly head: string | null;
	/** Null for a detached HEAD. */
	readonly branch: string | null;
	readonly rows: readonly StatusRow[];
};

export const STATUS_ARGS = ['status', '--porcelain=v2', '--branch', '-z', '--renames', '--ignore-submodules=dirty'];

const STATUS: Readonly<Record<string, CommitFile['status']>> = {
	A: 'added',
	C: 'added',
	D: 'deleted',
	R: 'renamed',
	T: 'type',
};

/** Fields before the name, by what a record begins with. */
const FIELDS: Readonly<Record<string, number>> = { '1': 8, '2': 9, u: 10, '?': 1 };
const NO_MODE = '000000';

/** Reads what git prints for {@link STATUS_ARGS}. */
export function readStatus(output: Buffer): Status {
	let head: string | null = null;
	let branch: string | null = null;
	const rows: StatusRow[] = [];
	const records = fieldsOf(output);
	for (let at = 0; at < records.length; at += 1) {
		const record = records[at] ?? Buffer.alloc(0);
		const text = record.toString('utf8');
		const [, name, value = ''] = /^# branch\.(oid|head) (.*)$/s.exec(text) ?? [];
		if (name === 'oid') head = value === '(initial)' ? null : value;
		if (name === 'head') branch = value === '(detached)' ? null : value;
		const count = FIELDS[text[0] ?? ''];
		if (count === undefined) continue;
		const fields = text.split(' ', count);
		const path = nameOf(record.subarray(fields.join(' ').length + 1));
		// The name before is a record of its own.
		if (fields[0] === '2') at += 1;
		rows.push(...rowsOf(fields, path, fields[0] === '2' ? nameOf(records[at] ?? record) : undefined));
	}
	return { head, branch, rows };
}

function rowsOf(fields: readonly string[], path: string, from: string | undefined): readonly StatusRow[] {
	const [kind, letters = '', , modeOfHead = '', modeOfIndex = '', modeOfFile = '', objectOfHead = ''] = fields;
	if (kind === '?') return [{ group: 'untracked', path, status: 'added', mode: '' }];
	if (kind === 'u') return [{ group: 'conflict', path, status: 'modified', mode: fields[6] ?? '' }];
	const [x = '.', y = '.'] = letters;
	const rows: StatusRow[] = [];
	if (x !== '.') {
		const mode = modeOfIndex === NO_MODE ? modeOfHead : modeOfIndex;
		const staged = { is: `${modeOfIndex} ${fields[7] ?? ''}`, was: `${modeOfHead} ${objectOfHead}` };
		const named = x === 'R' && from !== undefined ? { from } : {};
		rows.push({ group: 'staged', path, ...named, status: STATUS[x] ?? 'modified', mode, staged });
	}
	if (y !== '.') {
		const mode = modeOfFile === NO_MODE ? modeOfIndex : modeOfFile;
		rows.push({ group: 'changed', path, status: STATUS[y] ?? 'modified', mode });
	}
	return rows;
}
