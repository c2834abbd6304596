import type { SessionState } from '../../core/session/state.js';
import { nearest } from '../../core/text/nearest.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { emptyDraft } from '../composer/draft.js';
import type { ScreenContext } from '../state/context.js';
import { refuse, type Typed } from '../state/slash-command.js';
import { show, toast, type UiStep } from '../state/ui-step.js';
import { END } from '../transcript/position.js';
import { localCommands } from './commands.js';
import { otherCommand } from './other-commands.js';
import { NEEDS_SCREEN } from './slash-commands-messages.js';

/** Carries out a slash command of ours. Words that it cannot use stay in the draft: none of them is dropped. */
export function runCommand(context: ScreenContext, typed: Typed): UiStep {
	const { name, args } = typed.command;
	const command = localCommands.find((candidate) => candidate.name === name);
	if (command === undefined) return refuse(context, typed, unknownCommand(name, context.session));
	if (command.hint === undefined && args !== '')
		return refuse(
			context,
			typed,
			`/${typed.command.typed} takes no further words. Start with a space to send it as text.`,
		);
	const isUseless = command.needsScreen === true && context.isReadOut === true;
	const why = isUseless ? NEEDS_SCREEN : (command.whyNot?.(context) ?? null);
	return why === null ? inSight(command.run(context, typed)) : show(toast(context.ui, why, context.now));
}

export function runNamedCommand(context: ScreenContext, name: string, args = ''): UiStep {
	const text = args === '' ? `/${name}` : `/${name} ${args}`;
	const command = { kind: 'local', name, typed: name, args, text } as const;
	const outcome = {
		type: 'submit',
		text,
		shown: text,
		images: [],
		pastes: [],
		draft: emptyDraft,
		isNow: false,
	} as const;
	const step = runCommand(context, { command, outcome: { ...outcome, place: null } });
	return { ...step, ui: { ...step.ui, composer: context.ui.composer } };
}

/** Takes who is elsewhere in the transcript to its end, where a command writes. */
function inSight(step: UiStep): UiStep {
	const writes = step.ui.panel.kind === 'none' && step.requests.some(({ type }) => type === 'dispatch');
	return writes ? { ...step, ui: { ...step.ui, anchor: END } } : step;
}

export function runUnknown(context: ScreenContext, typed: Typed): UiStep {
	const { name, args } = typed.command;
	const [runs, ...words] = otherCommand(name)?.runs?.split(' ') ?? [];
	const command = localCommands.find((candidate) => candidate.name === runs);
	if (command === undefined || (args !== '' && command.hint === undefined))
		return refuse(context, typed, unknownCommand(name, context.session));
	const step = runNamedCommand(context, command.name, [...words, args].join(' ').trim());
	const isSaid = step.ui.toast !== context.ui.toast;
	return isSaid ? step : { ...step, ui: toast(step.ui, `/${name} is /${command.name} here`, context.now) };
}

function unknownCommand(name: string, { commands }: SessionState): string {
	const advice = otherCommand(name)?.advice;
	if (advice !== undefined) return `No /${name} here: ${advice}. Start with a space to send it as text.`;
	const ours = localCommands.flatMap((command) => [command.name, ...(command.aliases ?? [])]);
	const meant = nearest(name, [...ours, ...commands.map((command) => command.name)]);
	const hint = meant === null ? '' : ` Did you mean /${sanitizeLine(meant)}?`;
	return `Unknown command /${name}.${hint} Start with a space to send it as text.`;
}
