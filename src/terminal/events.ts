import type { MouseEvent } from './input/mouse.js';
import type { TerminalReport } from './input/reports.js';
import type { Key } from './key.js';

/** What comes from a terminal, parsed. */
export type TerminalEvent =
	| { readonly type: 'key'; readonly key: Key }
	/** A bracketed paste, whatever it holds. */
	| { readonly type: 'paste'; readonly text: string }
	| { readonly type: 'mouse'; readonly event: MouseEvent }
	| { readonly type: 'focus'; readonly isFocused: boolean }
	| { readonly type: 'resize'; readonly columns: number; readonly rows: number }
	/** What the terminal answered to a query. */
	| { readonly type: 'report'; readonly report: TerminalReport }
	/** Nobody types any more: standard input ended. */
	| { readonly type: 'end' };
