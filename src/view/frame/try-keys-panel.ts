import { type Key, keyLabel } from '../../terminal/key.js';
import { ACTIONS } from '../actions/actions.js';
import { focusOf } from '../actions/focus.js';
import type { ActionId } from '../keys/action-ids.js';
import { resolveKey } from '../keys/keymap.js';
import { type Line, muted, plain, styled } from '../line.js';
import { opens } from '../panel/engine.js';
import type { PanelKind } from '../panel/panel.js';
import { wrapLine } from '../spans.js';
import type { ScreenContext } from '../state/context.js';

/** Takes each key and shows what it is called and does, and does none of it; its own state is the last key. */
const tryKeysPanel: PanelKind<Key | null> = {
	name: 'try-keys',
	coversDraft: true,
	spokenOnce: () => ['Keys are tried on a screen; /help lists them.'],
	panel: (context, key) => ({
		title: 'Try a key',
		keyWords: 'esc twice closes',
		rows: [],
		text: { title: 'Try a key', paragraphs: [], lines: (width) => linesOf(context, key, width) },
	}),
	takes: (_, before, key) => (isEscape(before) && isEscape(key) ? { closes: true } : { own: key }),
};

const isEscape = (key: Key | null): boolean => key !== null && key.id === 'escape';

export const open = opens(tryKeysPanel);

function linesOf(context: ScreenContext, key: Key | null, width: number): readonly Line[] {
	const what = 'Press any key to see what it is called and what it does. Nothing is done.';
	if (key === null) return wrapLine([muted(what)], width);
	if (key.name === 'unknown') return wrapLine([plain('The terminal sent a key that acp-tui does not know.')], width);
	const id = key.id;
	const here = resolveKey(key, focusOf({ ...context, ui: { ...context.ui, panel: { kind: 'none' } } }), context.table);
	const others = [...new Set([...context.table.byContext.values()].flatMap((keys) => keys.get(id) ?? []))];
	const tables = [...context.table.byContext.values()];
	const chords = new Map(tables.flatMap((keys) => [...keys].filter(([each]) => each.startsWith(`${id} `))));
	return [
		[styled(keyLabel(id), { color: 'accent', bold: true }), muted(keyLabel(id) === id ? '' : `  "${id}"`)],
		...meaning('Now', here, key.typed === null ? 'nothing' : 'types itself', width),
		...others.filter((other) => other !== here).flatMap((other) => meaning(ACTIONS[other].group, other, '', width)),
		...[...chords].flatMap(([chord, other]) => meaning(keyLabel(chord), other, '', width)),
	];
}

function meaning(where: string, id: ActionId | null, none: string, width: number): readonly Line[] {
	const words = [muted(`${where}: `), plain(id === null ? none : ACTIONS[id].help)];
	return wrapLine(id === null ? words : [...words, muted(`  ${id}`)], width, { indent: [plain('  ')] });
}
