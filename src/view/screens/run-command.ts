import type { Mode } from '../../core/policy/types.js';
import { entryAt } from '../../core/session/entry-list.js';
import type { SessionState } from '../../core/session/state.js';
import { counted } from '../../core/text/counted.js';
import { exportFile } from '../export/export-file.js';
import { formatDuration } from '../transcript/duration.js';
import type { ScreenContext } from './context.js';
import { currentModel, money } from './header.js';
import { choose } from './panel-keys.js';
import { runPermissions } from './permissions.js';
import { copyPicker, modelOptions, modelPicker, modePicker, themePicker } from './pickers.js';
import { queuePicker } from './queue-picker.js';
import { show, tell, toast, type UiStep, want } from './step.js';
import type { Picker, UiState } from './ui-state.js';
import { runRedo, runUndo } from './undo.js';

/** Carries out a slash command of ours. `args` is what followed its name. */
export function runCommand(context: ScreenContext, name: string, args: string): UiStep {
	const { ui, session, now } = context;
	switch (name) {
		case 'help':
			return show({ ...ui, panel: { kind: 'help', scroll: 0, filter: '' } });
		case 'new':
			return tell(ui, { type: 'new-session' });
		case 'mode':
			return args === '' ? show(withPicker(ui, modePicker(session))) : setMode(context, args);
		case 'model':
			return setModel(context, args);
		case 'permissions':
			return runPermissions(context, args);
		case 'plan':
			return args === 'done' ? reviewPlan(context) : tell(ui, { type: 'set-mode', mode: 'plan' });
		case 'status':
			return tell(ui, { type: 'note', level: 'info', title: 'Status', detail: statusText(session, now) });
		case 'usage':
			return tell(ui, { type: 'note', level: 'info', title: 'Usage', detail: usageText(session) });
		case 'clear':
			return session.turn === null
				? tell(ui, { type: 'clear-transcript' })
				: show(toast(ui, 'not while the agent works: esc stops it', now));
		case 'queue': {
			const picker = queuePicker(session);
			return picker === null ? show(toast(ui, 'nothing is queued', now)) : show(withPicker(ui, picker));
		}
		case 'memory':
			return args === ''
				? show(toast(ui, 'write the line behind it: /memory TEXT', now))
				: tell(ui, { type: 'add-memory', text: args });
		case 'undo':
			return runUndo(context, args);
		case 'redo':
			return runRedo(context);
		case 'copy':
			return copy(context, args);
		case 'export':
			return exportTranscript(context, args);
		case 'restart':
			return tell(ui, { type: 'restart-agent' });
		case 'theme':
			return setTheme(context, args);
		case 'quit':
			return want(ui, { type: 'leave' });
		default:
			return show(toast(ui, `there is no command /${name}`, now));
	}
}

function exportTranscript({ ui, session, now }: ScreenContext, args: string): UiStep {
	if (session.entries.size === 0) return show(toast(ui, 'there is nothing to export yet', now));
	return want(ui, { type: 'export', ...exportFile(session, args, now) });
}

function withPicker(ui: UiState, picker: Picker): UiState {
	return { ...ui, panel: { kind: 'picker', picker } };
}

function setMode(context: ScreenContext, wanted: string): UiStep {
	const { ui, session, now } = context;
	const modes: readonly Mode[] = ['default', 'acceptEdits', 'plan', 'bypassPermissions'];
	const ours = modes.find((mode) => mode.toLowerCase() === wanted.toLowerCase());
	if (ours === 'bypassPermissions' && !session.mode.isBypassAllowed) {
		return show(toast(ui, 'bypassPermissions needs --allow-bypass on the command line', now));
	}
	if (ours !== undefined) return tell(ui, { type: 'set-mode', mode: ours });
	const theirs = session.agentModes?.available.find(
		(mode) => mode.id === wanted || mode.name.toLowerCase() === wanted.toLowerCase(),
	);
	return theirs === undefined
		? show(toast(withPicker(ui, modePicker(session)), `there is no mode ${wanted}`, now))
		: tell(ui, { type: 'set-agent-mode', modeId: theirs.id });
}

function setModel(context: ScreenContext, wanted: string): UiStep {
	const { ui, session, now } = context;
	const picker = modelPicker(session);
	if (picker === null) return show(toast(ui, 'this agent offers no choice of model', now));
	if (wanted === '') return show(withPicker(ui, picker));
	for (const option of modelOptions(session)) {
		if (option.type !== 'select') continue;
		const choice = option.choices.find(
			(candidate) => candidate.value === wanted || candidate.name.toLowerCase() === wanted.toLowerCase(),
		);
		if (choice !== undefined) {
			return tell(ui, { type: 'set-config-option', optionId: option.id, value: choice.value });
		}
	}
	return show(toast(withPicker(ui, picker), `there is no model ${wanted}`, now));
}

/** For this session; the config keeps one for all. */
function setTheme({ ui, now }: ScreenContext, wanted: string): UiStep {
	if (wanted === '') return show(withPicker(ui, themePicker(ui.looks)));
	const name = ui.looks.names.find((each) => each.toLowerCase() === wanted.toLowerCase());
	return name === undefined
		? show(toast(withPicker(ui, themePicker(ui.looks)), `there is no theme ${wanted}`, now))
		: choose(ui, { type: 'theme', name });
}

/** `/plan done`: the same review as for an agent's own request, with its last words as the plan. */
function reviewPlan(context: ScreenContext): UiStep {
	const { ui, session, now } = context;
	if (session.mode.mode !== 'plan') return show(toast(ui, 'plan mode is not on', now));
	if (session.turn !== null) return show(toast(ui, 'not while the agent works: esc stops it', now));
	return tell(ui, {
		type: 'asked',
		ask: {
			id: `plan-done-${now}`,
			kind: 'exit-plan',
			from: 'client',
			request: { source: 'permission', kind: 'switch_mode', title: 'Leave plan mode', paths: [], diffs: [] },
			options: [],
			because: 'you asked for it',
			plan: lastMessage(session),
			askedAt: now,
		},
	});
}

function lastMessage(session: SessionState): string {
	for (let index = session.entries.size - 1; index >= 0; index -= 1) {
		const entry = entryAt(session.entries, index);
		if (entry?.kind === 'message' && entry.parentId === undefined) return entry.text;
	}
	return '';
}

function copy(context: ScreenContext, args: string): UiStep {
	const { ui, session, now } = context;
	const picker = copyPicker(session);
	if (picker === null) return show(toast(ui, 'there is nothing to copy yet', now));
	if (args === '') return show(withPicker(ui, picker));
	const item = /^\d+$/.test(args) ? picker.items[Number(args) - 1] : undefined;
	return item === undefined
		? show(toast(withPicker(ui, picker), `there is no ${args} to copy`, now))
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
		`mode       ${mode.mode}${session.agentModes === null ? '' : ` · the agent’s own: ${session.agentModes.current}`}`,
		...(model === '' ? [] : [`model      ${model}`]),
		...(agent === null ? [] : [`protocol   ACP v${agent.protocolVersion}`]),
		...(session.turn === null ? [] : [`turn       ${formatDuration(now - session.turn.startedAt)}`]),
		`transcript ${session.entries.size === 1 ? '1 entry' : `${session.entries.size} entries`}, ${session.queue.length} queued`,
		...changesLines(session),
		...(session.junkLines === 0 ? [] : [`skipped    ${counted(session.junkLines, 'line')} of no protocol`]),
	];
	return lines.join('\n');
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
	if (usage === null) return 'The agent has not said anything about its usage.';
	const share = usage.size > 0 ? ` (${Math.round((usage.used / usage.size) * 100)}%)` : '';
	const cost = usage.cost === undefined ? '' : `\ncost     ${money(usage.cost)}`;
	return `context  ${usage.used.toLocaleString('en')} of ${usage.size.toLocaleString('en')} tokens${share}${cost}`;
}
