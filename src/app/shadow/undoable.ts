import type { ChangeSet } from '../../core/changes.js';
import type { Result } from '../../core/failure.js';
import { absolutePath } from '../../core/policy/file-name.js';
import type { Ports } from '../../core/ports.js';
import type { ApplyReport, CopiedBytes, ReviewedChange } from '../../core/shadow/shadow-change.js';
import type { ShadowPort } from '../../core/shadow/shadow-port.js';
import type { FileChange } from '../../core/snapshots.js';
import { textMark } from '../../core/text/text-mark.js';
import { changesBetween, takenNow } from '../changes/change-evidence.js';
import { type ClientWrites, createClientWrites, describeWrites } from '../changes/client-writes.js';

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
	const before = await takenNow(snapshots);
	const { writes, marks } = await textsOf(shadow, changes, { files, cwd });
	const result = await shadow.apply(changes, onCopied);
	if (!result.ok) return result;
	const report = result.value;
	const after = await takenNow(snapshots);
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
		return now?.ok !== true || now.value.text === null || textMark(now.value.text) === expected;
	};
	const { listed, remark } = await changesBetween(
		snapshots,
		{ from: before, to: after, cwd },
		{ isOwn, evidence: EVIDENCE },
	);
	const kept = writes.list().filter(({ path }) => applied.has(path));
	const written = await describeWrites(kept, listed, files);
	const all = [...listed, ...written];
	const set: ChangeSet | null =
		all.length === 0
			? null
			: { id, turnId: id, before, after, files: all, undone: [], ...(remark === undefined ? {} : { remark }) };
	return { ok: true, value: { report, set } };
}

/** Saves both texts of files that snapshots leave out because git ignores them, and a hash of every written text. */
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
		marks.set(path, textMark(after));
		if (changes.length <= MOST_KEPT) writes.add(await files.inspect(absolutePath(cwd, path)), before, after);
	}
	return { writes, marks };
}
