import type { ActionId } from '../keys/action-ids.js';
import type { KeyContext } from '../keys/context.js';
import { type Line, plain, styled } from '../line.js';
import { lineWidth } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import { footerHints } from './help.js';

/** On a screen with fewer columns the footer has no room for all keys of a panel. */
const NARROW = 76;

/** Keys that the last row of a narrow screen has no room for; those `inFooter` stand there. */
export function moreKeys(context: ScreenContext, where: KeyContext, inFooter: readonly ActionId[], room: number): Line {
	if (context.ui.columns >= NARROW) return [];
	const hints = footerHints([where], context).filter(({ id }) => !inFooter.includes(id));
	const spans = hints.map(
		({ keys, hint }, index): Line => [
			styled(`${index === 0 ? '' : '  '}${keys}`, { color: 'text' }),
			styled(` ${hint}`, { color: 'muted' }),
		],
	);
	const isWhole = lineWidth(spans.flat()) <= room;
	return isWhole ? spans.flat() : hints.flatMap(({ keys }, index) => [plain(`${index === 0 ? '' : ' '}${keys}`)]);
}
