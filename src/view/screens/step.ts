import type { AppEvent } from '../../core/event.js';
import type { UiState } from './ui-state.js';

/** What a key makes of the screen, and what it wants of the world. */
export type UiStep = { readonly ui: UiState; readonly requests: readonly UiRequest[] };

/** Something that the front end does for the screen. */
export type UiRequest =
	| { readonly type: 'dispatch'; readonly event: AppEvent }
	/** Send or queue a prompt; `interrupts` stops the running turn first and goes before the queue. */
	| { readonly type: 'send'; readonly text: string; readonly interrupts: boolean }
	| { readonly type: 'remember'; readonly text: string }
	| { readonly type: 'copy'; readonly text: string; readonly label: string }
	| { readonly type: 'edit-draft' }
	| { readonly type: 'edit-plan'; readonly text: string }
	| { readonly type: 'mouse'; readonly isOn: boolean }
	| { readonly type: 'suspend' }
	| { readonly type: 'redraw' }
	| { readonly type: 'leave' };

/** A step that changes the screen only. */
export function show(ui: UiState): UiStep {
	return { ui, requests: [] };
}

/** A step with requests. */
export function want(ui: UiState, ...requests: readonly UiRequest[]): UiStep {
	return { ui, requests };
}

/** A step that only puts an event to the session. */
export function tell(ui: UiState, event: AppEvent): UiStep {
	return want(ui, { type: 'dispatch', event });
}

/** How long a word in the status line stands, in ms. */
const TOAST_FOR = 4000;

/** The screen with a word in the status line for a moment. */
export function toast(ui: UiState, text: string, now: number, lasting = TOAST_FOR): UiState {
	return { ...ui, toast: { text, until: now + lasting } };
}
