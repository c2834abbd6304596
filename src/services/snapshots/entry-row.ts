import type { Entry, FileFacts } from './entry.js';

/** An entry as one line of a file; null: the path is missing. */
export type EntryRow = readonly (string | number | null)[];

const SHA = /^[0-9a-f]{64}$/;
const BLOB = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/** Facts are saved where they spare the next run reading a file. */
export function rowOf(path: string, entry: Entry | null): EntryRow {
	if (entry === null) return ['-', path];
	switch (entry.kind) {
		case 'link':
			return ['l', path, entry.target];
		case 'unseen':
			return ['u', path];
		case 'file': {
			const { mode, size, sha = null, blob = null, mark = null, facts } = entry;
			switch (entry.from) {
				case 'git':
					return ['g', path, mode, size, blob];
				case 'store':
					return ['s', path, mode, size, sha, blob, ...factWords(facts)];
				case 'nowhere':
					return ['n', path, mode, size, sha, blob, mark];
			}
		}
	}
}

/** Parses a row; null for anything else. */
export function readRow(value: unknown): { readonly path: string; readonly entry: Entry | null } | null {
	if (!Array.isArray(value)) return null;
	const [code, path, ...rest]: readonly unknown[] = value;
	if (typeof path !== 'string') return null;
	if (code === '-') return { path, entry: null };
	if (code === 'u') return { path, entry: { kind: 'unseen' } };
	if (code === 'l') {
		const [target] = rest;
		return typeof target === 'string' ? { path, entry: { kind: 'link', target, facts: null } } : null;
	}
	const entry = readFileRow(code, rest);
	return entry === null ? null : { path, entry };
}

function readFileRow(code: unknown, rest: readonly unknown[]): Entry | null {
	const [mode, size, ...words] = rest;
	if (typeof mode !== 'number' || typeof size !== 'number') return null;
	const common = { kind: 'file', mode: mode & 0o777, size } as const;
	if (code === 'g') {
		const blob = matching(words[0], BLOB);
		return blob === null ? null : { ...common, from: 'git', blob, facts: null };
	}
	const sha = matching(words[0], SHA);
	const blob = matching(words[1], BLOB);
	const named = { ...(sha === null ? {} : { sha }), ...(blob === null ? {} : { blob }) };
	if (code === 's' && sha !== null) return { ...common, ...named, from: 'store', facts: readFacts(words.slice(2)) };
	if (code === 'n') {
		const mark = words[2];
		return { ...common, ...named, from: 'nowhere', ...(typeof mark === 'string' ? { mark } : {}), facts: null };
	}
	return null;
}

function matching(value: unknown, pattern: RegExp): string | null {
	return typeof value === 'string' && pattern.test(value) ? value : null;
}

function factWords(facts: FileFacts | null): readonly string[] {
	return facts === null ? [] : [facts.ino, facts.size, facts.mtimeNs, facts.ctimeNs].map(String);
}

function readFacts(words: readonly unknown[]): FileFacts | null {
	const numbers = words
		.filter((word) => typeof word === 'string' && /^\d+$/.test(word))
		.map((word) => BigInt(String(word)));
	const [ino, size, mtimeNs, ctimeNs] = numbers;
	return ino === undefined || size === undefined || mtimeNs === undefined || ctimeNs === undefined
		? null
		: { ino, size, mtimeNs, ctimeNs };
}
