import type { PanelKind } from '../panel/panel.js';
import type { ScreenContext } from '../state/context.js';
import { show } from '../state/step.js';
import type { UiState } from '../state/ui-state.js';
import * as messages from './review-messages.js';

type Finding = {
	readonly paths: readonly string[];
	readonly reopen: (context: ScreenContext, id: string) => UiState;
};

/** The files of a review that have some words in their names. */
export const findPage: PanelKind<Finding> = {
	name: 'review-find',
	panel(_, { paths, reopen }, { typed }) {
		const words = typed.trim().toLowerCase().split(/\s+/);
		const found = paths.filter((path) => words.every((word) => path.toLowerCase().includes(word)));
		return {
			title: messages.FIND.title,
			aside: messages.fileCount(found.length),
			rows: found.map((path) => ({
				id: path,
				label: path,
				isCutInMiddle: true,
				choose: (context) => show(reopen(context, path)),
			})),
			line: { most: 200, label: messages.FIND.label, hint: messages.FIND.hint, none: () => messages.FIND.none },
			empty: messages.FIND.none,
		};
	},
};
