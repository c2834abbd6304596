import { sanitizeLine } from '../../core/text/sanitize.js';
import { bounds, countsOf, firstLineOf, type Hunk } from '../code/hunks.js';
import { openPage } from '../panel/engine.js';
import { type PanelAction, type PanelKind, type PanelResult, type PanelRow, panelOf } from '../panel/panel.js';
import type { ScreenContext } from '../state/context.js';
import { stageHunk, takeBack, takenBackAlone } from './hunk-requests.js';
import { openNote } from './note-page.js';
import type { Review, Reviewed } from './own.js';
import * as messages from './review-messages.js';
import { hasHunksToStage, stagedOf } from './staging.js';

type Row = PanelRow & { readonly hunk: Hunk };

/** The hunks of a file as a list, where there is no screen to walk over them. */
export function openHunks(context: ScreenContext, reviewed: Reviewed): PanelResult<Review> {
	return { ui: openPage(context, hunksPage, reviewed) };
}

const hunksPage: PanelKind<Reviewed> = {
	name: 'review-hunks',
	panel(_, reviewed) {
		const { diff, texts } = reviewed;
		if (diff === null || texts === null) return null;
		const { file } = diff;
		return panelOf<Reviewed, Row>({
			title: messages.SPOKEN.hunks(sanitizeLine(reviewed.row.label)),
			rows: file.hunks.map((hunk) => {
				const { start, end } = bounds(hunk);
				const { added, removed } = countsOf(hunk);
				const staged = hasHunksToStage(texts) ? stagedOf(texts, hunk) : 'none';
				const words = [
					messages.linesWords(start.old + 1, Math.max(start.old + 1, end.old)),
					`${added} added, ${removed} removed`,
					...(staged === 'none' ? [] : [messages.SPOKEN.staged[staged]]),
				].join(', ');
				return { id: `h${start.old}`, hunk, label: `${words}: ${sanitizeLine(firstLineOf(file, hunk))}` };
			}),
			actions: (row) => (row === undefined ? [] : actionsOf({ ...reviewed, line: row.id, part: row.id })),
		});
	},
};

function actionsOf(reviewed: Reviewed): readonly PanelAction<Reviewed>[] {
	const { list } = reviewed;
	const done = ({ requests = [], words }: PanelResult<Review>): PanelResult<Reviewed> => ({
		requests,
		ui: reviewed.reopen(reviewed.context, reviewed.row.id),
		...(words === undefined ? {} : { words }),
	});
	return [
		...(list.can.stage ? [{ id: null, spoken: messages.SPOKEN.stage, run: () => done(stageHunk(reviewed)) }] : []),
		...(list.can.takeBack
			? [
					{
						...{ id: 'review-take-back' as const, spoken: messages.ACTIONS.takeBack, confirm: messages.SPOKEN.again },
						run: () => done(takeBack(reviewed, takenBackAlone(reviewed))),
					},
				]
			: []),
		{ id: null, spoken: messages.SPOKEN.noteOn, run: (context) => openNote(context, reviewed) },
	];
}
