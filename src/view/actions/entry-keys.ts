import type { Entry } from '../../core/session/entries/entry.js';
import { entryAt } from '../../core/session/entries/entry-list.js';
import { subagentOfCard } from '../../core/session/subagent-tree.js';
import { counted } from '../../core/text/counted.js';
import { openPanel } from '../panel/engine.js';
import { copyPanel, targetsIn, targetsOf } from '../pickers/copy-panel.js';
import { embeddedFilePanel, type FileUse, requestFor, usable } from '../pickers/embedded-file-panel.js';
import type { ScreenContext } from '../state/context.js';
import type { ScreenLayout } from '../state/screen-layout.js';
import { transcriptContext } from '../state/transcript-context.js';
import { loadPanel, show, type UiStep, withRequests } from '../state/ui-step.js';
import { embeddedFiles, fileLocation, type ShownFile } from '../transcript/as-text/entry-files.js';
import { entryText } from '../transcript/as-text/entry-text.js';
import { blockAt, gapBefore } from '../transcript/block.js';
import { CHOOSE_FIRST, NOT_OPENED, NOTHING_TO_COPY, NOTHING_TO_SAVE } from './actions-messages.js';
import { reveal, scrollPage } from './scroll-transcript.js';
import { newestCard, toggleEntry, wouldFold } from './toggle-entry.js';

function chosenEntry({ session, ui }: ScreenContext): Entry | undefined {
	return ui.cursor === null ? undefined : entryAt(session.entries, ui.cursor);
}

export function isEntryChosen({ ui }: ScreenContext): boolean {
	return ui.cursor !== null;
}

/** Chooses the next entry that is drawn (1) or the one before (-1), beginning at the edge of the screen. */
export const chooseEntry =
	(direction: -1 | 1) =>
	(context: ScreenContext, layout: ScreenLayout): UiStep => {
		const { session, ui } = context;
		const transcript = transcriptContext(context);
		const { rows } = layout.window;
		const isVisible = ui.cursor !== null && rows.some((row) => row.entry === ui.cursor);
		const edge = direction > 0 ? (rows[0]?.entry ?? 0) : (rows.at(-1)?.entry ?? 0);
		let index = isVisible && ui.cursor !== null ? ui.cursor + direction : edge;
		for (; index >= 0 && index < session.entries.size; index += direction) {
			const entry = entryAt(session.entries, index);
			if (entry === undefined || blockAt(session.entries, index, transcript).height === 0) continue;
			const head = { entry: index, line: gapBefore(session.entries, index) };
			return show({ ...ui, cursor: index, anchor: reveal(context, layout, transcript, head) });
		}
		return show(ui);
	};

export function toggleNewestCard(context: ScreenContext): UiStep | null {
	const toggled = toggleEntry(context, newestCard(context));
	return toggled === context.ui ? null : show(toggled);
}

export function toggleChosen(context: ScreenContext, layout: ScreenLayout): UiStep {
	const { cursor } = context.ui;
	return cursor === null ? scrollPage(1)(context, layout) : show(toggleEntry(context, cursor));
}

/** Whether folding the chosen entry would change something: of a plain answer nothing can be folded away. */
export function canFoldChosen(context: ScreenContext): boolean {
	const { ui } = context;
	const entry = chosenEntry(context);
	return entry !== undefined && (ui.folded.has(entry.id) || wouldFold(entry, ui.columns));
}

export function isSubagentChosen(context: ScreenContext): boolean {
	return chosenCard(context) !== null;
}

export function openChosenSubagent(context: ScreenContext): UiStep | null {
	const card = chosenCard(context);
	return card === null ? null : loadPanel(context.ui, 'subagents', card);
}

function chosenCard(context: ScreenContext): string | null {
	const entry = chosenEntry(context);
	if (entry?.kind !== 'tool') return null;
	const { id } = entry.call;
	return entry.childSteps !== undefined || subagentOfCard(context.session, id) !== undefined ? id : null;
}

/** Lists what can be copied of the chosen entry, or of everything when none is chosen; null when there is nothing. */
export function copyPart(context: ScreenContext): UiStep | null {
	const { session } = context;
	const entry = chosenEntry(context);
	const targets = entry === undefined ? targetsIn(session) : targetsOf(entry, session.cwd);
	return targets.length === 0 ? null : show(openPanel(context, copyPanel, targets));
}

export function copyChosen(context: ScreenContext): UiStep | null {
	const entry = chosenEntry(context);
	if (entry === undefined) return copyPart(context);
	const text = entryText(entry, context.session.cwd);
	if (text === '') return null;
	return withRequests(context.ui, { type: 'copy', text, label: counted(text.split('\n').length, 'line') });
}

export function whyNotCopied(context: ScreenContext): string {
	return chosenEntry(context) === undefined ? NOTHING_TO_COPY : 'This entry has no text to copy';
}

/** Opens what came within the chosen entry, or the file that it names. */
export function openChosen(context: ScreenContext): UiStep | null {
	const { ui } = context;
	const entry = chosenEntry(context);
	if (entry === undefined) return null;
	const opened = stepForFiles(context, embeddedFiles(entry), 'open');
	if (opened !== null) return opened;
	const location = fileLocation(entry);
	return location === null ? null : withRequests(ui, { type: 'open-file', ...location });
}

export function whyNotOpened(context: ScreenContext): string {
	const entry = chosenEntry(context);
	if (entry === undefined) return CHOOSE_FIRST;
	return embeddedFiles(entry).length > 0 ? NOT_OPENED : 'This entry names no file';
}

export function saveChosen(context: ScreenContext): UiStep | null {
	const entry = chosenEntry(context);
	return entry === undefined ? null : stepForFiles(context, embeddedFiles(entry), 'save');
}

export function canSaveChosen(context: ScreenContext): boolean {
	const entry = chosenEntry(context);
	return entry !== undefined && embeddedFiles(entry).length > 0;
}

export function whyNotSaved(context: ScreenContext): string {
	return chosenEntry(context) === undefined ? CHOOSE_FIRST : NOTHING_TO_SAVE;
}

function stepForFiles(context: ScreenContext, files: readonly ShownFile[], use: FileUse): UiStep | null {
	const fit = usable(files, use);
	const [only] = fit;
	if (only === undefined) return null;
	if (fit.length === 1) return withRequests(context.ui, requestFor(only.file, use));
	return show(openPanel(context, embeddedFilePanel, { files: fit, use }));
}
