import { footerHints } from '../actions/help.js';
import { type Line, plain, styled } from '../line.js';
import { lineWidth } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import * as messages from './shadow-messages.js';

/** On a screen with fewer columns the footer has no room for all keys. */
const NARROW = 76;

/** The keys that the last row of a narrow screen has no room for. */
export function moreKeys(context: ScreenContext, room: number): Line {
	if (context.ui.columns >= NARROW) return [];
	const hints = footerHints(['changes'], context).filter(({ id }) => id !== 'changes-apply' && id !== 'changes-leave');
	const spans = hints.map(
		({ keys, hint }, index): Line => [
			styled(`${index === 0 ? '' : '  '}${keys}`, { color: 'text' }),
			styled(` ${hint}`, { color: 'muted' }),
		],
	);
	const isWhole = lineWidth(spans.flat()) <= room;
	return isWhole ? spans.flat() : hints.flatMap(({ keys }, index) => [plain(`${index === 0 ? '' : ' '}${keys}`)]);
}

/** Where there is no room for all of it, how many there are; `place`: of the selected one, where not all are in sight. */
export function titleOf(count: number, place: number | null, width: number): Line {
	const name = styled(messages.TITLE, { bold: true, color: 'accent' });
	if (count === 0) return [name];
	const words = place === null ? messages.countWords(count) : messages.placeWords(place, count);
	const whole = [name, styled(` · ${words}`, { color: 'muted' })];
	return lineWidth(whole) + 2 <= width ? whole : [styled(words, { bold: true, color: 'accent' })];
}
