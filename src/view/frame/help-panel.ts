import type { AgentCommand } from '../../core/agent-info.js';
import { hasWords } from '../../core/text/has-words.js';
import { clip, sanitizeLine } from '../../core/text/sanitize.js';
import { cellWidth, padEnd } from '../../core/text/width.js';
import { essentialGroups } from '../actions/essentials.js';
import { type HelpGroup, helpLines } from '../actions/help.js';
import type { Keymap } from '../keys/keymap.js';
import { type Line, muted, plain, styled } from '../line.js';
import { spokenHelp } from '../linear/linear-help.js';
import { innerWidth } from '../panel/box.js';
import { openPage, openPanel } from '../panel/engine.js';
import { panelIn } from '../panel/loaded-panel.js';
import type { PanelKind } from '../panel/panel.js';
import { keysPage } from '../review/keys-page.js';
import { commandHelp, localCommands } from '../slash-commands/commands.js';
import { padLine, wrapLine } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import { show, type UiStep } from '../state/ui-step.js';

const TWO_COLUMNS = 80;
const GAP = 3;

const NARROW = 44;
const MOST_DESCRIPTION = 400;
const MOST_TYPED = 40;

const helpPanel: PanelKind = {
	name: 'help',
	keys: 'help',
	closedBy: 'help-close',
	isTall: true,
	spokenOnce: ({ table }) => spokenHelp(table),
	panel({ table, ui, session }, _, { typed }) {
		const toFind = `type to find${innerWidth(ui.columns) < NARROW ? '' : ' · esc closes'}`;
		return {
			title: typed === '' ? 'Keys' : `Find: ${typed}`,
			keyWords: typed === '' ? toFind : 'esc shows all',
			rows: [],
			text: {
				title: 'Keys',
				paragraphs: [],
				lines: (width) => (typed === '' ? wholeHelp(table, width) : foundHelp(table, session.commands, typed, width)),
			},
			line: { most: MOST_TYPED },
		};
	},
};

/** Opens the help; over a panel the keys of that. */
export function open(context: ScreenContext, typed: string): UiStep {
	const over = panelIn(context.ui);
	if (over !== null) return show(openPage(context, keysPage, [...over.keys, 'picker']));
	return show(openPanel(context, helpPanel, null, { typed }));
}

function wholeHelp(table: Keymap, width: number): Line[] {
	const first = essentialGroups(table);
	return [
		...(width >= TWO_COLUMNS ? inTwo(first, width) : groupLines(first, width)),
		[],
		...groupLines([commands(), ...helpLines(table)], width),
	];
}

function foundHelp(table: Keymap, agents: readonly AgentCommand[], filter: string, width: number): Line[] {
	const found = [commands(), commandsOf(agents), ...helpLines(table)].flatMap(({ group, rows }) => {
		const matching = rows.filter(({ keys, help, id = '' }) => hasWords(`${group} ${keys} ${help} ${id}`, filter));
		return matching.length === 0 ? [] : [{ group, rows: matching }];
	});
	return found.length === 0 ? [[muted('No matches.')]] : groupLines(found, width);
}

function commands(): HelpGroup {
	return {
		group: 'Commands',
		rows: localCommands.map((command) => ({
			keys: `/${command.name}${command.hint === undefined ? '' : ` ${command.hint}`}`,
			help: commandHelp(command),
		})),
	};
}

/** Commands of the agent are found by a search alone: there may be hundreds. */
function commandsOf(agents: readonly AgentCommand[]): HelpGroup {
	return {
		group: 'Commands of the agent',
		rows: agents.map(({ name, description }) => ({
			keys: `/${sanitizeLine(name)}`,
			help: sanitizeLine(clip(description, MOST_DESCRIPTION)),
		})),
	};
}

function groupLines(groups: readonly HelpGroup[], width: number): Line[] {
	const widest = Math.max(...groups.flatMap(({ rows }) => rows.map(({ keys }) => cellWidth(keys))));
	const column = Math.min(widest, Math.min(30, Math.max(10, Math.floor(width * 0.4))));
	return groups.flatMap(({ group, rows }, index) => [
		...(index === 0 ? [] : [[]]),
		[styled(group, { color: 'heading', bold: true })],
		...rows.flatMap(({ keys, help }): Line[] => {
			const isWide = cellWidth(keys) > column;
			const words = [styled(isWide ? `${keys}  ` : padEnd(keys, column + 2), { color: 'accent' }), plain(help)];
			return wrapLine(words, width, { indent: [plain(' '.repeat(column + 2))] });
		}),
	]);
}

function inTwo(groups: readonly HelpGroup[], width: number): Line[] {
	const half = Math.floor((width - GAP) / 2);
	const heights = groups.map((group) => groupLines([group], half).length + 1);
	const total = heights.reduce((sum, height) => sum + height, 0);
	let cut = 0;
	let height = 0;
	while (cut < groups.length - 1 && height + (heights[cut] ?? 0) / 2 < total / 2) {
		height += heights[cut] ?? 0;
		cut += 1;
	}
	const [left, right] = [groupLines(groups.slice(0, cut), half), groupLines(groups.slice(cut), half)];
	return Array.from({ length: Math.max(left.length, right.length) }, (_, row) => [
		...padLine(left[row] ?? [], half + GAP),
		...(right[row] ?? []),
	]);
}
