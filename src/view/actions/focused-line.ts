import { draftOf, insert, replaceRange } from '../composer/buffer.js';
import { type ComposerAction, reduceComposer } from '../composer/composer.js';
import { type ComposerCommand, editing, moving } from '../composer/composer-commands.js';
import { type ComposerState, createComposer, withoutOutcome } from '../composer/composer-state.js';
import type { LineEdit } from '../composer/line-edits.js';
import { isCommanding } from '../composer/vim-keys.js';
import type { ActionId } from '../keys/action-ids.js';
import { innerWidth } from '../panel/box.js';
import { panelIn } from '../panel/loaded-panel.js';
import { cleanTyped, type TextLine, typeInto } from '../panel/text-line.js';
import { panelOfSignIn } from '../sign-in/in-front.js';
import type { ScreenContext } from '../state/context.js';
import type { UiState } from '../state/ui-state.js';
import { loadPanel, show, type UiStep } from '../state/ui-step.js';
import { clipboardRequests } from './clipboard-requests.js';
import { act } from './draft-actions.js';
import { searchLine } from './search-actions.js';

/** The line of text that the topmost thing on the screen has for keys; null where it has none. */
export function focusedLine(context: ScreenContext): TextLine | null {
	const { ui } = context;
	switch (ui.panel.kind) {
		case 'loaded':
			return panelIn(ui)?.line(context) ?? null;
		case 'loading':
			return null;
		case 'none':
			return panelOfSignIn(context)?.line(context) ?? searchLine(context);
	}
}

export const editLine =
	(edit: LineEdit) =>
	(context: ScreenContext): UiStep => {
		const line = focusedLine(context);
		if (line === null) return show(context.ui);
		if (context.ui.lineDraft === undefined) return line.set(edit(line.text));
		// Edits the text before the cursor, and leaves the rest.
		const command = editing((draft) =>
			replaceRange(draft, edit(draft.text.slice(0, draft.cursor)).length, draft.cursor, ''),
		);
		return changeLine(context, line, reduceComposer(context.ui.lineDraft, { type: 'command', command }));
	};

/** A key of vim, for the line of text or the draft. */
export function pressVimKey(context: ScreenContext, command: ComposerCommand): UiStep {
	const { lineDraft } = context.ui;
	const line = lineDraft === undefined ? null : focusedLine(context);
	const action: ComposerAction = { type: 'command', command };
	if (line === null || lineDraft === undefined) return act(context, action);
	return changeLine(context, line, reduceComposer(lineDraft, action));
}

/** Text typed or pasted into a line; outside of insert mode what is typed are commands. */
export function typeIntoLine(context: ScreenContext, line: TextLine, text: string, isPaste: boolean): UiStep {
	const { lineDraft } = context.ui;
	if (lineDraft === undefined) return typeInto(line, text);
	if (!isPaste && isCommanding(lineDraft))
		return changeLine(context, line, reduceComposer(lineDraft, { type: 'text', text }));
	return changeLine(context, line, { ...lineDraft, draft: insert(lineDraft.draft, cleanTyped(line, text)) });
}

/** A key of the draft on a line that takes several; what it does besides editing means nothing there. */
export function editText(
	context: ScreenContext,
	line: TextLine,
	id: ActionId,
	edit: ComposerCommand | undefined,
): UiStep {
	const { lineDraft, columns } = context.ui;
	const command = EDITS[id] ?? edit;
	if (lineDraft === undefined || command === undefined || NO_EDITS.has(id)) return show(context.ui);
	const sized = reduceComposer(lineDraft, { type: 'columns', columns: innerWidth(columns) });
	const next = reduceComposer(sized, { type: 'command', command });
	return changeLine(context, line, { ...next, completion: null, mention: null, search: null });
}

const newLine = editing((draft) => insert(draft, '\n'));
/** Keys that mean something else in a line: it has no history to walk to. */
const EDITS: Readonly<Partial<Record<ActionId, ComposerCommand>>> = {
	'move-up': moving('up'),
	'move-down': moving('down'),
	newline: newLine,
	steer: newLine,
};
const NO_EDITS: ReadonlySet<ActionId> = new Set<ActionId>([
	'submit',
	'send-now',
	'queue-draft',
	'complete',
	'stash',
	'history-search',
	'clear-draft',
]);

function changeLine(context: ScreenContext, line: TextLine, next: ComposerState): UiStep {
	const { text } = next.draft;
	const step = text === line.text ? show(context.ui) : line.set(text.slice(0, line.most));
	const ui = withLineDraft({ ...context, ui: { ...step.ui, lineDraft: withoutOutcome(next) } });
	return { ui, requests: [...step.requests, ...clipboardRequests(next)] };
}

/** The screen with a cursor in the line that has the focus; without where that has none, or only vim's keys give it one. */
function withLineDraft(context: ScreenContext): UiState {
	const { ui } = context;
	const { vim } = ui.appearance;
	const line = vim == null && ui.panel.kind !== 'loaded' ? null : focusedLine(context);
	const hasCursor = vim == null ? line?.isOfSeveralLines : line?.hasCursor;
	if (line === null || hasCursor !== true) {
		const { lineDraft, ...rest } = ui;
		return lineDraft === undefined ? ui : rest;
	}
	const { lineDraft } = ui;
	if (lineDraft?.draft.text === line.text) return ui;
	const fresh = line.isOfSeveralLines === true ? (vim ?? null) : (vim?.inLine() ?? null);
	const keys = lineDraft?.vim ?? fresh;
	return { ...ui, lineDraft: { ...createComposer(), vim: keys, draft: draftOf(line.text) } };
}

/** Brings the draft and the line of text up to the keys that are wanted; the code of vim's is loaded first. */
export function followEditor(context: ScreenContext): UiStep {
	const { ui } = context;
	const { appearance, composer } = ui;
	const isWanted = appearance.editor === 'vim';
	const isPlain = !isWanted && composer.vim === null && ui.lineDraft === undefined;
	const isText = ui.panel.kind === 'loaded' && focusedLine(context)?.isOfSeveralLines === true;
	if (isPlain && !isText) return show(ui);
	if (isWanted && appearance.vim === undefined) {
		return { ui: { ...ui, appearance: { ...appearance, vim: null } }, requests: loadPanel(ui, 'vim').requests };
	}
	const vim = isWanted ? (appearance.vim ?? null) : null;
	const isSame = (vim === null) === (composer.vim === null);
	const fitted = isSame ? ui : { ...ui, composer: reduceComposer(composer, { type: 'vim', vim }) };
	return show(withLineDraft({ ...context, ui: fitted }));
}
