import type { ActionId } from './keys/action-ids.js';

/** Effect of a click on a part of the screen: never more than a key has. */
export type Target =
	/** The same as the key of an action. */
	| { readonly type: 'action'; readonly id: ActionId }
	/** The same as a character that is typed. */
	| { readonly type: 'character'; readonly text: string }
	/** The same as a command of ours without further words, by its name. */
	| { readonly type: 'command'; readonly name: string; readonly args?: string }
	/** An open session that has no key, by its id. */
	| { readonly type: 'session'; readonly id: string }
	/** The same as the digit of a session on the first screen, from 0. */
	| { readonly type: 'recent'; readonly at: number }
	| PanelTarget
	| FormTarget;

/** A row of the panel in front, or a part of its document, from 0. */
export type PanelTarget = { readonly type: 'row' | 'line'; readonly at: number };

/** A cell of the panel in front, from 0. */
export type PanelCell = { readonly column: number; readonly row: number };

/** A part of the form in front. */
export type FormTarget =
	| { readonly type: 'form-field'; readonly at: number }
	/** An option by its index. */
	| { readonly type: 'form-option'; readonly at: number; readonly index: number }
	/** A row of the review, from 0. */
	| { readonly type: 'form-row'; readonly index: number };

/** The answer to the question in front that a click gives, by a name that no other answer of it has; null for none. */
export function answerOf(target: Target): string | null {
	if (target.type === 'form-row') return `row ${target.index}`;
	return target.type === 'action' && /^answer-\d$/.test(target.id) ? target.id : null;
}
