import { memoryFilesOf } from '../../core/memory.js';
import type { ComposerOutcome } from '../composer/composer-state.js';
import { openPanel } from '../panel/engine.js';
import type { PanelKind } from '../panel/panel.js';
import type { ScreenContext } from '../state/context.js';
import type { CommandWords } from '../state/send-request.js';
import { withDraftBack } from '../state/ui-state.js';
import { eventStep, requestStep, show, type UiStep, withEvent } from '../state/ui-step.js';
import { MEMORY } from './pickers-messages.js';

/** The line behind a `#` at the start of a draft; null for headings with more below, `#!` and numbers of issues. */
export function memoryLine(text: string): string | null {
	return /^#(?![#!\d])\s*(\S[^\n]*)$/.exec(text.trimEnd())?.[1] ?? null;
}

/** Asks where a draft of such a line is remembered; null for any other draft, and for one that goes at once. */
export function rememberDraft(context: ScreenContext, outcome: ComposerOutcome): UiStep | null {
	const { text, shown, images, draft, isNow } = outcome;
	const line = isNow || images.length > 0 || text !== shown ? null : memoryLine(text);
	if (line === null) return null;
	const send = { type: 'send', text, written: shown, interrupts: false, images, draft } as const;
	return rememberLine(context, line, { send, typed: draft });
}

/** Adds the line to the agent's memory; asks which file where there is more to choose. `words`: the draft that it was. */
export function rememberLine(context: ScreenContext, line: string, words: CommandWords | null): UiStep {
	const isSingle = words === null && context.session.agent?.quirks.ownMemory === undefined;
	if (isSingle) return withEvent(context.ui, { type: 'add-memory', text: line });
	return show(openPanel(context, memoryPanel, { line, words }));
}

const memoryPanel: PanelKind<{ readonly line: string; readonly words: CommandWords | null }> = {
	name: 'memory',
	panel({ session: { agent } }, { line, words }) {
		const own = agent?.quirks.ownMemory;
		return {
			title: MEMORY.title,
			text: { title: MEMORY.title, paragraphs: [line] },
			rows: [
				{
					id: 'project',
					label: memoryFilesOf(agent)[0],
					detail: 'in this project',
					choose: eventStep({ type: 'add-memory', text: line }),
				},
				...(own === undefined
					? []
					: [
							{
								id: 'own',
								label: own,
								detail: 'in all your projects',
								choose: eventStep({ type: 'add-memory', text: line, isOwn: true }),
							},
						]),
				...(words === null
					? []
					: [{ id: 'prompt', label: 'Send it as a prompt instead', choose: requestStep(words.send) }]),
			],
			left: (ui) => show(withDraftBack(ui, words?.typed)),
		};
	},
};
