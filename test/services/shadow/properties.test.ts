import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ShadowChange } from '../../../src/core/shadow/shadow-change.js';
import type { Shadow } from '../../../src/services/shadow/shadow.js';
import { must } from '../must.js';
import { changesOf, ShadowFixture } from './shadow-fixture.js';
import { carryOut, operation, treeOf } from './trees.js';

const RUNS = env['ACP_TUI_LONG'] === '1' ? 300 : 10;

const round = fc.record({
	agent: fc.array(operation, { maxLength: 12 }),
	person: fc.array(operation, { maxLength: 3 }),
	end: fc.constantFrom('apply', 'apply', 'subset', 'discard', 'over'),
	/** Which of the changes a subset takes. */
	mask: fc.nat(),
});

describe.runIf(process.platform === 'linux').each(['overlay', 'copy'] as const)(
	'whatever is done in a shadow (%s)',
	(kind) => {
		it('comes into the workspace as it was reviewed, or goes, and the view stays what it is', async () => {
			await fc.assert(
				fc.asyncProperty(
					fc.array(operation, { maxLength: 20 }),
					fc.array(round, { minLength: 1, maxLength: 4 }),
					async (start, rounds) => {
						const fixture = new ShadowFixture(kind);
						try {
							for (const each of start) carryOut(fixture.real, each);
							const { shadow, view } = await fixture.openMounted();
							for (const each of rounds) await carryOutRound(shadow, { real: fixture.real, view }, each);
						} finally {
							await fixture.remove();
						}
					},
				),
				{ numRuns: RUNS, ...(RUNS > 50 ? {} : { endOnFailure: true }) },
			);
		}, 1_200_000);
	},
);

type Places = { readonly real: string; readonly view: string };
type Round = typeof round extends fc.Arbitrary<infer T> ? T : never;

async function carryOutRound(shadow: Shadow, { real, view }: Places, { agent, person, end, mask }: Round) {
	await shadow.beginTurn();
	await shadow.refresh();
	for (const each of agent) carryOut(view, each);
	for (const each of person) carryOut(real, each);
	await shadow.refresh();
	const changes = await changesOf(shadow);
	const [realBefore, viewBefore] = [treeOf(real), treeOf(view)];
	const listed = withoutFolders(pathsOf(changes), realBefore, viewBefore);
	const different = withoutFolders(differing(realBefore, viewBefore), realBefore, viewBefore);
	// What the person puts where the agent's side has no room for it comes into a copy later.
	const isExact = shadow.kind === 'overlay' || listed.length === different.length;
	expect(isExact ? different : different.filter((path) => listed.includes(path))).toEqual(listed);
	if (end === 'discard') {
		const discarded = await shadow.discard(changes.map(({ path }) => path));
		expect(discarded).toMatchObject({ ok: true, value: { skipped: [] } });
		expect([...treeOf(real)]).toEqual([...realBefore]);
		if (!isExact) return;
		expect([...treeOf(view)]).toEqual([...realBefore]);
		expect(await changesOf(shadow)).toEqual([]);
		return;
	}
	const wanted = end === 'subset' ? changes.filter((_, index) => (mask >> (index % 30)) & 1) : changes;
	const over = end === 'over' ? { isOverConflict: true as const } : {};
	const result = must(await shadow.apply(wanted.map(({ path, version }) => ({ path, version, ...over }))));
	const { applied, skipped, kept } = result;
	if (kept.length > 0) return;
	const touched = pathsOf(changes.filter(({ path }) => applied.includes(path)));
	const [realAfter, viewAfter] = [treeOf(real), treeOf(view)];
	expect([...viewAfter]).toEqual([...viewBefore]);
	for (const path of new Set([...realBefore.keys(), ...viewBefore.keys()])) {
		if (touched.has(path)) expect([path, realAfter.get(path)]).toEqual([path, viewBefore.get(path)]);
		else if (!isFolder(realBefore.get(path)) && !isFolder(viewBefore.get(path))) {
			expect([path, realAfter.get(path)]).toEqual([path, realBefore.get(path)]);
		}
	}
	const conflicts = changes.filter(({ conflict }) => conflict !== null);
	if (end === 'apply' && conflicts.length === 0 && isExact) {
		expect(skipped).toEqual([]);
		expect([...realAfter]).toEqual([...viewBefore]);
		expect(await changesOf(shadow)).toEqual([]);
	}
	expect([...realAfter.keys()].filter((path) => path.includes('.acp-tui'))).toEqual([]);
	expect(existsSync(join(real, '.acp-tui'))).toBe(false);
}

function pathsOf(changes: readonly ShadowChange[]): ReadonlySet<string> {
	return new Set(changes.flatMap(({ path, from }) => (from === undefined ? [path] : [path, from])));
}

function differing(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): ReadonlySet<string> {
	return new Set([...one.keys(), ...other.keys()].filter((path) => one.get(path) !== other.get(path)));
}

/** Folders that come and go with their files are not listed. */
function withoutFolders(
	paths: ReadonlySet<string>,
	one: ReadonlyMap<string, string>,
	other: ReadonlyMap<string, string>,
): readonly string[] {
	return [...paths].filter((path) => !isFolder(one.get(path)) && !isFolder(other.get(path))).sort();
}

function isFolder(entry: string | undefined): boolean {
	return entry?.startsWith('folder') === true;
}
