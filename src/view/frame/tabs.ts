import { sanitizeLine } from '../../core/text/sanitize.js';
import { truncate } from '../../core/text/width.js';
import { type Line, muted, plain, type Role, styled } from '../line.js';
import { SESSION_SIGNS } from '../pickers/pickers-messages.js';
import { clipLine, lineWidth, targeted } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import type { OpenSessionRow, SessionActivity } from '../state/open-sessions.js';
import type { Target } from '../target.js';

/** On a lower screen first and last row say in words what the tabs say. */
const LEAST_ROWS = 20;
/** Cells that a name may have: the most with which all fit. */
const MOST_NAME = [32, 20, 12, 8];

const COLORS: Readonly<Record<SessionActivity, Role | null>> = {
	starting: 'muted',
	idle: null,
	working: 'accent',
	waiting: 'warning',
	done: 'success',
	failed: 'error',
};

export function hasTabs({ ui }: Pick<ScreenContext, 'ui'>): boolean {
	return ui.sessions.length > 1 && ui.rows >= LEAST_ROWS;
}

export function renderTabs({ ui: { sessions, columns } }: ScreenContext): Line {
	const room = columns - 1;
	const more = tab([muted(' + ')], { type: 'command', name: 'session', args: 'new' });
	for (const most of MOST_NAME) {
		const line = [...sessions.flatMap((session) => tabOf(session, most)), ...more];
		if (lineWidth(line) <= room) return [plain(' '), ...line];
	}
	return clipLine([plain(' '), ...around(sessions, room - lineWidth(more)), ...more], columns);
}

function around(sessions: readonly OpenSessionRow[], room: number): Line {
	const front = Math.max(
		0,
		sessions.findIndex(({ isInFront }) => isInFront),
	);
	const lineOf = (from: number, to: number): Line => [
		...(from === 0 ? [] : tab([muted(`‹ ${from} `)], { type: 'action', id: 'previous-session' })),
		...sessions.slice(from, to).flatMap((session) => tabOf(session, MOST_NAME.at(-1) ?? 0)),
		...(to === sessions.length
			? []
			: tab([muted(` ${sessions.length - to} ›`)], { type: 'action', id: 'next-session' })),
	];
	let [from, to] = [front, front + 1];
	for (;;) {
		const wider = [
			[from, to + 1],
			[from - 1, to],
		].find(([first = 0, end = 0]) => first >= 0 && end <= sessions.length && lineWidth(lineOf(first, end)) <= room);
		if (wider === undefined) return lineOf(from, to);
		[from = 0, to = 0] = wider;
	}
}

function tabOf({ id, number, name, activity, isInFront }: OpenSessionRow, most: number): Line {
	const look = COLORS[activity];
	// Its background is seen on every terminal, reversed where a theme has none.
	const front = { background: 'selection', bold: true } as const;
	const color = activity === 'waiting' ? ('warning' as const) : ('muted' as const);
	const words = styled(` ${number} ${truncate(sanitizeLine(name), most)} `, isInFront ? front : { color });
	const sign = look === null ? [] : [styled(`${SESSION_SIGNS[activity]} `, isInFront ? front : { color: look })];
	const target: Target = isOfKey(number) ? { type: 'action', id: `session-${number}` } : { type: 'session', id };
	return tab([words, ...sign], target);
}

function tab(line: Line, target: Target): Line {
	return [...targeted(line, target), plain(' ')];
}

function isOfKey(number: number): number is 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 {
	return number >= 1 && number <= 9;
}
