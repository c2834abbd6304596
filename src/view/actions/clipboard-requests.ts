import { counted } from '../../core/text/counted.js';
import { countLines } from '../composer/chips.js';
import type { ComposerState } from '../composer/composer-state.js';
import type { UiRequest } from '../state/ui-step.js';

/** Requests of the last action on a draft to the system's clipboard. */
export function clipboardRequests({
	copied,
	readsClipboard,
}: Pick<ComposerState, 'copied' | 'readsClipboard'>): readonly UiRequest[] {
	return [
		...(copied === null ? [] : [{ type: 'copy', text: copied, label: counted(countLines(copied), 'line') } as const]),
		...(readsClipboard ? [{ type: 'read-clipboard' } as const] : []),
	];
}
