import type { ImageBlock } from '../../core/content.js';
import type { UserEntry } from '../../core/session/entries/entry.js';
import type { SessionState } from '../../core/session/state.js';
import { reduceComposer } from '../composer/composer.js';
import { restoreImages, restorePastes } from '../composer/paste.js';
import type { UiState } from '../state/ui-state.js';
import { toast } from '../state/ui-step.js';

/**
 * The prompt that was gone back to comes into the draft once the session that goes on before it is open and has asked
 * what it asks: questions take keys only on an empty draft.
 */
export function followRewind(session: SessionState, ui: UiState, now: number): UiState {
	const { rewound } = ui;
	if (rewound == null) return ui;
	const { prompt, hasBegun } = rewound;
	const isOver = isSettled(session);
	if (!hasBegun) return isOver ? ui : { ...ui, rewound: { prompt, hasBegun: true } };
	return isOver ? toast({ ...withDraft(ui, prompt), rewound: null }, 'Your prompt is in the draft again', now) : ui;
}

function isSettled({ isRestoring, resuming, questions, connection: { phase } }: SessionState): boolean {
	if (isRestoring === true || questions.length > 0) return false;
	return phase === 'ready' ? resuming === undefined : phase !== 'opening' && phase !== 'starting';
}

/** The prompt in the draft, with its pictures and its pasted parts; what is being written is put aside. */
function withDraft(ui: UiState, { text, pastes = [], blocks }: UserEntry): UiState {
	const { draft } = ui.composer;
	const stashed = draft.text === '' ? ui.composer : reduceComposer(ui.composer, { type: 'put-aside', draft });
	const emptied = reduceComposer(stashed, { type: 'set-text', text: '' });
	const images = blocks.filter((block): block is ImageBlock => block.type === 'image');
	const back = restoreImages(restorePastes(emptied.draft, text, pastes), images);
	return { ...ui, composer: reduceComposer(emptied, { type: 'give-back', draft: back }) };
}
