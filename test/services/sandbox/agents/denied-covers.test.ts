import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { succeed } from '../../../../src/core/failure.js';
import { deniedPaths } from '../../../../src/core/policy/denied-paths.js';
import type { DeniedPath } from '../../../../src/core/sandbox/confinement.js';
import { DeniedCovers } from '../../../../src/services/sandbox/agents/denied-covers.js';
import { SANDBOX } from '../../../../src/services/sandbox/sandbox-messages.js';
import { rule } from '../../../core/policy/requests.js';
import { temporaryFolder } from '../../temporary-folder.js';

/** Covers of `Read(**\/.env)` in a folder with two folders and such a file. */
function covers(options: {
	readonly said?: string;
	readonly isMade?: boolean;
	readonly mostWatched?: number;
}): DeniedCovers {
	const folder = temporaryFolder();
	for (const name of ['one', 'two']) mkdirSync(join(folder, name));
	writeFileSync(join(folder, 'one', '.env'), '');
	const { said, isMade = true, ...more } = options;
	let isDone = false;
	const namespace = {
		pid: process.pid,
		folder,
		run: async () => {
			isDone = isMade && said === undefined;
			return said === undefined ? succeed(undefined) : SANDBOX.notChanged(said);
		},
		inside: (words: readonly string[]) => words.join(' '),
	};
	const made = new DeniedCovers({
		namespace,
		tools: { mount: 'mount', sh: 'sh' },
		folders: [folder],
		nested: { end: async () => true },
		mounts: () => (isDone ? [{ id: 1, at: join(folder, 'one', '.env'), isReadOnly: true, flags: [] }] : []),
		...more,
	});
	onTestFinished(() => made.close());
	return made;
}

const DENIED = deniedPaths([rule('Read(**/.env)', 'deny')]);

describe('covers of what deny rules name', () => {
	it('tell what the system said where they could not be made', async () => {
		expect(await covers({ said: 'no space left' }).set(DENIED)).toEqual({
			failed: 'no space left',
			isAllWatched: true,
		});
		expect(await covers({}).set(DENIED)).toEqual({ failed: null, isAllWatched: true });
	});

	it('tell what is not covered in the end, whatever the system said', async () => {
		const { failed } = await covers({ isMade: false }).set(DENIED);
		expect(failed).toMatch(/one\/\.env was moved while a rule was made to hold for it$/);
	});

	it('tell that not all folders are watched', async () => {
		expect(await covers({ mostWatched: 2 }).set(DENIED)).toEqual({ failed: null, isAllWatched: false });
		expect(await covers({ mostWatched: 3 }).set(DENIED)).toEqual({ failed: null, isAllWatched: true });
	});

	it('are looked for once while the rules stay the same, and again when not all is watched or some failed', async () => {
		let looked = 0;
		const counted = DENIED.map((each) => ({
			...each,
			matches: (names: readonly string[]) => {
				looked += 1;
				return each.matches(names);
			},
		}));
		const looks = async (made: DeniedCovers, rules: readonly DeniedPath[]): Promise<boolean> => {
			looked = 0;
			await made.set(rules);
			return looked > 0;
		};
		const held = covers({});
		expect(await looks(held, counted)).toBe(true);
		expect(await looks(held, [...counted])).toBe(false);
		looked = 0;
		await held.again();
		expect(looked).toBeGreaterThan(0);
		for (const options of [{ mostWatched: 2 }, { said: 'no space left' }]) {
			const made = covers(options);
			expect(await looks(made, counted)).toBe(true);
			expect(await looks(made, [...counted])).toBe(true);
		}
	});

	it('hold once a look that failed is repeated', async () => {
		let isBroken = true;
		const rule: DeniedPath = {
			denies: 'read',
			glob: '*',
			matches: () => {
				if (isBroken) throw new Error('too many open files');
				return false;
			},
		};
		const made = covers({});
		expect(await made.set([rule])).toMatchObject({ failed: 'too many open files' });
		isBroken = false;
		expect(await made.set([rule])).toMatchObject({ failed: null });
	});

	it.each(['moved', 'removed'])('are looked for in a folder that was made anew where one was %s', async (how) => {
		const seen = new Set<string>();
		const noted = DENIED.map((each) => ({
			...each,
			matches: (names: readonly string[]) => {
				for (const name of names) seen.add(name);
				return each.matches(names);
			},
		}));
		const made = covers({});
		await made.set(noted);
		const folder = [...seen].find((name) => name.startsWith('/') && name.endsWith('/two'))?.slice(0, -4) ?? '';
		const isSeen = async (name: string): Promise<void> => {
			await vi.waitFor(() => expect(seen).toContain(name), { timeout: 10_000 });
		};
		const inner = join(folder, 'two', 'inner');
		mkdirSync(inner);
		await isSeen('two/inner');
		if (how === 'moved') renameSync(join(folder, 'two'), join(folder, 'three'));
		else rmSync(join(folder, 'two'), { recursive: true });
		seen.clear();
		mkdirSync(inner, { recursive: true });
		await isSeen('two/inner');
		await made.again();
		writeFileSync(join(inner, '.env'), '');
		await isSeen('two/inner/.env');
	});
});
