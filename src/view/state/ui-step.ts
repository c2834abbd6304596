import type { EmbeddedFile } from '../../core/embedded-file.js';
import type { AppEvent } from '../../core/event.js';
import type { SessionState } from '../../core/session/state.js';
import type { SettingsRequest } from '../../core/settings/setting.js';
import type { SignInChoice } from '../../core/sign-in/sign-in-event.js';
import { clip } from '../../core/text/clip.js';
import type { ActionId } from '../keys/action-ids.js';
import type { Editor } from '../ui-options.js';
import type { OpenSessionsRequest } from './open-sessions.js';
import type { PanelName } from './panel-name.js';
import type { SendRequest } from './send-request.js';
import type { UiState } from './ui-state.js';

export type UiStep = { readonly ui: UiState; readonly requests: readonly UiRequest[] };

export type UiRequest =
	| { readonly type: 'dispatch'; readonly event: AppEvent }
	| SendRequest
	/** Files that were dropped, all of them pictures by their names; `text` is what was pasted if they are none. */
	| { readonly type: 'attach-images'; readonly paths: readonly string[]; readonly text: string }
	/** The picture in the clipboard; `isQuiet` says nothing when there is none. */
	| { readonly type: 'paste-image'; readonly isQuiet: boolean }
	| { readonly type: 'remember'; readonly text: string }
	| { readonly type: 'copy'; readonly text: string; readonly label: string }
	/** The text in the clipboard, for vim's keys that wait for it. */
	| { readonly type: 'read-clipboard' }
	| { readonly type: 'edit-draft' }
	/** A file in the user's editor; a relative path starts from the workspace, `line` counts from 1. */
	| { readonly type: 'open-file'; readonly path: string; readonly line?: number }
	/** The file of one of the user's commands in their editor. */
	| { readonly type: 'edit-command'; readonly of: { readonly file: string } | { readonly newName: string } }
	/** A file that came within a content block, in a program outside of the terminal. */
	| { readonly type: 'open-embedded-file'; readonly file: EmbeddedFile }
	/** The same, as a new file in the workspace. */
	| { readonly type: 'save-embedded-file'; readonly file: EmbeddedFile }
	/** Writes the transcript to a file, by the words behind the command. */
	| { readonly type: 'export'; readonly session: SessionState; readonly words: string }
	/** Writes the transcript of an older session to a file in the workspace. */
	| { readonly type: 'export-session'; readonly recordId: string }
	| { readonly type: 'mouse'; readonly isOn: boolean }
	/** Keys and screen go to a running command of the user's. */
	| { readonly type: 'attach-command'; readonly commandId: string }
	/** Begins a sign-in with what was typed for it, which is repeated nowhere. */
	| {
			readonly type: 'sign-in';
			readonly choice: SignInChoice;
			readonly apiKey?: string;
			readonly variables?: Readonly<Record<string, string>>;
	  }
	/** An address (http or https) in the user's browser. */
	| { readonly type: 'open-address'; readonly url: string }
	/** A text of a panel in the user's editor, named as `path`; the panel comes back with what was written. */
	| {
			readonly type: 'edit-in-panel';
			readonly panel: 'hunks' | 'commit' | 'plan-steps';
			readonly path: string;
			readonly text: string;
	  }
	| { readonly type: 'load-panel'; readonly name: PanelName }
	/** Does what the key of an action does, on the screen that the step makes; the view carries it out. */
	| { readonly type: 'run-action'; readonly id: ActionId }
	| { readonly type: 'keep-theme'; readonly name: string }
	| { readonly type: 'keep-editor'; readonly editor: Editor }
	/** Something about the configuration; `settings-known` tells what became of it. */
	| { readonly type: 'settings'; readonly request: SettingsRequest }
	/** Something about the sessions that are open beside each other. */
	| ({ readonly type: 'open-sessions' } & OpenSessionsRequest)
	| { readonly type: 'suspend' }
	| { readonly type: 'redraw' }
	| { readonly type: 'leave' };

/** A step that changes the screen only. */
export function show(ui: UiState): UiStep {
	return { ui, requests: [] };
}

/** The step to a panel whose code may have to be loaded first; `typed` is typed into it. */
export function loadPanel(ui: UiState, name: PanelName, typed = ''): UiStep {
	return withRequests({ ...ui, panel: { kind: 'loading', name, typed } }, { type: 'load-panel', name });
}

/** Closes a panel that could not be loaded. */
export function stopLoading({ ui }: { readonly ui: UiState }): UiStep {
	return show(ui.panel.kind === 'loading' ? withoutLoading(ui, ui.panel) : ui);
}

/** The screen as it is when a panel is not loaded any more, with what that was to lie over. */
export function withoutLoading(ui: UiState, { over }: Extract<UiState['panel'], { kind: 'loading' }>): UiState {
	return { ...ui, panel: over === undefined ? { kind: 'none' } : { kind: 'loaded', panel: over } };
}

export function withRequests(ui: UiState, ...requests: readonly UiRequest[]): UiStep {
	return { ui, requests };
}

/** A following step, with the requests of both. */
export function withNext({ requests }: UiStep, next: UiStep): UiStep {
	return withRequests(next.ui, ...requests, ...next.requests);
}

/** A step that only dispatches an event to the session. */
export function withEvent(ui: UiState, event: AppEvent): UiStep {
	return withRequests(ui, { type: 'dispatch', event });
}

type StepFrom = (context: { readonly ui: UiState }) => UiStep;

/** The same steps, from whatever screen there will be. */
export const eventStep = (event: AppEvent): StepFrom => requestStep({ type: 'dispatch', event });

export function requestStep(...requests: readonly UiRequest[]): StepFrom {
	return ({ ui }) => withRequests(ui, ...requests);
}

export function panelStep(name: PanelName, typed = ''): StepFrom {
	return ({ ui }) => loadPanel(ui, name, typed);
}

/** No screen has room for more; a notice is laid out in every frame. */
const MOST_TOAST = 2000;
/** Time that a notice is in the status line, in ms. */
const TOAST_FOR = 4000;

/** The state without a notice: what is done now has one of its own, or none. */
export function withoutToast(ui: UiState): UiState {
	return ui.toast === null ? ui : { ...ui, toast: null };
}

/** Message why a key in a panel did nothing; the next key removes it. */
export function keyToast(ui: UiState, text: string, now: number): UiState {
	return { ...ui, toast: { text: clip(text, MOST_TOAST), until: now + TOAST_FOR, isOfKey: true } };
}

/** The state with a notice in the status line, for `lasting` ms. */
export function toast(ui: UiState, text: string, now: number, lasting = TOAST_FOR): UiState {
	return { ...ui, toast: { text: clip(text, MOST_TOAST), until: now + lasting } };
}
