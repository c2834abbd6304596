import type { ChangedFile, ChangeSet } from '../../core/changes.js';
import type { Result } from '../../core/failure.js';
import { absolutePath } from '../../core/policy/file-name.js';
import type { Ports } from '../../core/ports.js';
import type { ApplyReport, CopiedBytes, ReviewedChange } from '../../core/shadow/change.js';
import type { ShadowPort } from '../../core/shadow/port.js';
import type { FileChange, Snapshot, SnapshotsPort } from '../../core/snapshots.js';
import { type ClientWrites, createClientWrites, describeWrites } from '../changes/client-writes.js';
import { countUnlisted, describeChanges } from '../changes/describe.js';

type UndoablePorts = Pick<Ports, 'files' | 'snapshots'>;

type UndoableOptions = {
	readonly ports: UndoablePorts;
	readonly cwd: string;
	readonly id: string;
	readonly onCopied?: (copied: CopiedBytes) => void;
};

/** `set`: for `/undo`; null where nothing was saved. */
export type Applied = { readonly report: ApplyReport; readonly set: ChangeSet | null };

const MOST_KEPT = 40;
const EVIDENCE = { type: 'allowed', title: 'Apply the changes of the shadow' } as const;

export async function applyUndoably(
	shadow: ShadowPort,
	changes: readonly ReviewedChange[],
	{ ports, cwd, id, onCopied }: UndoableOptions,
): Promise<Result<Applied>> {
	const { snapshots, files } = ports;
	const before = await taken(snapshots);
	const { writes, marks } = await textsOf(shadow, changes, { files, cwd });
	const result = await shadow.apply(changes, onCopied);
	if (!result.ok) return result;
	const report = result.value;
	const after = await taken(snapshots);
	if (snapshots === undefined || before === null || after === null || report.applied.length === 0) {
		return { ok: true, value: { report, set: null } };
	}
	const applied = new Set([...report.applied, ...(report.sources ?? []), ...report.kept.map(({ at }) => at)]);
	const gone = new Set([...(report.deleted ?? []), ...(report.sources ?? [])]);
	const isOwn = async ({ path, kind }: FileChange): Promise<boolean> => {
		if (!applied.has(path)) return false;
		if (gone.has(path) || kind === 'deleted') return gone.has(path) && kind === 'deleted';
		const expected = marks.get(path);
		const now = expected === undefined ? null : await snapshots.read(after, path);
		return now?.ok !== true || now.value.text === null || markOf(now.value.text) === expected;
	};
	const { listed, remark } = await compared(snapshots, { from: before, to: after, cwd }, isOwn);
	const kept = writes.list().filter(({ path }) => applied.has(path));
	const besides = await describeWrites(kept, listed, files);
	const all = [...listed, ...besides];
	const set: ChangeSet | null =
		all.length === 0
			? null
			: { id, turnId: id, before, after, files: all, undone: [], ...(remark === undefined ? {} : { remark }) };
	return { ok: true, value: { report, set } };
}

async function taken(snapshots: SnapshotsPort | undefined): Promise<Snapshot | null> {
	const snapshot = await snapshots?.take();
	return snapshot?.ok === true ? snapshot.value : null;
}

async function compared(
	snapshots: SnapshotsPort,
	versions: { readonly from: Snapshot; readonly to: Snapshot; readonly cwd: string },
	isOwn: (change: FileChange) => Promise<boolean>,
): Promise<{ readonly listed: readonly ChangedFile[]; readonly remark: string | undefined }> {
	const changes = await snapshots.between(versions.from, versions.to);
	if (!changes.ok) return { listed: [], remark: undefined };
	// Other changes were made by somebody else.
	const own: FileChange[] = [];
	for (const change of changes.value) if (await isOwn(change)) own.push(change);
	const listed = await describeChanges(snapshots, versions, own, async () => EVIDENCE, false);
	return { listed, remark: countUnlisted(own) };
}

/**
 * Saves both texts of a few files, for those that snapshots leave out because git ignores them, and a hash of what is
 * about to be written for all.
 */
async function textsOf(
	shadow: ShadowPort,
	changes: readonly ReviewedChange[],
	{ files, cwd }: { readonly files: UndoablePorts['files']; readonly cwd: string },
): Promise<{ readonly writes: ClientWrites; readonly marks: ReadonlyMap<string, string> }> {
	const writes = createClientWrites();
	const marks = new Map<string, string>();
	for (const { path, text } of changes) {
		const texts = await shadow.texts(path);
		if (!texts.ok || texts.value.after === null) continue;
		const { before } = texts.value;
		const after = text ?? texts.value.after;
		marks.set(path, markOf(after));
		if (changes.length <= MOST_KEPT) writes.add(await files.inspect(absolutePath(cwd, path)), before, after);
	}
	return { writes, marks };
}

function markOf(text: string): string {
	let [one, other] = [0x811c9dc5, 0x9e3779b9];
	for (let index = 0; index < text.length; index += 1) {
		const code = text.charCodeAt(index);
		one = Math.imul(one ^ code, 0x01000193);
		other = Math.imul(other ^ code, 0x85ebca6b) ^ (other >>> 13);
	}
	return `${text.length} ${one} ${other}`;
}
