import { rename, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { DiscardReport, ReviewedChange, ReviewedPart } from '../../../core/shadow/change.js';
import { systemError } from '../../errno.js';
import { temporaryBeside } from '../../files/replace-file.js';
import { writeSparse } from '../../files/sparse-copy.js';
import type { Compared } from '../compare.js';
import { inView } from '../in-parent.js';
import { REASONS } from '../shadow-messages.js';
import { contentId } from '../side.js';
import { removeJournal, writeJournal } from './journal.js';
import { refusalOfBytes, refusalOfPart } from './plan.js';

type Places = {
	/** Of the shadow. */
	readonly folder: string;
	readonly view: string;
	readonly real: string;
	readonly root: () => Promise<string | null>;
};

/** Contents that the workspace's files have before and after parts of changes are applied: no edits of the user. */
export function partsIn(
	changes: readonly ReviewedChange[],
	compared: readonly Compared[],
): readonly { readonly path: string; readonly contents: readonly string[] }[] {
	return changes.flatMap(({ path, text }) => {
		const { change, realContent = null } = compared.find((each) => each.change.path === path) ?? {};
		if (text === undefined || realContent === null || change?.conflict !== null) return [];
		return [{ path, contents: [realContent, contentId(Buffer.from(text))] }];
	});
}

/** Writes a text into a file of the view, which is as it was reviewed, with its permissions. */
export async function discardPart(
	part: ReviewedPart,
	compared: readonly Compared[],
	places: Places,
): Promise<DiscardReport> {
	const { path } = part;
	const found = compared.find(({ change }) => change.path === path);
	const reason =
		found === undefined ? REASONS.noChange : (refusalOfPart(found, part) ?? (await writeText(part, found, places)));
	return reason === null ? { discarded: [path], skipped: [] } : { discarded: [], skipped: [{ path, reason }] };
}

/** The journal names the temporary file, which would be a change of the agent's after a crash. */
async function writeText({ path, text }: ReviewedPart, compared: Compared, places: Places): Promise<string | null> {
	const root = await places.root();
	if (root === null) return REASONS.notMounted;
	const { folder, view } = places;
	const temporary = temporaryBeside(path);
	try {
		await writeJournal(folder, { root: view, phase: 'staging', paths: [], temporaries: [temporary], steps: [] });
		const reason = await inView(root, path, async ({ via }) => {
			const beside = `${dirname(via)}/${basename(temporary)}`;
			try {
				await writeSparse(
					beside,
					Buffer.from(text),
					compared.own.view?.kind === 'file' ? compared.own.view.mode : 0o600,
				);
				const refused = await refusalOfBytes(compared, places);
				if (refused === null) await rename(beside, via);
				return refused;
			} finally {
				// Gone where it was renamed.
				await rm(beside, { force: true }).catch(() => {});
			}
		});
		await removeJournal(folder);
		return reason;
	} catch (error) {
		return REASONS.notWritten(systemError(error).why);
	}
}
