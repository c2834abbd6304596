import type { ActionId } from './keys/action-ids.js';

/** Effect of a click on a part of the screen: never more than a key has. */
export type Target =
	| { readonly type: 'action'; readonly id: ActionId }
	| { readonly type: 'character'; readonly text: string }
	| { readonly type: 'command'; readonly name: string; readonly args?: string }
	/** An open session that has no key, by its id. */
	| { readonly type: 'session'; readonly id: string }
	| { readonly type: 'recent'; readonly at: number }
	| PanelTarget
	| FormTarget;

/** A row of the panel in front, or a part of its document, from 0. */
export type PanelTarget = { readonly type: 'row' | 'line'; readonly at: number };

export type PanelCell = { readonly column: number; readonly row: number };

export type FormTarget =
	| { readonly type: 'form-field'; readonly at: number }
	| { readonly type: 'form-option'; readonly at: number; readonly index: number }
	| { readonly type: 'form-row'; readonly index: number };

/** The answer to the question in front that a click gives, by a name that no other answer of it has; null for none. */
export function answerOf(target: Target): string | null {
	if (target.type === 'form-row') return `row ${target.index}`;
	return target.type === 'action' && /^answer-\d$/.test(target.id) ? target.id : null;
}
