import type { ConfigOption } from '../../core/agent-info.js';
import { agentModeWarning } from '../../core/policy/mirror.js';
import { modeLabel } from '../../core/policy/modes.js';
import type { Mode } from '../../core/policy/types.js';
import { askingModeOf, grantsAbout } from '../../core/session/agent-grants.js';
import { isUnheld } from '../../core/session/asking.js';
import type { Entry } from '../../core/session/entry.js';
import { emptyEntries, pushEntry } from '../../core/session/entry-list.js';
import type { SessionState } from '../../core/session/state.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import type { Looks } from '../state/appearance-options.js';
import type { Picker, PickerItem } from '../state/ui-state.js';
import { type CopyTarget, copyTargets } from '../transcript/as-text/copy-targets.js';
import { entryText } from '../transcript/as-text/entry-text.js';

const MODE_WORDS: Readonly<Record<Mode, string>> = {
	default: 'asks before anything changes',
	acceptEdits: 'allows edits in the workspace, asks about the rest',
	plan: 'nothing changes until you approve a plan',
	bypassPermissions: 'allows nearly everything; deny rules still hold',
};

/** Our modes and, in a group of their own, the agent's; in each the one in force is marked. */
export function modePicker(session: SessionState): Picker {
	const { mode, isBypassAllowed } = session.mode;
	const doubt = isUnheld(session) ? '; this agent does not always ask' : '';
	const ours: PickerItem[] = (['default', 'acceptEdits', 'plan', 'bypassPermissions'] as const)
		.filter((candidate) => candidate !== 'bypassPermissions' || isBypassAllowed)
		.map((candidate) => ({
			label: modeLabel(candidate),
			detail: `${MODE_WORDS[candidate]}${candidate === 'bypassPermissions' ? '' : doubt}`,
			isCurrent: candidate === mode,
			choice: { type: 'mode', mode: candidate },
			group: 'What acp-tui allows',
		}));
	const theirs = [...agentModeItems(session), ...modeOptionItems(session), ...askAgainItems(session)];
	const title = sanitizeLine(session.agent?.title ?? 'the agent');
	return pickerOf('Mode', [...ours, ...theirs.map((item) => ({ ...item, group: `Modes of ${title} itself` }))]);
}

function agentModeItems(session: SessionState): PickerItem[] {
	return (session.agentModes?.available ?? []).map((candidate) => ({
		label: candidate.name,
		detail: agentModeWarning(session.mode.mode, candidate.id) ?? candidate.description ?? '',
		isCurrent: candidate.id === session.agentModes?.current,
		choice: { type: 'agent-mode', modeId: candidate.id },
	}));
}

/** What the agent was told to let through by itself can be taken back where its modes are chosen, too. */
function askAgainItems(session: SessionState): PickerItem[] {
	const isTold = grantsAbout(session, 'edits').some(({ isTakenBack }) => isTakenBack !== true);
	if (!isTold || askingModeOf(session) === null) return [];
	return [
		{
			label: 'ask again',
			detail: 'takes back what you allowed the agent to do without asking',
			isCurrent: false,
			choice: { type: 'ask-again' },
		},
	];
}

/** An agent without modes of its own may have them as options. */
function modeOptionItems(session: SessionState): PickerItem[] {
	if (session.agentModes !== null) return [];
	return session.configOptions
		.filter((option) => option.category === 'mode')
		.flatMap((option) => optionItems(option, ''));
}

/** The agent's options besides its mode, the model first, otherwise in the agent's order. */
export function modelOptions(session: SessionState): readonly ConfigOption[] {
	const rest = session.configOptions.filter((option) => option.category !== 'mode');
	return [
		...rest.filter((option) => option.category === 'model'),
		...rest.filter((option) => option.category !== 'model'),
	];
}

/** Every value of every option of the agent; null when it has none. */
export function modelPicker(session: SessionState): Picker | null {
	// In the agent's own order: it puts first what matters most.
	const options = session.configOptions.filter((option) => option.category !== 'mode');
	const items = options.flatMap((option) => optionItems(option, options.length > 1 ? `${option.name}: ` : ''));
	if (items.length === 0) return null;
	const model = options.find((option) => option.category === 'model');
	const at = items.findIndex(
		({ isCurrent, choice }) => isCurrent && choice.type === 'option' && choice.optionId === model?.id,
	);
	const picker = pickerOf('Model and options of the agent', items);
	return at < 0 ? picker : { ...picker, selected: at };
}

function optionItems(option: ConfigOption, prefix: string): PickerItem[] {
	if (option.type === 'boolean') {
		return [
			{
				label: `${prefix}${option.value ? 'on' : 'off'}`,
				detail: `enter turns it ${option.value ? 'off' : 'on'}${option.description === undefined ? '' : ` · ${option.description}`}`,
				isCurrent: option.value,
				choice: { type: 'option', optionId: option.id, value: !option.value },
			},
		];
	}
	return option.choices.map((choice) => ({
		label: `${prefix}${choice.name}`,
		detail: [choice.group, choice.description].filter((part) => part !== undefined).join(' · '),
		isCurrent: choice.value === option.value,
		choice: { type: 'option', optionId: option.id, value: choice.value },
	}));
}

/** Rows of a list of what can be copied. */
const MOST_TARGETS = 30;

/** What can be copied, the newest first; null when there is nothing. */
export function copyPicker(session: SessionState): Picker | null {
	return pickTarget(copyTargets(session.entries, MOST_TARGETS, session.plan, session.cwd));
}

/** What of one entry can be copied: all of it, then its parts; null when there is nothing. */
export function entryCopyPicker(entry: Entry, cwd: string): Picker | null {
	const parts = copyTargets(pushEntry(emptyEntries, entry), MOST_TARGETS, null, cwd);
	const whole = entryText(entry, cwd);
	const all =
		whole === '' || parts[0]?.text === whole ? [] : [{ kind: 'All of it', start: '', label: 'All of it', text: whole }];
	return pickTarget([...all, ...parts]);
}

function pickTarget(targets: readonly CopyTarget[]): Picker | null {
	const digits = String(targets.length).length;
	const items = targets.map(
		(target, index): PickerItem => ({
			label: `${String(index + 1).padStart(digits)} ${target.start === '' ? target.label : `${target.kind}: ${target.start}`}`,
			detail: target.start === '' ? firstLine(target) : '',
			isCurrent: false,
			choice: { type: 'copy', text: target.text, label: target.label },
		}),
	);
	return items.length === 0 ? null : { ...pickerOf('Copy', items), selected: 0 };
}

function firstLine({ text }: CopyTarget): string {
	return text.split('\n', 1)[0] ?? '';
}

const THEME_WORDS: Readonly<Record<string, string>> = {
	auto: 'follows the terminal’s background',
	dark: 'for dark terminals',
	light: 'for light terminals',
	neutral: 'readable on dark and on light',
	'high-contrast': 'strong colours, follows the background',
	'high-contrast-dark': 'strong colours on black',
	'high-contrast-light': 'strong colours on white',
	ansi: 'the terminal’s own 16 colours',
	mono: 'no colours',
};

/** Every theme; the row that is moved to is tried at once. */
export function themePicker(looks: Looks): Picker {
	return pickerOf(
		'Theme',
		looks.names.map((name) => ({
			label: name,
			detail: THEME_WORDS[name] ?? 'yours',
			isCurrent: name === looks.theme,
			choice: { type: 'theme', name },
		})),
	);
}

function pickerOf(title: string, items: readonly PickerItem[]): Picker {
	return {
		title,
		items,
		selected: Math.max(
			0,
			items.findIndex((item) => item.isCurrent),
		),
	};
}
