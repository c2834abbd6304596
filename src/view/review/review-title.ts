import type { ReviewList } from '../../core/review/review.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { type Line, type Span, styled } from '../line.js';
import { shortCount } from '../short-count.js';
import { clipLine, lineWidth } from '../spans.js';
import * as messages from './review-messages.js';

/** Sides that are compared. */
export function titleOf(list: ReviewList | null, range: string, width: number): Line {
	const words = sanitizeLine(list?.title ?? range);
	const name = styled(messages.TITLE, { bold: true, color: 'accent' });
	return clipLine([name, styled(` · ${words}`, { color: 'muted' })], width);
}

/** How much has changed. */
export function cornerOf({ files, more = 0 }: ReviewList): Line {
	const sum = (side: 'added' | 'removed'): number => files.reduce((total, file) => total + (file[side] ?? 0), 0);
	return [
		styled(messages.fileCount(files.length + more), { color: 'muted' }),
		styled(`  +${shortCount(sum('added'))}`, { color: 'added' }),
		styled(` −${shortCount(sum('removed'))}`, { color: 'removed' }),
	];
}

/** How far the review has come. */
export function footOf({ files, notes, more = 0 }: ReviewList, selected: string | null, width: number): Line {
	const at = files.findIndex(({ path }) => path === selected);
	const viewed = files.filter(({ isViewed }) => isViewed).length;
	const parts: readonly Span[] = [
		...(at < 0 ? [] : [styled(messages.fileOf(at + 1, files.length), { color: 'muted' })]),
		...(viewed === 0 ? [] : [styled(messages.viewedCount(viewed), { color: 'success' })]),
		...(notes.length === 0 ? [] : [styled(messages.noteCount(notes.length), { color: 'info' })]),
		...(more === 0 ? [] : [styled(messages.more(more), { color: 'warning' })]),
	];
	const line = parts.flatMap((part, at): Span[] => (at === 0 ? [part] : [styled(' · ', { color: 'muted' }), part]));
	return lineWidth(line) <= width ? line : parts.slice(0, 1);
}
