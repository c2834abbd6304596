import type { SessionState } from '../../core/session/state.js';
import type { DiffContent } from '../../core/tool-call.js';
import { openPanel } from '../panel/engine.js';
import type { PanelKind } from '../panel/panel.js';
import { SESSION_CHANGES } from '../pickers/pickers-messages.js';
import type { ScreenContext } from '../state/context.js';
import { show, toast, type UiStep, withRequests } from '../state/step.js';
import { renderDiffs, statSpans } from '../transcript/tool/diffs.js';
import { relativePath } from '../transcript/tool/title.js';
import { changedFiles, writtenInTurn } from './changed-files.js';

/** The files that the session has changed, the newest first, with what was changed in the selected one. */
const sessionChangesPanel: PanelKind = {
	name: 'session-changes',
	coversDraft: true,
	panel({ session }) {
		const written = writtenInTurn(session);
		const files = changedFiles(session, written).toReversed();
		return {
			title: SESSION_CHANGES.title,
			keyWords: SESSION_CHANGES.keys,
			rows: files.map((file) => ({
				id: file.path,
				label: file.path,
				isCutInMiddle: true,
				edge: () => (file.isUncounted ? [] : statSpans(file)),
				choose: ({ ui: free }) => withRequests(free, { type: 'open-file', path: file.path }),
			})),
			detail: ({ id: path }, width, rows) =>
				renderDiffs(diffsOfFile(session, path, written), {
					width,
					cwd: session.cwd,
					most: rows,
					title: path,
					canOpen: false,
					layout: 'unified',
					isChangeNamed: false,
				}),
		};
	},
};

function diffsOfFile({ changes, cwd }: SessionState, path: string, written: readonly DiffContent[]) {
	const kept = changes.sets.flatMap(({ files, undone }) =>
		files.flatMap((file) => (file.path === path && !undone.includes(path) && file.diff !== null ? [file.diff] : [])),
	);
	return [...kept, ...written.filter((diff) => relativePath(diff.path, cwd) === path)];
}

export function open(context: ScreenContext): UiStep {
	const { session, ui, now } = context;
	const hasChanged = changedFiles(session, writtenInTurn(session)).length > 0;
	const closed = { ...ui, panel: { kind: 'none' } } as const;
	return show(hasChanged ? openPanel(context, sessionChangesPanel, null) : toast(closed, SESSION_CHANGES.none, now));
}
