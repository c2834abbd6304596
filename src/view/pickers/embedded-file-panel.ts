import type { EmbeddedFile } from '../../core/embedded-file.js';
import { endingOfEmbedded } from '../../core/embedded-file.js';
import { eachEntry } from '../../core/session/entries/entry-list.js';
import type { SessionState } from '../../core/session/state.js';
import type { PanelKind } from '../panel/panel.js';
import { lineText } from '../spans.js';
import { type UiRequest, withRequests } from '../state/ui-step.js';
import { embeddedFiles, type ShownFile } from '../transcript/as-text/entry-files.js';
import { blockSummary } from '../transcript/entries/block-summary.js';
import { EMBEDDED_FILES } from './pickers-messages.js';

/** Use of a file that came within a content block. */
export type FileUse = 'open' | 'save';

const MOST_FILES = 100;
const SUMMARY = 200;

/** The files that the desktop can open, or all of them: the newest of a session first. */
export function filesOfSession(session: SessionState, use: FileUse): readonly ShownFile[] {
	const files: ShownFile[] = [];
	for (const entry of eachEntry(session.entries)) files.push(...embeddedFiles(entry));
	return usable(files, use).reverse().slice(0, MOST_FILES);
}

/** Files that a use applies to. */
export function usable(files: readonly ShownFile[], use: FileUse): ShownFile[] {
	return files.filter(({ file }) => use === 'save' || endingOfEmbedded(file) !== null);
}

export function requestFor(file: EmbeddedFile, use: FileUse): UiRequest {
	return { type: use === 'open' ? 'open-embedded-file' : 'save-embedded-file', file };
}

export const embeddedFilePanel: PanelKind<{ readonly files: readonly ShownFile[]; readonly use: FileUse }> = {
	name: 'embedded-file',
	panel: (_, { files, use }) => ({
		title: EMBEDDED_FILES[use],
		rows: files.map(({ block, file }, at) => ({
			id: String(at),
			label: lineText(blockSummary(block, SUMMARY)),
			detail: use === 'save' ? file.name : '',
			choose: ({ ui }) => withRequests(ui, requestFor(file, use)),
		})),
	}),
};
