import { type Standing, standings } from '../../core/commands/command-names.js';
import type { OwnCommand } from '../../core/commands/own-command.js';
import { counted } from '../../core/text/counted.js';
import { sanitizeLine, sanitizeText } from '../../core/text/sanitize.js';
import { cellWidth, padEnd, truncate } from '../../core/text/width.js';
import { reduceComposer } from '../composer/composer.js';
import { stashDraft } from '../composer/composer-commands.js';
import { type Line, styled } from '../line.js';
import { opens } from '../panel/engine.js';
import { type PanelAction, type PanelKind, type PanelRow, panelOf } from '../panel/panel.js';
import { PLACES, TAKEN_NAMES } from '../slash-commands/own-commands.js';
import { wrapLine } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import { isDraftEmpty } from '../state/ui-state.js';
import { show, type UiRequest, type UiStep } from '../state/ui-step.js';
import { paragraph } from '../transcript/transcript-layout.js';
import * as messages from './commands-messages.js';

type CommandRow = PanelRow & { readonly command: OwnCommand; readonly standing: Standing };

/** Commands of the user's own, with their files; what waits for trust is read here before it is trusted. */
const commandsPanel: PanelKind = {
	name: 'commands',
	keys: 'commands',
	coversDraft: true,
	panel({ lookups, session }) {
		const known = standings(lookups.ownCommands ?? [], session.commands, TAKEN_NAMES);
		const widest = Math.max(0, ...known.map(([{ name }]) => cellWidth(sanitizeLine(name)) + 1));
		const rows = known.map((one) => rowOf(one, Math.min(WIDEST_NAME, widest)));
		const waiting = rows.flatMap(({ command, standing }) => (standing.type === 'waits' ? [command] : []));
		return panelOf({
			title: 'Your slash commands',
			titleNote:
				waiting.length === 0
					? counted(rows.length, 'command')
					: `${counted(rows.length, 'command')}, ${waiting.length} not trusted`,
			rows,
			empty: lookups.ownCommands === null ? 'Looking for command files…' : 'No commands yet: n makes one',
			actions: (row: CommandRow | undefined) => actionsOf(row, waiting),
			reading: {
				head: ({ command }: CommandRow, width) => headLines(command, width),
				lines: ({ command }: CommandRow, width) => paragraph(sanitizeText(command.text), width),
				count: ({ command }: CommandRow) => command.text.split('\n').length,
			},
		});
	},
};

export const open = opens(commandsPanel);

/** Cells of names at most, and of a row that says where a command stands. */
const WIDEST_NAME = 24;
const NARROW = 50;

function rowOf([command, standing]: readonly [OwnCommand, Standing], nameWidth: number): CommandRow {
	const { name, file, definition, hash } = command;
	const description = 'problem' in definition ? '' : definition.description;
	const words = standingWords(standing);
	const label = sanitizeLine(`/${name}`);
	return {
		id: file ?? name,
		// A file that changed is to be read anew before it is trusted.
		version: hash,
		signs: [
			styled(
				`${padEnd(truncate(label, nameWidth), nameWidth)}  `,
				standing.type === 'counts' ? {} : { color: 'muted' },
			),
		],
		label: sanitizeLine(description),
		edge: (width) =>
			width < NARROW || words === '' ? [] : [styled(` ${truncate(words, width / 2)}`, { color: 'warning' })],
		spoken: [label, description, words].filter(Boolean).join(', '),
		group: PLACES[command.place],
		isMuted: true,
		why: words === '' ? null : words,
		choose: (context) => writeName(context, name),
		command,
		standing,
	};
}

function standingWords(standing: Standing): string {
	switch (standing.type) {
		case 'counts':
			return '';
		case 'waits':
			return 'not trusted';
		case 'broken':
			return `not used: ${sanitizeLine(standing.problem)}`;
		case 'loses':
			return typeof standing.to === 'string'
				? messages.LOSES_TO[standing.to]
				: `hidden by the one of ${PLACES[standing.to.place]}`;
	}
}

/** The command's name in the draft, for its arguments. */
function writeName({ ui }: ScreenContext, name: string): UiStep {
	const free = isDraftEmpty(ui) ? ui.composer : reduceComposer(ui.composer, { type: 'command', command: stashDraft });
	return show({ ...ui, composer: reduceComposer(free, { type: 'set-text', text: `/${name} ` }) });
}

function headLines({ file, definition }: OwnCommand, width: number): readonly Line[] {
	const muted = (text: string): Line[] => wrapLine([styled(text, { color: 'muted' })], width);
	const place = file === null ? [] : muted(sanitizeLine(file));
	if ('problem' in definition) return place;
	const { mode, model, agent, rules, notUnderstood } = definition;
	const settings = messages.settingsWords({ mode, model, agent, rules: rules.map(({ text }) => text) });
	return [
		...place,
		...(settings === '' ? [] : wrapLine([styled(sanitizeLine(settings), { color: 'info' })], width)),
		...(notUnderstood.length === 0
			? []
			: wrapLine([styled(sanitizeLine(`Not understood: ${notUnderstood.join(', ')}`), { color: 'warning' })], width)),
	];
}

function actionsOf(row: CommandRow | undefined, waiting: readonly OwnCommand[]): readonly PanelAction<null>[] {
	const making: PanelAction<null> = {
		...{ id: 'commands-new', words: 'new', spoken: messages.SPOKEN.create, closes: true },
		run: (context) => writeName(context, 'commands new'),
	};
	if (row === undefined) return [making];
	const { command, standing } = row;
	const { file, name } = command;
	return [
		{
			...{ id: 'commands-trust', words: 'trust', spoken: messages.SPOKEN.trust, isGuarded: true },
			why: standing.type === 'waits' ? null : 'Only a project’s file that is not trusted as it is needs that',
			confirm: `Press again to trust /${sanitizeLine(name)} until its file changes: its prompt and settings count, its commands are asked about`,
			run: () => ({ requests: [trust([command])], words: `/${sanitizeLine(name)} is trusted until its file changes` }),
		},
		...(waiting.length < 2
			? []
			: [
					{
						...({ id: 'commands-trust-all', words: 'trust all', isOfAll: true, isGuarded: true } as const),
						confirm: `Press again to trust all ${waiting.length} as they are now`,
						run: () => ({
							requests: [trust(waiting)],
							words: `${counted(waiting.length, 'command')} trusted until their files change`,
						}),
					},
				]),
		{
			...{ id: 'commands-edit', words: 'edit', spoken: messages.SPOKEN.edit },
			why: file === null ? 'It is part of acp-tui; n makes one of your own of the same name' : null,
			run: () => (file === null ? {} : { requests: [{ type: 'edit-command', of: { file } }] }),
		},
		making,
	];
}

function trust(commands: readonly OwnCommand[]): UiRequest {
	const trusting = commands.map(({ file, hash }) => ({ file, hash }));
	return { type: 'dispatch', event: { type: 'list-commands', trusting } };
}
