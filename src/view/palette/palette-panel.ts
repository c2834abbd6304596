import type { FileHit } from '../../core/attachment-ports.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { type Line, plain, styled } from '../line.js';
import { openPanel } from '../panel/engine.js';
import { type PanelAction, type PanelKind, type PanelResult, type PanelRow, panelOf } from '../panel/panel.js';
import { wants } from '../sessions/list-requests.js';
import { clipLine, joinLine, lineWidth, padLine } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import { type UiStep, withRequests } from '../state/ui-step.js';
import { KINDS, type PaletteEntry, paletteEntries } from './entries.js';
import { createPaletteSearch } from './find-entries.js';

type Own = { readonly files: readonly FileHit[]; readonly search: ReturnType<typeof createPaletteSearch> };

type Row = PanelRow & { readonly entry: PaletteEntry };

const MOST_TYPED = 200;
const HINT = 'a command, key, mode, model, setting, session or file';
const NONE = 'Nothing has these letters.';
const LEAST_DETAIL = 12;
const NAME_SHARE = 0.55;
const NAME_COLUMN = 18;

/** Opens the list of all that can be run; what was typed meanwhile finds some of it. */
export function open(context: ScreenContext, typed: string): UiStep {
	const own: Own = { files: [], search: createPaletteSearch() };
	return withRequests(
		openPanel(context, palettePanel, own, { typed: sanitizeLine(typed) }),
		wants({ type: 'open', scope: 'folder' }),
		{ type: 'settings', request: { type: 'list' } },
	);
}

const palettePanel: PanelKind<Own> = {
	name: 'palette',
	coversDraft: true,
	panel(context, { files, search }, { typed }) {
		const isAll = typed.trim() === '';
		return panelOf<Own, Row>({
			title: 'Palette',
			rows: search(paletteEntries(context, files), typed).map(
				(entry): Row => ({
					id: entry.id,
					label: entry.label,
					entry,
					spoken: [entry.label, KINDS[entry.kind].word, entry.detail].filter((words) => words !== '').join(', '),
					// Ranked entries of all kinds stand among each other.
					...(isAll ? { group: KINDS[entry.kind].head } : {}),
				}),
			),
			empty: NONE,
			line: { most: MOST_TYPED, label: 'Run: ', hint: HINT, isClosedTyped: true, none: () => NONE },
			rowLines: ({ entry }, width, isSelected) => [rowLine(entry, width, { isSelected, isAll }), []],
			actions: (row) => (row === undefined ? [] : [runs(row.entry, context)]),
			left: (ui) => withRequests(ui, CLOSE_LIST),
		});
	},
	files: { wanted: (typed) => (typed.trim() === '' ? null : typed.trim()), found: (own, files) => ({ ...own, files }) },
};

const CLOSE_LIST = wants({ type: 'close' });

function runs(entry: PaletteEntry, context: ScreenContext): PanelAction<Own> {
	const run = (now: ScreenContext): PanelResult<Own> => {
		const { own: _, requests = [], ...result } = entry.run(now);
		// The opened panel may continue with the list of sessions.
		const isKept = result.ui !== undefined && result.ui.panel.kind !== 'none';
		return { ...result, requests: isKept ? requests : [...requests, CLOSE_LIST] };
	};
	return { id: 'picker-accept', words: 'run', isEnter: true, closes: true, why: entry.whyNot?.(context) ?? null, run };
}

function rowLine(
	{ label, detail, keys, kind }: PaletteEntry,
	width: number,
	{ isSelected, isAll }: { readonly isSelected: boolean; readonly isAll: boolean },
): Line {
	const edge: Line = [
		...(keys === '' ? [] : [styled(keys, { color: 'accent' })]),
		...(isAll ? [] : [styled(`${keys === '' ? '' : '  '}${KINDS[kind].word}`, { color: 'muted' })]),
	];
	const room = Math.max(1, width - 2 - lineWidth(edge) - 2);
	const name = styled(label, isSelected ? { bold: true } : {});
	const isApart = detail !== '' && room >= LEAST_DETAIL * 2;
	const clipped = clipLine([name], isApart ? Math.floor(room * NAME_SHARE) : room);
	const first = isApart
		? padLine(clipped, Math.max(lineWidth(clipped), Math.min(NAME_COLUMN, Math.floor(room / 3))))
		: clipped;
	const left = room - lineWidth(first) - 2;
	const after: Line =
		isApart && left >= LEAST_DETAIL ? [plain('  '), ...clipLine([styled(detail, { color: 'muted' })], left)] : [];
	return joinLine([styled(isSelected ? '▸ ' : '  ', { color: 'accent', bold: true }), ...first, ...after], edge, width);
}
