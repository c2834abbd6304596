import type { WantedCommit } from '../../core/commit/commit.js';
import { bytesOf } from '../../core/edits/git-names.js';
import { SUBMODULE } from '../review/versions.js';
import { isSameFacts } from '../snapshots/entry.js';
import { contentAt } from './content.js';
import type { Looked, Opened } from './list.js';
import type { OwnGit } from './own-git.js';
import type { StatusRow } from './status.js';

/** An entry as `update-index --index-info` takes it: of nothing where the mode says that there is none. */
export function entryOf(mode: string, object: string): string {
	return /^0+$/.test(mode) ? `0 ${'0'.repeat(object.length)}` : `${mode} ${object}`;
}

/** State of an index: it is ready, something is not as it was shown, or why it is not ready. */
export type Staged = 'ready' | 'changed' | { readonly because: string };

/** Whether all that would be committed is as it was shown. */
export function isAsShown({ list, chosen }: WantedCommit, now: Looked): boolean {
	const { head, branch, underWay, files } = now.list;
	if (head !== list.head || branch !== list.branch || underWay !== list.underWay) return false;
	const counts = (group: string): boolean => group === 'staged' || group === 'conflict';
	const shown = new Map(list.files.map((file) => [file.id, file.version]));
	const found = new Map(files.map((file) => [file.id, file.version]));
	const isSame = (id: string): boolean => shown.get(id) === found.get(id);
	return [...list.files, ...files].every(({ id, group }) => (counts(group) || chosen.has(id) ? isSame(id) : true));
}

type Staging = {
	readonly opened: Opened;
	readonly ownGit: OwnGit;
	readonly indexFile: string;
	readonly signal: AbortSignal;
};

/**
 * Puts what is chosen, and no more, into a copy of the index: what is staged and left out becomes what HEAD has. Files
 * are added by the user's own git, with its filters, and only where they stayed as they were shown meanwhile.
 */
export async function stage(
	{ chosen }: WantedCommit,
	now: Looked,
	{ opened, ownGit, indexFile, signal }: Staging,
): Promise<Staged> {
	const rows = [...now.rows].filter(([, { group }]) => group !== 'conflict');
	const leftOut = rows.filter(([id, { group }]) => group === 'staged' && !chosen.has(id)).map(([, row]) => row);
	const taken = rows.filter(([id, { group }]) => group !== 'staged' && chosen.has(id));
	const { git } = opened;
	if (leftOut.length > 0) {
		const reset = await git.must(
			'leave changes out',
			['-c', 'core.splitIndex=false', 'update-index', '-z', '--index-info'],
			{
				indexFile,
				input: Buffer.concat(leftOut.map(entriesBefore)),
			},
		);
		if (!reset.ok) return { because: reset.failure.message };
	}
	if (taken.length === 0) return 'ready';
	// What is gone makes room for what has taken its place.
	const names = taken
		.map(([, row]) => row)
		.sort((one, other) => Number(other.status === 'deleted') - Number(one.status === 'deleted'))
		.map(({ path }) => path);
	let said = '';
	const added = await ownGit({
		args: ['update-index', '--add', '--remove', '-z', '--stdin'],
		input: names.map((name) => `${name}\0`).join(''),
		...{ indexFile, signal },
		onOutput: (text) => {
			if (said.length < MOST_SAID) said += text;
		},
	});
	if (added.type !== 'exited' || added.code !== 0) return { because: said.trim() };
	const areSame = await Promise.all(taken.map(([id, row]) => isUnchanged(id, row, now, { opened, indexFile })));
	return areSame.every(Boolean) ? 'ready' : 'changed';
}

const MOST_SAID = 2000;

/** Entries of what HEAD has in place of a staged change. */
function entriesBefore({ path, from, staged }: StatusRow): Buffer {
	const [mode = '', object = ''] = staged?.was.split(' ') ?? [];
	const was = entryOf(mode, object);
	return from === undefined
		? namedEntry(was, bytesOf(path))
		: Buffer.concat([namedEntry(entryOf('0', object), bytesOf(path)), namedEntry(was, bytesOf(from))]);
}

/** A record of `update-index -z --index-info`. */
export function namedEntry(entry: string, name: Buffer): Buffer {
	return Buffer.concat([Buffer.from(`${entry}\t`), name, Buffer.from([0])]);
}

async function isUnchanged(
	id: string,
	{ path, mode }: StatusRow,
	now: Looked,
	{ opened: { git, top }, indexFile }: Pick<Staging, 'opened' | 'indexFile'>,
): Promise<boolean> {
	const shown = now.contents.get(id);
	if (mode === SUBMODULE) {
		const listed = await git.run(['ls-files', '--stage', '-z', '--', path], { indexFile });
		const [, object = ''] = listed.ok ? listed.value.bytes.toString('latin1').split(' ', 2) : [];
		return shown?.version === `commit ${object}`;
	}
	const found = await contentAt(top, path);
	if (shown?.version !== found.version) return false;
	return (shown.facts === null && found.facts === null) || isSameFacts(shown.facts, found.facts);
}
