import type { ListedAgent } from '../../core/agents/agent-list.js';
import type { SessionState } from '../../core/session/state.js';
import { replaceRange } from '../composer/buffer.js';
import type { ArgumentChoice } from '../composer/completion.js';
import type { ComposerOutcome } from '../composer/composer-state.js';
import { type LocalCommand, localPrefix, type SlashCommand } from '../composer/slash.js';
import type { ScreenContext } from './context.js';
import { type CommandWords, pastesOf } from './send-request.js';
import { withDraftBack } from './ui-state.js';
import { show, toast, type UiStep } from './ui-step.js';

/** Everything about a slash command of ours. */
export type Command = LocalCommand & {
	/** Values that its words may have, for completion. */
	readonly choices?: (session: SessionState, agents: readonly ListedAgent[]) => readonly ArgumentChoice[];
	/** Changes nothing but a drawn screen. */
	readonly needsScreen?: true;
	/** Why it does not apply now; null where it does. */
	readonly whyNot?: (context: ScreenContext) => string | null;
	readonly run: (context: ScreenContext, typed: Typed) => UiStep;
};

/** A command whose plain name stays ours even when the agent has one like it, unless `more` says otherwise. */
export function command(
	name: string,
	description: string,
	run: Command['run'],
	more: Omit<Partial<Command>, 'name' | 'description' | 'run'> = {},
): Command {
	return { name, description, run, isReserved: true, ...more };
}

/** A slash command of ours as it was sent: which one, and the whole draft. */
export type Typed = { readonly command: SlashCommand; readonly outcome: ComposerOutcome };

/** The words behind a command's name as a prompt of their own; null when there are none. */
export function wordsOf({ command, outcome }: Typed): CommandWords | null {
	if (command.args === '') return null;
	const { shown, draft, images, isNow } = outcome;
	const start = lengthOfName(command, shown);
	const rest = replaceRange(draft, 0, start, '');
	const { args: text } = command;
	const words = { text, written: shown.slice(start), images, draft: rest, ...pastesOf(text, outcome) };
	return { send: { type: 'send', ...words, interrupts: isNow }, typed: draft };
}

/** Says why the command is not carried out, and leaves it in the draft with all its words. */
export function refuse({ ui, now }: ScreenContext, { command, outcome }: Typed, why: string): UiStep {
	const back = withDraftBack(ui, outcome.draft);
	const { draft } = back.composer;
	// A name alone is selected: enter tries it again, and what is typed next is another command and not its end.
	const isSelected = command.args === '' && draft.text === outcome.draft.text;
	const selected = { ...draft, anchor: 0, cursor: draft.text.length };
	const shown = isSelected ? { ...back, composer: { ...back.composer, draft: selected } } : back;
	return show(toast(shown, why, now));
}

function lengthOfName({ typed }: SlashCommand, shown: string): number {
	const prefix = shown.startsWith(`/${localPrefix}`) ? localPrefix.length : 0;
	const end = 1 + prefix + typed.length;
	return end + (/^\s*/.exec(shown.slice(end))?.[0].length ?? 0);
}
