import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzzyScore } from '../../../src/core/text/fuzzy-score.js';
import { createPathList, type PathList } from '../../../src/services/file-index/path-list.js';
import { type Slices, searchPaths } from '../../../src/services/file-index/search-files.js';

const FILES = 200_000;

const words = ['auth', 'user', 'login', 'view', 'render', 'tool', 'state', 'index', 'config', 'parse'];

function largeList(): PathList {
	const list = createPathList();
	for (let at = 0; at < FILES; at += 1) {
		const [first, second, third] = [at % 10, Math.floor(at / 7) % 10, Math.floor(at / 100) % 10];
		list.add(`packages/${words[first]}-${at % 40}/src/${words[second]}/${words[third]}-${at}.ts`);
	}
	return list;
}

/** A clock that each look moves on by one millisecond, and the number of pauses. */
function countedSlices(longest: number): Slices & { pauses: number } {
	let time = 0;
	const slices = {
		longest,
		pauses: 0,
		now: () => {
			time += 1;
			return time;
		},
		async pause() {
			slices.pauses += 1;
		},
	};
	return slices;
}

function options(more: Partial<Parameters<typeof searchPaths>[2]> = {}) {
	const signal = new AbortController().signal;
	return { limit: 50, recent: new Map<string, number>(), before: null, signal, slices: countedSlices(5), ...more };
}

const large = largeList();

test.each(['', 's', 'src', 'login-1', 'zzz', 'packages/auth-0/src/v'])(
	'the search for %j works in slices of at most 5 ms',
	async (query) => {
		const slices = countedSlices(5);
		const found = await searchPaths(large, query, options({ slices }));
		expect(found).not.toBeNull();
		// The clock is looked at every 128 paths: with a millisecond a look, a slice is at most five of them.
		expect(slices.pauses).toBeGreaterThanOrEqual(Math.floor(large.paths.length / (128 * 6)));
		expect(found?.best.length).toBeLessThanOrEqual(50);
	},
);

test('a search that is called off ends with its slice', async () => {
	const abort = new AbortController();
	const slices = countedSlices(5);
	const pause = slices.pause;
	slices.pause = async () => {
		await pause();
		if (slices.pauses === 3) abort.abort();
	};
	expect(await searchPaths(large, 's', options({ slices, signal: abort.signal }))).toBeNull();
	expect(slices.pauses).toBe(3);
});

test('a list that grew since is searched from where the last search ended', async () => {
	const list = createPathList();
	list.add('src/first.ts');
	const before = await searchPaths(list, 'f', options());
	list.add('src/further.ts');
	list.drop('src/first.ts');
	const found = await searchPaths(list, 'fu', options({ before }));
	expect(found?.best.map(({ index }) => list.paths[index])).toEqual(['src/further.ts']);
});

test.each<[string, readonly string[]]>([
	[
		'view',
		['src/view/', 'src/view.ts', 'src/viewer.ts', 'src/my-view.ts', 'src/review.ts', 'src/view/a.ts', 'vxixexw'],
	],
	['src/v', ['src/v/', 'src/view.ts', 'a/src/v.ts', 'a/xsrc/v.ts', 'src/a/v.ts']],
	['a.ts', ['a.ts', 'src/a.ts', 'src/data.ts', 'a/t/s.t.s']],
])('for %j the order is %j', (query, order) => {
	const points = order.map((path) => fuzzyScore(path, query));
	expect(points).toEqual([...points].sort((first, second) => second - first));
});

test('a score is above zero exactly for paths that hold the letters in their order', () => {
	const text = fc.string({ unit: fc.constantFrom(...'ab/.-é☃'), maxLength: 12 });
	const holds = (path: string, query: string): boolean => {
		let at = -1;
		for (const letter of query.split('')) {
			at = path.indexOf(letter, at + 1);
			if (at === -1) return false;
		}
		return true;
	};
	fc.assert(
		fc.property(
			text,
			text.filter((query) => query !== ''),
			(path, query) => {
				expect(fuzzyScore(path, query) > 0).toBe(holds(path, query));
			},
		),
	);
});

test('folders are listed once, before what lies in them', () => {
	const list = createPathList();
	for (const path of ['a/b/c.ts', 'a/b/d.ts', 'a/', 'e/', 'e/f.ts', 'a/b/c.ts', 'a/g.ts']) list.add(path);
	expect(list.paths).toEqual(['a/', 'a/b/', 'a/b/c.ts', 'a/b/d.ts', 'e/', 'e/f.ts', 'a/b/c.ts', 'a/g.ts']);
});

test.each(['', 'x.ts'])(
	'for %j the files that were used last come first, the newest before the others',
	async (query) => {
		const list = createPathList();
		for (const name of ['a', 'b', 'c', 'd', 'e']) list.add(`${name}/x.ts`);
		const recent = new Map(['d', 'b', 'e'].map((name, since) => [`${name}/x.ts`, since]));
		const found = await searchPaths(list, query, options({ recent }));
		const files = found?.best.map(({ index }) => list.paths[index]).filter((path) => path?.endsWith('.ts'));
		expect(files).toEqual(['d', 'b', 'e', 'a', 'c'].map((name) => `${name}/x.ts`));
	},
);
