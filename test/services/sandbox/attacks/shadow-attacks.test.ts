import { type ChildProcess, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Confinement } from '../../../../src/core/sandbox/confinement.js';
import { removeTree } from '../../../../src/services/files/remove-tree.js';
import type { Namespace } from '../../../../src/services/sandbox/linux/namespace.js';
import { SessionShadow } from '../../../../src/services/shadow/session-shadow.js';
import { fence } from '../agents/fenced.js';
import { BEGUN_ATTACKS, NESTED_ATTACKS } from './begun.js';
import { ATTACKS, beginAttack, nestedAttacks, possible, tryAttacks } from './run-attacks.js';
import { createVictim, fingerprint, type Victim } from './victim.js';

describe.runIf(process.platform === 'linux')('attacks of an agent in a shadow', () => {
	let folder = '';
	let victim: Victim;
	let shadow: SessionShadow;
	let confinement: Confinement;
	let namespace: Namespace;
	const children: ChildProcess[] = [];

	beforeEach(() => {
		folder = realpathSync(mkdtempSync(join(tmpdir(), 'shadow-attacks-')));
		victim = createVictim(folder);
		for (const name of ['temporary', 'state', 'own']) mkdirSync(join(folder, name));
		try {
			execFileSync('gcc', ['-o', join(victim.workspace, 'bin/calls'), join(import.meta.dirname, 'calls.c')]);
		} catch {
			// Without a compiler these are passed over.
		}
	});

	afterEach(async () => {
		for (const child of children.splice(0)) child.kill('SIGKILL');
		await confinement.close();
		await shadow.close();
		await removeTree(folder);
	});

	async function begin(nests: boolean): Promise<void> {
		const { workspace, home } = victim;
		const stateDir = join(folder, 'state');
		shadow = new SessionShadow({ stateDir, cwd: workspace, agent: () => 'attacker', sessionId: async () => null });
		({ confinement, namespace } = await fence((...names) => join(folder, ...names), {
			options: { workspace, home, hidden: [stateDir], readable: [home], shadowView: () => shadow.openView() },
			kind: 'shadow',
			writable: [join(folder, 'own/')],
			...(nests ? { nests } : {}),
		}));
	}

	const enter = async <L extends { readonly file: string; readonly args: readonly string[] }>(line: L): Promise<L> => {
		const { command, args } = namespace.enter({ command: line.file, args: line.args }, victim.workspace);
		return { ...line, file: command, args };
	};

	const found = (): readonly string[] => [fingerprint(victim.workspace), fingerprint(victim.home)];

	it.each([
		['no sandboxes', false],
		['sandboxes', true],
	])(
		'change its view alone, with %s of its own',
		async (_, nests) => {
			const before = found();
			await begin(nests);
			expect(namespace.allowsNesting).toBe(nests);
			const begun = possible(nests ? NESTED_ATTACKS : BEGUN_ATTACKS);
			await Promise.all(
				begun.map(async ({ line }, index) => children.push(await beginAttack(line, index, victim, enter))),
			);
			const tried = await tryAttacks(nests ? nestedAttacks() : possible(ATTACKS), victim, enter);
			expect(tried.filter(({ text }) => text.includes('ESCAPED'))).toEqual([]);
			expect(found()).toEqual(before);
			// They were no attempts in vain: the view has changed, and nothing of that is applied by itself.
			const changes = await shadow.current()?.changes();
			expect(changes?.ok && changes.value.map(({ path }) => path)).toContain(nests ? 'f.txt' : 'pwned');
			await confinement.close();
			await shadow.close();
			expect(found()).toEqual(before);
		},
		120_000,
	);
});
