import type { TerminalQuery } from './terminal.js';

/** DA1, which all terminals answer: behind another question it tells that no answer will come. */
const END = '\x1b[c';
/** The number of the picture in the question for pictures, which the answer names. */
export const GRAPHICS_QUERY_ID = 31;

/** What asks a terminal; those that do not know a question ignore it. */
export const QUERIES: Readonly<Record<TerminalQuery, string>> = {
	/** OSC 11: the colour of the background. */
	background: '\x1b]11;?\x1b\\',
	/** DA2: the kind of terminal. */
	device: '\x1b[>c',
	/** XTVERSION. */
	name: `\x1b[>q${END}`,
	/** The kitty graphics protocol, by a picture of one pixel that is not kept; XTWINOPS 16: a cell in pixels. */
	graphics: `\x1b_Gi=${GRAPHICS_QUERY_ID},s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\\x1b[16t${END}`,
};
