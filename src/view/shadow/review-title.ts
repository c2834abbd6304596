import { type Line, styled } from '../line.js';
import { lineWidth } from '../spans.js';
import * as messages from './shadow-messages.js';

/** Where there is no room for all of it, how many there are; `place`: of the selected one, where not all are in sight. */
export function titleOf(count: number, place: number | null, width: number): Line {
	const name = styled(messages.TITLE, { bold: true, color: 'accent' });
	if (count === 0) return [name];
	const words = place === null ? messages.countWords(count) : messages.placeWords(place, count);
	const whole = [name, styled(` · ${words}`, { color: 'muted' })];
	return lineWidth(whole) + 2 <= width ? whole : [styled(words, { bold: true, color: 'accent' })];
}
