import { folderToOpen } from '../../core/session/sandbox/refused.js';
import type { SessionState } from '../../core/session/state.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import type { ScreenContext } from '../state/context.js';
import type { Picker } from '../state/picker.js';
import { openPicker, show, type UiStep } from '../state/step.js';
import { runningAgent } from './agent-sandbox.js';
import { OPEN_FOLDER, SANDBOXES } from './agent-sandbox-messages.js';
import { endTurn } from './end-turn.js';
import { type PickerRow, pickerOf } from './picker-row.js';

/** Whether the folder is opened to the agent that was refused it; null where there is none to open. */
export function openRefusedFolder({ ui, session }: ScreenContext): UiStep | null {
	const picker = openFolderPicker(session);
	return picker === null ? null : show(openPicker(ui, picker));
}

/** No is chosen first: the agent named the folder. */
function openFolderPicker(session: SessionState): Picker<'open-folder'> | null {
	const refused = folderToOpen(session);
	if (refused === null) return null;
	const { folder, path, keptIn } = refused;
	const { sandbox } = session.profile;
	const agent = runningAgent(session);
	const opening = { sandbox, opens: folder, isNamedByAgent: true } as const;
	const item = (label: string, detail: string, choice: Picker<'open-folder'>['items'][number]['choice']) => ({
		label,
		detail,
		isCurrent: false,
		choice,
	});
	const items = [
		item(OPEN_FOLDER.no, '', { opening: null }),
		item(OPEN_FOLDER.once, SANDBOXES.until, { opening: { ...opening, isKept: false } }),
		...(keptIn === null
			? []
			: [
					item(SANDBOXES.always(agent), OPEN_FOLDER.writes(keptIn.name, sanitizeLine(keptIn.file)), {
						opening: { ...opening, isKept: true },
					}),
				]),
	];
	const paragraphs = [OPEN_FOLDER.what(agent, sanitizeLine(folder)), OPEN_FOLDER.why(agent, sanitizeLine(path))];
	return {
		...pickerOf('open-folder', OPEN_FOLDER.title(agent), items),
		text: { title: OPEN_FOLDER.about, paragraphs, scroll: 0 },
	};
}

export const openFolderRow: PickerRow<'open-folder'> = {
	choose: (context, { opening }) =>
		opening === null ? show(context.ui) : endTurn(context, { next: 'choose-sandbox', words: null, sandbox: opening }),
	// Another folder, or none any more, is another question.
	follow(picker, session) {
		const next = openFolderPicker(session);
		return next?.items.at(-1)?.choice.opening?.opens === picker.items.at(-1)?.choice.opening?.opens ? picker : null;
	},
};
