import type { TerminalQuery } from './terminal.js';

/** DA1, which all terminals answer: behind another query it says that no answer will come. */
const END = '\x1b[c';
export const GRAPHICS_QUERY_ID = 31;

/** Terminals ignore queries that they do not know. */
export const QUERIES: Readonly<Record<TerminalQuery, string>> = {
	background: '\x1b]11;?\x1b\\',
	device: '\x1b[>c',
	name: `\x1b[>q${END}`,
	/** Kitty graphics protocol, by a picture of one pixel that is not stored; XTWINOPS 16: cell size in pixels. */
	graphics: `\x1b_Gi=${GRAPHICS_QUERY_ID},s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\\x1b[16t${END}`,
};
