import type { ChangedFile, Evidence } from '../../core/changes.js';
import { titleOfCall } from '../../core/command-title.js';
import { defined } from '../../core/defined.js';
import { isChangeKind } from '../../core/policy/action-details.js';
import { absolutePath, fileName } from '../../core/policy/file-name.js';
import type { FilesPort } from '../../core/ports.js';
import { entryAt } from '../../core/session/entries/entry-list.js';
import type { SessionState } from '../../core/session/state.js';
import type { FileChange, Snapshot, SnapshotsPort } from '../../core/snapshots.js';
import type { DiffContent, ToolCall } from '../../core/tool-call.js';
import type { Allowance } from './allowances.js';

/** `text`: of the file at the end, where it is known. */
type EvidenceFor = (path: string, text?: string) => Promise<Evidence>;

/** Newest entries of a turn that are searched. */
const LOOK_BACK = 2000;

export async function gatherEvidence(
	state: SessionState,
	first: number,
	allowed: readonly Allowance[],
	files: FilesPort,
): Promise<EvidenceFor> {
	const calls = await ownCalls(state, first, files);
	const openEnded = allowed.findLast((one) => one.isOpenEnded);
	const ran = calls.findLast((call) => call.paths.length === 0 && !call.isRefused);
	return async (path, text) => {
		const naming = allowed.findLast((one) => one.paths.some((named) => covers(named, path)));
		if (naming !== undefined && isAsLeft(naming, path, text)) return { type: 'allowed', title: naming.shown };
		const fact = await files.inspect(absolutePath(state.cwd, path));
		if (fact.isPlanFile) return { type: 'allowed', title: 'a plan file' };
		// An allowed call that ran under another name still counts as the client's doing.
		const call = calls.findLast((one) => one.paths.some((named) => covers(named, path)));
		if (call !== undefined) return { type: 'named', title: call.title, isRefused: call.isRefused };
		if (openEnded !== undefined) return { type: 'beside', title: openEnded.shown };
		return ran === undefined ? { type: 'unknown' } : { type: 'ran', title: ran.title };
	};
}

/** Whether nothing was written over what the action left; without its text nobody knows. */
function isAsLeft({ left }: Allowance, path: string, text: string | undefined): boolean {
	const known = left?.get(path);
	return known === undefined || text === undefined || plainLines(known) === plainLines(text);
}

function plainLines(text: string): string {
	return text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
}

/** A deleted or moved folder covers its contents. */
function covers(named: string, path: string): boolean {
	return named === path || (named !== '' && path.startsWith(`${named}/`));
}

type OwnCall = { readonly title: string; readonly paths: readonly string[]; readonly isRefused: boolean };

/** Tool calls of the turn that change something and that the client did not allow. */
async function ownCalls(state: SessionState, first: number, files: FilesPort): Promise<readonly OwnCall[]> {
	const found: Promise<OwnCall>[] = [];
	const last = Math.max(first, state.entries.size - LOOK_BACK);
	for (let index = last; index < state.entries.size; index += 1) {
		const entry = entryAt(state.entries, index);
		if (entry?.kind === 'tool' && mayChange(entry.call)) found.push(ownCall(entry.call, files));
	}
	return Promise.all(found);
}

function mayChange(call: ToolCall): boolean {
	if (call.verdict?.decision === 'allowed') return false;
	return call.kind === 'execute' || isChangeKind(call.kind) || call.content.some((item) => item.type === 'diff');
}

async function ownCall(call: ToolCall, files: FilesPort): Promise<OwnCall> {
	const diffs = call.content.flatMap((item) => (item.type === 'diff' ? [item.path] : []));
	const locations = isChangeKind(call.kind) ? call.locations.map((location) => location.path) : [];
	const facts = await Promise.all([...new Set([...diffs, ...locations])].map((path) => files.inspect(path)));
	return {
		title: titleOfCall(call),
		paths: facts.map(fileName).filter((name): name is string => name !== null && name !== ''),
		isRefused: call.verdict?.decision === 'denied',
	};
}

const MOST_FILES = 500;
/** Files with a diff. */
const MOST_DIFFS = 60;
/** Characters of one version of a file; a longer one is not compared. */
export const MOST_CHARS = 200_000;
/** Characters of all versions of a turn. */
export const MOST_CHARS_IN_ALL = 2_000_000;

export async function describeChanges(
	snapshots: SnapshotsPort,
	{ from, to, cwd }: { readonly from: Snapshot; readonly to: Snapshot; readonly cwd: string },
	changes: readonly FileChange[],
	evidenceFor: EvidenceFor,
	isPlanned: boolean,
): Promise<readonly ChangedFile[]> {
	const files: ChangedFile[] = [];
	let chars = 0;
	for (const [index, change] of changes.slice(0, MOST_FILES).entries()) {
		const hasRoom = index < MOST_DIFFS && chars < MOST_CHARS_IN_ALL;
		const diff = hasRoom ? await diffOf(snapshots, from, to, cwd, change) : null;
		const known = await evidenceFor(change.path, diff?.newText);
		chars += diff === null ? 0 : diff.newText.length + (diff.oldText?.length ?? 0);
		const gap = change.canRestore ? undefined : from.gaps.find((one) => one.path === change.path)?.because;
		files.push({
			...change,
			known,
			diff,
			isTampering: isPlanned && known.type !== 'allowed' && known.type !== 'beside',
			...defined({ gap }),
		});
	}
	return files;
}

/** Undefined when every change is listed. */
export function countUnlisted(changes: readonly FileChange[]): string | undefined {
	const more = changes.length - MOST_FILES;
	return more > 0 ? `${more} more files changed; they are not listed and not taken back.` : undefined;
}

async function diffOf(
	snapshots: SnapshotsPort,
	from: Snapshot,
	to: Snapshot,
	cwd: string,
	change: FileChange,
): Promise<DiffContent | null> {
	const [before, after] = await Promise.all([
		change.kind === 'added' ? null : textOf(snapshots, from, change.path),
		change.kind === 'deleted' ? '' : textOf(snapshots, to, change.path),
	]);
	if (after === null || (before === null && change.kind !== 'added')) return null;
	return { type: 'diff', path: absolutePath(cwd, change.path), oldText: before, newText: after };
}

/** Null when the file is no text, was not saved or is too large to show. */
async function textOf(snapshots: SnapshotsPort, snapshot: Snapshot, path: string): Promise<string | null> {
	const kept = await snapshots.read(snapshot, path);
	if (!kept.ok || kept.value.text === null || kept.value.text.length > MOST_CHARS) return null;
	return kept.value.text;
}

/** A snapshot, null where none can be taken. */
export async function takenNow(snapshots: SnapshotsPort | undefined): Promise<Snapshot | null> {
	const snapshot = await snapshots?.take();
	return snapshot?.ok === true ? snapshot.value : null;
}

/** Changes between two versions that are the caller's own. */
export async function changesBetween(
	snapshots: SnapshotsPort,
	versions: { readonly from: Snapshot; readonly to: Snapshot; readonly cwd: string },
	{ isOwn, evidence }: { readonly isOwn: (change: FileChange) => Promise<boolean>; readonly evidence: Evidence },
): Promise<{ readonly listed: readonly ChangedFile[]; readonly remark: string | undefined }> {
	const changes = await snapshots.between(versions.from, versions.to);
	if (!changes.ok) return { listed: [], remark: undefined };
	// Other changes were made by somebody else.
	const own: FileChange[] = [];
	for (const change of changes.value) if (await isOwn(change)) own.push(change);
	const listed = await describeChanges(snapshots, versions, own, async () => evidence, false);
	return { listed, remark: countUnlisted(own) };
}
