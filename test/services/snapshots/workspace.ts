import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import type { FileChange } from '../../../src/core/snapshots.js';
import { createSnapshots, type Snapshots, type SnapshotsOptions } from '../../../src/services/snapshots/snapshots.js';
import { folderTemplate } from '../../drive/folder-template.js';
import { GIT_ENV, gitIn } from '../../drive/git.js';
import { isWhole } from '../../setup/whole.js';
import { must } from '../must.js';
import { temporaryFolder } from '../temporary-folder.js';

export type Kind = 'with git' | 'without git';
export const KINDS: readonly Kind[] = ['with git', 'without git'];
/** For what does not depend on it. */
export const ONE_KIND: readonly Kind[] = isWhole ? KINDS : KINDS.slice(0, 1);

/** A workspace with its own state directory. */
export type Workspace = {
	readonly root: string;
	readonly state: string;
	readonly snapshots: Snapshots;
	path(name: string): string;
	write(name: string, content: string | Buffer, mode?: number): void;
	git(...args: readonly string[]): string;
	/** A further run of the program over the same workspace. */
	again(options?: Partial<SnapshotsOptions>): Snapshots;
};

const fillWithGit = folderTemplate((folder) => void gitIn(folder, 'init', '-q', '-b', 'main'));

/** Makes a workspace; with git, what is written before `commit` is tracked. */
export function makeWorkspace(kind: Kind, options: Partial<SnapshotsOptions> = {}): Workspace {
	const folder = temporaryFolder();
	const root = join(folder, 'work');
	const state = join(folder, 'state');
	mkdirSync(root);
	const again = (more: Partial<SnapshotsOptions> = {}): Snapshots => {
		const made = createSnapshots({ workspace: root, stateDir: state, env: GIT_ENV, ...options, ...more });
		onTestFinished(() => made.close());
		return made;
	};
	const git = (...args: readonly string[]): string => gitIn(root, ...args);
	if (kind === 'with git') fillWithGit(root);
	const path = (name: string): string => join(root, name);
	return {
		root,
		state,
		snapshots: again(),
		path,
		write(name, content, mode = 0o644) {
			mkdirSync(dirname(path(name)), { recursive: true });
			writeFileSync(path(name), content, { mode });
		},
		git,
		again,
	};
}

/** Tracks everything that is there, where there is git. */
export function commitAll(workspace: Workspace, kind: Kind): void {
	if (kind === 'with git') {
		workspace.git('add', '-A');
		workspace.git('commit', '-q', '--allow-empty', '-m', 'state');
	}
}

/** Takes a snapshot that must work. */
export async function take(snapshots: Snapshots) {
	return must(await snapshots.take());
}

/** Changes as short words: `+ a`, `~ b`, `- c`, with `!` where the older content is not kept. */
export function words(changes: readonly FileChange[]): readonly string[] {
	const signs = { added: '+', modified: '~', deleted: '-' };
	return changes.map(({ path, kind, canRestore }) => `${signs[kind]} ${path}${canRestore ? '' : ' !'}`);
}

/** Waits until what was just written is old enough that its times prove something. */
export async function settled(): Promise<void> {
	const start = Date.now();
	await vi.waitUntil(() => Date.now() > start + 60, { interval: 5 });
}
