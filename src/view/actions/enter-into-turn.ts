import { isCommandPrompt } from '../../core/session/prompts/command-prompt.js';
import { canSteer } from '../../core/session/steering/steering-of.js';
import { isShellDraft } from '../composer/shell-mode.js';
import { memoryLine } from '../pickers/memory.js';
import type { ScreenContext } from '../state/context.js';

/** Whether enter sends the draft into the running turn, as some presets have it: words alone, where the agent takes them. */
export function entersTurn({ table, session, ui }: ScreenContext): boolean {
	if (table.entersTurn !== true || !canSteer(session) || session.questions.length > 0) return false;
	const { draft, taken } = ui.composer;
	const { text } = draft;
	const isCommand = isShellDraft(draft) || isCommandPrompt({ id: '', text, blocks: [] }, session.commands);
	return taken === null && !isCommand && memoryLine(text) === null;
}
