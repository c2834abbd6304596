import type { MouseEvent } from './input/mouse.js';
import type { TerminalReport } from './input/reports.js';
import type { Key } from './key.js';

export type TerminalEvent =
	| { readonly type: 'key'; readonly key: Key }
	/** Bracketed paste, whatever it holds. */
	| { readonly type: 'paste'; readonly text: string }
	| { readonly type: 'mouse'; readonly event: MouseEvent }
	| { readonly type: 'focus'; readonly isFocused: boolean }
	| { readonly type: 'resize'; readonly columns: number; readonly rows: number }
	/** Answer of the terminal to a query. */
	| { readonly type: 'report'; readonly report: TerminalReport }
	/** Standard input ended. */
	| { readonly type: 'end' };
