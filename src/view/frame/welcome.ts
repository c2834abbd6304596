import type { RecentSession } from '../../core/sessions/session-list.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { truncate } from '../../core/text/width.js';
import { type Line, plain, styled } from '../line.js';
import { wrapLine } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import { shortDirectory } from '../status/session-words.js';
import { welcome as messages } from './frame-messages.js';

const MOST_TITLE = 60;

const DEMO = 'demo';

const BAR = styled(' ▌ ', { color: 'accent' });
const INDENT = plain('   ');

/** What an empty transcript shows: who is there, and the few things that lead on. */
export function welcome({ session, lookups, ui, home }: ScreenContext, height: number): readonly Line[] {
	const who = sanitizeLine(session.agent?.title ?? session.profile.launch.name);
	const version =
		session.agent === null || session.agent.version === '' ? '' : ` ${sanitizeLine(session.agent.version)}`;
	const hasTour = session.commands.some((command) => command.name === 'tour');
	const folders = [session.cwd, ...session.additionalDirectories].map((folder) => shortDirectory(folder, home));
	const where = ` in ${folders.join(', ')}`;
	const rows: readonly Row[] = [
		{ line: [], rank: 6 },
		{ line: [BAR, styled('acp-tui', { bold: true, color: 'accent' })], rank: 3 },
		{ line: [BAR, plain(`${who}${version}`), styled(where, { color: 'muted' })], rank: 2 },
		{ line: [], rank: 6 },
		...(session.profile.launch.name === DEMO ? [{ line: pairs(messages.realAgents), rank: 1 }] : []),
		{ line: pairs(messages.first), rank: 0 },
		...(hasTour ? [{ line: pairs(messages.tour), rank: 4 }] : []),
		...(lookups.recentSession === null ? [] : [{ line: recentLine(lookups.recentSession), rank: 5 }]),
	];
	const wrapped = rows.map(({ line, rank }) => ({
		lines: wrapLine(line, Math.max(1, ui.columns - 1), { indent: [INDENT] }),
		rank,
	}));
	return wholeRows(wrapped, height);
}

/** A row, and how soon it is left out on a small screen: the highest rank first. */
type Row = { readonly line: Line; readonly rank: number };

/** The rows that fit whole: half a sentence says less than none. */
function wholeRows(rows: readonly { lines: readonly Line[]; rank: number }[], height: number): readonly Line[] {
	let left = height;
	const kept = new Set<(typeof rows)[number]>();
	for (const row of rows.toSorted((one, other) => one.rank - other.rank)) {
		if (row.lines.length > left) continue;
		left -= row.lines.length;
		kept.add(row);
	}
	return rows.filter((row) => kept.has(row)).flatMap(({ lines }) => lines);
}

function recentLine({ title, age }: RecentSession): Line {
	const name = truncate(sanitizeLine(title.slice(0, MOST_TITLE)), MOST_TITLE);
	return [INDENT, styled('/resume', { color: 'accent' }), styled(messages.goesOn(name, age), { color: 'muted' })];
}

function pairs(all: readonly (readonly [typed: string, does: string])[]): Line {
	const spans = all.flatMap(([typed, does]) => [styled(typed, { color: 'accent' }), styled(does, { color: 'muted' })]);
	return [INDENT, ...spans];
}
