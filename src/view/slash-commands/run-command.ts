import { memoryFilesOf } from '../../core/memory.js';
import { modeLabel } from '../../core/policy/modes.js';
import { MODES } from '../../core/policy/types.js';
import type { SessionState } from '../../core/session/state.js';
import { counted } from '../../core/text/counted.js';
import { nearest } from '../../core/text/nearest.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { endTurn } from '../actions/end-turn.js';
import { choose } from '../actions/panel-keys.js';
import { exportFile } from '../export/export-file.js';
import { askingWords } from '../frame/asking-words.js';
import { agentWords } from '../frame/footer.js';
import { currentModel, money } from '../frame/header.js';
import { namedBy } from '../pickers/choose-by-name.js';
import { copyPicker, modelOptions, modelPicker, modePicker, themePicker } from '../pickers/pickers.js';
import { queuePicker } from '../pickers/queue-picker.js';
import type { ScreenContext } from '../state/context.js';
import { show, tell, toast, type UiRequest, type UiStep, want } from '../state/step.js';
import type { CommandWords, Picker, UiState } from '../state/ui-state.js';
import { formatDuration } from '../transcript/duration.js';
import { END } from '../transcript/position.js';
import { refuse, type Typed, wordsOf } from './command-words.js';
import { localCommands } from './commands.js';
import { runPermissions } from './permissions.js';
import { runRedo, runUndo } from './undo.js';

/** Carries out a slash command of ours. Words that it cannot use stay in the draft: none of them is dropped. */
export function runCommand(context: ScreenContext, typed: Typed): UiStep {
	const { ui, session, now } = context;
	const { name, args } = typed.command;
	const isBare = localCommands.find((command) => command.name === name)?.hint === undefined;
	if (isBare && args !== '') {
		const word = `/${typed.command.typed}`;
		return refuse(context, typed, `${word} takes no further words. Start with a space to send it as text.`);
	}
	switch (name) {
		case 'help':
			return show({ ...ui, panel: { kind: 'help', scroll: 0, filter: '' } });
		case 'new':
			return endTurn(ui, session, 'new-session', wordsOf(typed));
		case 'mode':
			return args === '' ? show(withPicker(ui, modePicker(session))) : setMode(context, typed);
		case 'model':
			return setModel(context, typed);
		case 'permissions':
			return runPermissions(context, typed);
		case 'plan':
			return args === 'done' ? reviewPlan(context) : plan(ui, wordsOf(typed));
		case 'status':
			return tell(ui, { type: 'note', level: 'info', title: 'Status', detail: statusText(session, now) });
		case 'usage':
			return tell(ui, { type: 'note', level: 'info', title: 'Usage', detail: usageText(session) });
		case 'clear-screen':
			return session.turn === null
				? tell(ui, { type: 'clear-transcript' })
				: show(toast(ui, 'The agent is still working; esc stops it', now));
		case 'queue': {
			const picker = queuePicker(session);
			return picker === null ? show(toast(ui, 'Nothing is queued', now)) : show(withPicker(ui, picker));
		}
		case 'memory':
			return args === ''
				? show(toast(ui, `Usage: /memory TEXT (adds a line to ${memoryFilesOf(session.agent)[0]})`, now))
				: tell(ui, { type: 'add-memory', text: args });
		case 'undo':
			return runUndo(context, args, typed);
		case 'redo':
			return runRedo(context);
		case 'copy':
			return copy(context, typed);
		case 'export':
			return exportTranscript(context, typed);
		case 'restart':
			return endTurn(ui, session, 'restart-agent', null);
		case 'theme':
			return setTheme(context, typed);
		case 'quit':
			return endTurn(ui, session, 'leave', null);
		default:
			return refuse(context, typed, unknownCommand(name, session));
	}
}

/** What to say of a command that nobody has: the one that was probably meant, and how to send it as it is. */
export function unknownCommand(name: string, { commands }: SessionState): string {
	const ours = localCommands.flatMap((command) => [command.name, ...(command.aliases ?? [])]);
	const meant = nearest(name, [...ours, ...commands.map((command) => command.name)]);
	const hint = meant === null ? '' : ` Did you mean /${sanitizeLine(meant)}?`;
	return `Unknown command /${name}.${hint} Start with a space to send it as text.`;
}

/** Plan mode, and what is to be planned if that was said. */
function plan(ui: UiState, words: CommandWords | null): UiStep {
	const isOn: UiRequest = { type: 'dispatch', event: { type: 'set-mode', mode: 'plan' } };
	return words === null ? want(ui, isOn) : want({ ...ui, anchor: END }, isOn, words.send);
}

function exportTranscript(context: ScreenContext, typed: Typed): UiStep {
	const { ui, session, now } = context;
	const { args } = typed.command;
	if (session.entries.size === 0) return refuse(context, typed, 'Nothing to export yet');
	return want(ui, { type: 'export', ...exportFile(session, args, now) });
}

function withPicker(ui: UiState, picker: Picker): UiState {
	return { ...ui, panel: { kind: 'picker', picker } };
}

function setMode(context: ScreenContext, typed: Typed): UiStep {
	const { ui, session, now } = context;
	const { mode, agentModes } = session;
	const ours = MODES.map((id) => ({ id, name: modeLabel(id) }));
	const theirs = agentModes?.available ?? [];
	const { args } = typed.command;
	const inReach = ours.filter(({ id }) => id !== 'bypassPermissions' || mode.isBypassAllowed);
	// Where both have one that fits, ours is meant: theirs stands in the list.
	const [own, ...others] = namedBy(inReach, args);
	if (own !== undefined && others.length === 0) return tell(ui, { type: 'set-mode', mode: own.id });
	const [found, ...more] = own === undefined ? namedBy(theirs, args) : [];
	if (found !== undefined && more.length === 0) return tell(ui, { type: 'set-agent-mode', modeId: found.id });
	if (own === undefined && found === undefined && namedBy(ours, args).length > 0) {
		return show(toast(ui, 'bypassPermissions needs --allow-bypass on the command line', now));
	}
	const isSeveral = own !== undefined || found !== undefined;
	return chooseFromList(context, typed, modePicker(session), isSeveral ? severalWords(args) : `No mode “${args}”`);
}

function setModel(context: ScreenContext, typed: Typed): UiStep {
	const { ui, session, now } = context;
	const { args } = typed.command;
	const picker = modelPicker(session);
	if (picker === null) return refuse(context, typed, 'This agent offers no choice of model');
	if (args === '') return show(withPicker(ui, picker));
	const choices = modelOptions(session).flatMap((option) =>
		option.type === 'select' ? option.choices.map(({ value, name }) => ({ id: value, name, optionId: option.id })) : [],
	);
	const found = namedBy(choices, args);
	const [choice, ...more] = found;
	if (choice !== undefined && more.length === 0) {
		return tell(ui, { type: 'set-config-option', optionId: choice.optionId, value: choice.id });
	}
	const isFound = (item: Picker['items'][number]): boolean =>
		found.some(
			({ id, optionId }) =>
				item.choice.type === 'option' && item.choice.value === id && item.choice.optionId === optionId,
		);
	const items = picker.items.filter(isFound);
	if (items.length === 0) return chooseFromList(context, typed, picker, `No model “${args}”`);
	const narrowed: Picker = { ...picker, items, selected: 0 };
	return show(toast(withPicker(ui, narrowed), severalWords(args), now));
}

/** For this session; the config keeps one for all. */
function setTheme(context: ScreenContext, typed: Typed): UiStep {
	const { ui } = context;
	const { args } = typed.command;
	if (ui.looks.isColorless === true)
		return show(toast(ui, 'This terminal gets no colors (NO_COLOR is set, or TERM is dumb).', context.now));
	if (args === '') return show(withPicker(ui, themePicker(ui.looks)));
	const [found, ...more] = namedBy(
		ui.looks.names.map((name) => ({ id: name, name })),
		args,
	);
	if (found !== undefined && more.length === 0) return choose(ui, { type: 'theme', name: found.id });
	return chooseFromList(
		context,
		typed,
		themePicker(ui.looks),
		found === undefined ? `No theme “${args}”` : severalWords(args),
	);
}

function severalWords(args: string): string {
	return `“${args}” fits more than one`;
}

/** Nothing is called so, or too much: the list is shown. Several words were meant for something else, and stay in the draft. */
function chooseFromList(context: ScreenContext, typed: Typed, picker: Picker, why: string): UiStep {
	const { ui, now } = context;
	return /\s/.test(typed.command.args) ? refuse(context, typed, why) : show(toast(withPicker(ui, picker), why, now));
}

/** `/plan done`: the same review as for an agent's own request, with its last words as the plan. */
function reviewPlan(context: ScreenContext): UiStep {
	const { ui, session, now } = context;
	if (session.mode.mode !== 'plan') return show(toast(ui, 'Plan mode is off', now));
	if (session.turn !== null) return show(toast(ui, 'The agent is still working; esc stops it', now));
	return tell(ui, { type: 'review-plan' });
}

function copy(context: ScreenContext, typed: Typed): UiStep {
	const { ui, session, now } = context;
	const { args } = typed.command;
	const picker = copyPicker(session);
	if (picker === null) return refuse(context, typed, 'Nothing to copy yet');
	if (args === '') return show(withPicker(ui, picker));
	if (!/^\d+$/.test(args)) return refuse(context, typed, 'Usage: /copy [NUMBER]');
	const item = picker.items[Number(args) - 1];
	return item === undefined
		? show(toast(withPicker(ui, picker), `There is no number ${args} to copy`, now))
		: choose(ui, item.choice);
}

function statusText(session: SessionState, now: number): string {
	const { agent, connection, mode } = session;
	const model = currentModel(session.configOptions);
	const lines = [
		`agent      ${agent === null ? session.launch.name : `${agent.title} ${agent.version}`.trim()} (${connection.phase})`,
		`command    ${[session.launch.command, ...session.launch.args].join(' ')}`,
		`directory  ${session.cwd}${session.branch === null ? '' : ` on ${session.branch}`}`,
		`session    ${session.sessionId ?? 'none'}${session.title === null ? '' : ` · ${session.title}`}`,
		`mode       ${mode.mode}${session.agentModes === null ? '' : ` · the agent’s own: ${session.agentModes.current}`}${besideMode(session)}`,
		...(agent === null ? [] : [`asks first ${askingWords(session)}`]),
		...(model === '' ? [] : [`model      ${model}`]),
		...(agent === null ? [] : [`protocol   ACP v${agent.protocolVersion}`]),
		...(session.turn === null ? [] : [`turn       ${formatDuration(now - session.turn.startedAt)}`]),
		`transcript ${session.entries.size === 1 ? '1 entry' : `${session.entries.size} entries`}, ${session.queue.length} queued`,
		...changesLines(session),
		...(session.junkLines === 0 ? [] : [`skipped    ${counted(session.junkLines, 'line')} of no protocol`]),
	];
	return lines.join('\n');
}

/** What holds beside the mode, as the footer has it. */
function besideMode(session: SessionState): string {
	const words = agentWords(session);
	return words === null ? '' : ` (${words})`;
}

function changesLines({ changes }: SessionState): readonly string[] {
	const gaps = changes.sets.at(-1)?.after.gaps ?? [];
	const [first] = gaps;
	return [
		...(changes.sets.length === 0
			? []
			: [`undo       the changes of ${counted(changes.sets.length, 'turn')} are kept`]),
		...(first === undefined
			? []
			: [`not kept   ${counted(gaps.length, 'file')}, such as ${first.path}: ${first.because}`]),
		...(changes.trouble === null ? [] : [`not kept   ${changes.trouble}`]),
	];
}

function usageText(session: SessionState): string {
	const { usage } = session;
	if (usage === null) return 'The agent has not reported any usage.';
	const share = usage.size > 0 ? ` (${Math.round((usage.used / usage.size) * 100)}%)` : '';
	const cost = usage.cost === undefined ? '' : `\ncost     ${money(usage.cost)}`;
	return `context  ${usage.used.toLocaleString('en')} of ${usage.size.toLocaleString('en')} tokens${share}${cost}`;
}
