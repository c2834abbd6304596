import { type Span, styled } from '../line.js';
import type { OpenSessionRow, SessionActivity } from '../state/open-sessions.js';

/** With fewer columns signs stand for words. */
const ROOM_FOR_WORDS = 60;

const SHOWN: readonly {
	readonly activity: SessionActivity;
	readonly sign: string;
	readonly color: 'warning' | 'added' | 'removed';
}[] = [
	{ activity: 'waiting', sign: '◆', color: 'warning' },
	{ activity: 'failed', sign: '✗', color: 'removed' },
	{ activity: 'done', sign: '✓', color: 'added' },
];

/** What the open sessions that are not in front have for the user: `2 others: 1 asks`; nothing while there is none. */
export function otherSessionsSpans(rows: readonly OpenSessionRow[], columns: number): readonly Span[] {
	const others = rows.filter(({ isInFront }) => !isInFront);
	if (others.length === 0) return [];
	const isWide = columns >= ROOM_FOR_WORDS;
	const news = SHOWN.flatMap(({ activity, sign, color }) => {
		const count = others.filter((row) => row.activity === activity).length;
		if (count === 0) return [];
		return [styled(isWide ? `${count} ${wordFor(activity, count)}` : `${sign}${count}`, { color })];
	});
	const count = isWide ? `${others.length} other${others.length === 1 ? '' : 's'}` : `+${others.length}`;
	const separator = styled(isWide ? ', ' : ' ', { color: 'muted' });
	const listed = news.flatMap((span, index) => (index === 0 ? [span] : [separator, span]));
	const head = styled(` · ${count}${news.length === 0 ? '' : isWide ? ': ' : ' '}`, { color: 'muted' });
	return [head, ...listed];
}

function wordFor(activity: SessionActivity, count: number): string {
	if (activity === 'waiting') return count === 1 ? 'asks' : 'ask';
	return activity === 'failed' ? 'failed' : 'done';
}
