import type { RecentSession } from '../../core/sessions/session-list.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { truncate } from '../../core/text/width.js';
import { type Line, plain, styled } from '../line.js';
import { wrapLine } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import { shortDirectory } from './header.js';
import { welcome as messages } from './messages.js';

/** Cells of a title that was left; more would fill the screen. */
const MOST_TITLE = 60;

/** The name under which the bundled agent is started. */
const DEMO = 'demo';

const BAR = styled(' ▌ ', { color: 'accent' });
const INDENT = plain('   ');

/** What an empty transcript shows: who is there, and the few things that lead on. */
export function welcome({ session, ui, home }: ScreenContext, height: number): readonly Line[] {
	const who = sanitizeLine(session.agent?.title ?? session.profile.launch.name);
	const version =
		session.agent === null || session.agent.version === '' ? '' : ` ${sanitizeLine(session.agent.version)}`;
	const hasTour = session.commands.some((command) => command.name === 'tour');
	const folders = [session.cwd, ...session.additionalDirectories].map((folder) => shortDirectory(folder, home));
	const where = messages.where(folders.join(', '));
	const rows: Line[] = [
		[],
		[BAR, styled('acp-tui', { bold: true, color: 'accent' })],
		[BAR, plain(`${who}${version}`), styled(where, { color: 'muted' })],
		[],
		// What is said last is cut on a small screen.
		...(session.profile.launch.name === DEMO ? [pairs(messages.realAgents)] : []),
		pairs(messages.first),
		...(hasTour ? [pairs(messages.tour)] : []),
		...(session.recentSession === undefined ? [] : [recentLine(session.recentSession)]),
	];
	const wrapped = rows.map((row) => wrapLine(row, Math.max(1, ui.columns - 1), { indent: [INDENT] }));
	const isTight = wrapped.flat().length > height;
	return wholeRows(isTight ? wrapped.filter((_, index) => rows[index]?.length !== 0) : wrapped, height);
}

/** The rows that fit whole: half a sentence says less than none. */
function wholeRows(rows: readonly (readonly Line[])[], height: number): readonly Line[] {
	const lines: Line[] = [];
	for (const row of rows) {
		if (lines.length + row.length > height) break;
		lines.push(...row);
	}
	return lines;
}

/** How to go on with what was left last here. */
function recentLine({ title, age }: RecentSession): Line {
	const name = truncate(sanitizeLine(title.slice(0, MOST_TITLE)), MOST_TITLE);
	return [INDENT, styled('/resume', { color: 'accent' }), styled(messages.goesOn(name, age), { color: 'muted' })];
}

function pairs(all: readonly (readonly [typed: string, does: string])[]): Line {
	const spans = all.flatMap(([typed, does]) => [styled(typed, { color: 'accent' }), styled(does, { color: 'muted' })]);
	return [INDENT, ...spans];
}
