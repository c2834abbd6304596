import type { ListedAgent } from '../../core/agents/agent-list.js';
import type { FileHit } from '../../core/attachment-ports.js';
import { writeMention } from '../../core/mention.js';
import { lastFrom } from '../../core/once.js';
import type { SessionState } from '../../core/session/state.js';
import type { SessionRow } from '../../core/session-index.js';
import { rowKey } from '../../core/session-list.js';
import type { Setting } from '../../core/settings/setting.js';
import { ageText } from '../../core/text/age.js';
import { clip, sanitizeLine } from '../../core/text/sanitize.js';
import { truncate } from '../../core/text/width.js';
import { weakLast, weakMemo } from '../../core/weak-memo.js';
import { keyLabel } from '../../terminal/key.js';
import { ACTIONS } from '../actions/actions.js';
import { reduceComposer } from '../composer/composer.js';
import { ACTION_IDS, type ActionId } from '../keys/action-ids.js';
import type { Keymap } from '../keys/keymap.js';
import type { PanelResult } from '../panel/panel.js';
import { askSessions } from '../pickers/open-sessions-panel.js';
import { perform } from '../sessions/session-actions.js';
import { titleOf } from '../sessions/session-row.js';
import { commandHelp, localCommands } from '../slash-commands/commands.js';
import { runNamedCommand } from '../slash-commands/run-slash-command.js';
import type { AppearanceOptions } from '../state/appearance-options.js';
import type { ScreenContext } from '../state/context.js';
import type { OpenSessionRow } from '../state/open-sessions.js';
import type { Command } from '../state/slash-command.js';
import { panelStep, requestStep, show, type UiStep } from '../state/ui-step.js';
import { shortDirectory } from '../status/session-words.js';

/** Kinds of entries, in the order of the list: as heads, and as they stand beside a name. */
export const KINDS = {
	command: { head: 'Commands', word: 'command' },
	action: { head: 'Keys', word: 'key' },
	mode: { head: 'Modes', word: 'mode' },
	model: { head: 'Models', word: 'model' },
	theme: { head: 'Themes', word: 'theme' },
	setting: { head: 'Settings', word: 'setting' },
	choice: { head: 'Arguments', word: 'argument' },
	agentCommand: { head: 'Agent commands', word: 'agent' },
	open: { head: 'Open sessions', word: 'open session' },
	session: { head: 'Sessions', word: 'session' },
	file: { head: 'Files', word: 'file' },
} as const;

/** Something that can be run, by a name. Texts are sanitised. */
export type PaletteEntry = {
	readonly id: string;
	readonly kind: keyof typeof KINDS;
	readonly label: string;
	readonly detail: string;
	readonly keys: string;
	/** Label and other words as they are searched, in lower case. */
	readonly name: string;
	readonly words: string;
	/** Why it cannot be run now; null: it can. */
	readonly whyNot?: (context: ScreenContext) => string | null;
	readonly run: (context: ScreenContext) => PanelResult<never>;
};

const MOST_DETAIL = 200;

function entry(
	kind: PaletteEntry['kind'],
	id: string,
	text: { readonly label: string; readonly detail?: string; readonly keys?: string },
	run: PaletteEntry['run'],
	whyNot?: PaletteEntry['whyNot'],
): PaletteEntry {
	const label = sanitizeLine(clip(text.label, MOST_DETAIL));
	const detail = sanitizeLine(clip(text.detail ?? '', MOST_DETAIL));
	const searched = { name: label.toLowerCase(), words: detail.toLowerCase() };
	const more = whyNot === undefined ? {} : { whyNot };
	return { id: `${kind} ${id}`, kind, label, detail, keys: text.keys ?? '', ...searched, run, ...more };
}

/** Lists of entries, each the same as long as nothing of it changed: a search keeps what it found in them. */
export function paletteEntries(
	context: ScreenContext,
	files: readonly FileHit[],
): readonly (readonly PaletteEntry[])[] {
	const { session, lookups, ui, table } = context;
	return [
		commandEntries(table),
		actionEntries(table),
		choiceEntries(session, lookups.agents ?? NO_AGENTS),
		themeEntries(ui.appearance),
		settingEntries(lookups.settings?.list?.settings ?? NO_SETTINGS),
		agentCommandEntries(session.commands),
		openSessionEntries(ui.sessions),
		sessionEntries(lookups.sessionList?.sessions ?? NO_SESSIONS, context),
		fileEntries(files),
	];
}

const NO_AGENTS: readonly ListedAgent[] = [];
const NO_SETTINGS: readonly Setting[] = [];
const NO_SESSIONS: readonly SessionRow[] = [];

const commandEntries = weakMemo((_: Keymap): readonly PaletteEntry[] =>
	localCommands.map((command) => {
		const { name, whyNot } = command;
		return entry('command', name, { label: `/${name}`, detail: commandHelp(command) }, runOrWrite(command), whyNot);
	}),
);

function runOrWrite({ name, hint }: Command): PaletteEntry['run'] {
	const isOptional = hint === undefined || hint.startsWith('[');
	return (context) => (isOptional ? runNamedCommand(context, name) : write(context, `/${name} `));
}

/** Puts a command into the draft, in place of what stands there: that is in the history. */
function write({ ui }: ScreenContext, text: string): UiStep {
	return show({ ...ui, composer: reduceComposer(ui.composer, { type: 'set-text', text }) });
}

const actionEntries = weakMemo((table: Keymap): readonly PaletteEntry[] =>
	ACTION_IDS.filter(isListed).map((id) => {
		const { help, when, whyNot } = ACTIONS[id];
		const keys = (table.keys.get(id) ?? []).map(keyLabel).join(', ');
		const why = (context: ScreenContext): string | null => {
			if (when === undefined || when(context)) return null;
			return (typeof whyNot === 'function' ? whyNot(context) : whyNot) ?? 'This does nothing now.';
		};
		const run: PaletteEntry['run'] = requestStep({ type: 'run-action', id });
		return { ...entry('action', id, { label: help, keys }, run, why), words: id };
	}),
);

const GROUND: ReadonlySet<string> = new Set(['global', 'composer', 'empty-draft']);
/** Actions that close things and end turns: whoever means that presses the key. */
const PRESSED_ONLY: ReadonlySet<ActionId> = new Set(['palette', 'interrupt', 'dismiss']);

function isListed(id: ActionId): boolean {
	const { contexts, edit } = ACTIONS[id];
	return edit === undefined && contexts.some((context) => GROUND.has(context)) && !PRESSED_ONLY.has(id);
}

const cachedChoices = lastFrom<readonly PaletteEntry[]>();

function choiceEntries(session: SessionState, agents: readonly ListedAgent[]): readonly PaletteEntry[] {
	const { commands, configOptions, mode, profile, agentModes } = session;
	const of = [commands, configOptions, mode.isBypassAllowed, mode.mode, profile, agents, agentModes];
	return cachedChoices(of, () => localCommands.flatMap((command) => choicesOf(command, session, agents)));
}

function choicesOf(
	{ name, choices }: Command,
	session: SessionState,
	agents: readonly ListedAgent[],
): readonly PaletteEntry[] {
	const kind = name === 'mode' || name === 'model' ? name : 'choice';
	return (choices?.(session, agents) ?? []).map(({ value, description }) => {
		const text = { label: `/${name} ${value}`, detail: description };
		return entry(kind, `${name} ${value}`, text, (context) => runNamedCommand(context, name, value));
	});
}

const themeEntries = weakMemo(({ names }: AppearanceOptions): readonly PaletteEntry[] =>
	names.map((name) => entry('theme', name, { label: name }, (context) => runNamedCommand(context, 'theme', name))),
);

const MOST_VALUE = 40;

const settingEntries = weakMemo((settings: readonly Setting[]): readonly PaletteEntry[] =>
	settings.map(({ key, value, about }) => {
		const shown = value === '' ? 'not set' : truncate(sanitizeLine(clip(value, MOST_DETAIL)), MOST_VALUE);
		const text = { label: key, detail: `${shown} · ${about}` };
		return entry('setting', key, text, panelStep('settings', key));
	}),
);

const agentCommandEntries = weakMemo((commands: SessionState['commands']): readonly PaletteEntry[] =>
	commands.map(({ name, description }) =>
		entry('agentCommand', name, { label: `/${name}`, detail: description }, (context) => write(context, `/${name} `)),
	),
);

const openSessionEntries = weakMemo((rows: readonly OpenSessionRow[]): readonly PaletteEntry[] =>
	rows
		.filter(({ isInFront }) => !isInFront)
		.map(({ id, name, detail }) => entry('open', id, { label: name, detail }, askSessions({ do: 'show', id }))),
);

const cachedSessions = weakLast<readonly SessionRow[], readonly PaletteEntry[]>();

function sessionEntries(rows: readonly SessionRow[], { now, home }: ScreenContext): readonly PaletteEntry[] {
	return cachedSessions(rows, [], () =>
		rows.map((row) => {
			const age = row.updatedAt === 0 ? '' : `${ageText(row.updatedAt, now)} · `;
			const text = { label: titleOf(row), detail: `${age}${shortDirectory(row.cwd, home)}` };
			return entry('session', rowKey(row), text, (context) => perform(context, row, 'resume'));
		}),
	);
}

const fileEntries = weakMemo((files: readonly FileHit[]): readonly PaletteEntry[] =>
	files
		.filter(({ kind }) => kind === 'file')
		.map(({ path }) =>
			entry('file', path, { label: path }, ({ ui }) =>
				show({ ...ui, composer: reduceComposer(ui.composer, { type: 'text', text: `${writeMention(path)} ` }) }),
			),
		),
);
