import { resolve, sep } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entryPath, sameNameKey } from '../../../../src/services/agents/archives/entry-path.js';
import { ThrownFailure } from '../../../../src/services/agents/thrown-failure.js';

/** Pieces of which hostile paths are made. */
const piece = fc.oneof(
	fc.constantFrom('..', '.', '/', '//', '\\', 'C:', 'a', 'A', 'e\u0301', '\uFF0F', '\uFF0E', '\u2025', '\u2024', '\0'),
	fc.constantFrom('\u202E', '\u200B', '~', ' ', 'nul', 'x'.repeat(300), '\uFE68', '\u2215', '%2e%2e', '\uD800'),
	fc.string({ unit: 'binary', maxLength: 4 }),
);
const path = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));

function partsOf(name: string, platform?: NodeJS.Platform): readonly string[] | null {
	try {
		return entryPath(name, platform);
	} catch (error) {
		expect(error).toBeInstanceOf(ThrownFailure);
		return null;
	}
}

test('No name leads out of the folder, in whatever form a file system keeps it.', () => {
	fc.assert(
		fc.property(path, (name) => {
			const parts = partsOf(name);
			if (parts === null) return;
			for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const) {
				const kept = parts.map((part) => part.normalize(form));
				expect(`${resolve('/folder', ...kept)}${sep}`.startsWith('/folder/')).toBe(true);
				expect(kept.join('/').split('/')).toHaveLength(Math.max(parts.length, 1));
				for (const part of kept) expect(part).not.toMatch(/^\.{0,2}$|[/\\\0]|^[a-z]:/i);
			}
		}),
		{ numRuns: 3000 },
	);
});

test('What a name becomes is a name that becomes itself, and its key is stable.', () => {
	fc.assert(
		fc.property(path, (name) => {
			const parts = partsOf(name);
			if (parts === null || parts.length === 0) return;
			expect(partsOf(parts.join('/'))).toEqual(parts);
			expect(sameNameKey(parts.map((part) => part.toUpperCase()))).toBe(sameNameKey(parts));
		}),
		{ numRuns: 1000 },
	);
});

test.each(['con', 'NUL.txt', 'a/aux', 'com1', 'trailing.', 'trailing ', 'stream:data', 'wh*t', 'a|b'])(
	'%s is a name, but not on Windows.',
	(name) => {
		expect(partsOf(name, 'linux')).not.toBeNull();
		expect(partsOf(name, 'win32')).toBeNull();
	},
);
