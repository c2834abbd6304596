import type { SessionState } from '../../core/session/state.js';
import type { RecentSession } from '../../core/session-list.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { truncate } from '../../core/text/width.js';
import { type Line, muted, plain, styled } from '../line.js';
import { wrapLine } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import { shortDirectory } from '../status/session-words.js';

const MOST_TITLE = 60;

export const DEMO = 'demo';

/** Something to type and what comes of it. */
export type Typed = readonly (readonly [typed: string, does: string])[];

export const FIRST_KEYS: Typed = [
	['/', ' commands   '],
	['?', ' keys   '],
	['shift+tab', ' mode'],
];
export const TOUR: Typed = [['/tour', ' shows all in two minutes']];
export const REAL_AGENTS: Typed = [['/agent', ' chooses a real agent; this one is a demo']];

const BAR = styled(' ▌ ', { color: 'accent' });
const INDENT = plain('   ');

export function welcome({ session, lookups, ui, home }: ScreenContext, height: number): readonly Line[] {
	const isDemo = session.profile.launch.name === DEMO;
	const folders = [session.cwd, ...session.additionalDirectories].map((folder) => shortDirectory(folder, home));
	const where = ` in ${folders.join(', ')}`;
	const [recent] = lookups.startOffers?.recents ?? [];
	const rows: readonly { readonly line: Line; readonly rank: number }[] = [
		{ line: [], rank: 6 },
		{ line: [BAR, styled('acp-tui', { bold: true, color: 'accent' })], rank: 3 },
		{ line: [BAR, plain(agentWords(session)), muted(where)], rank: 2 },
		{ line: [], rank: 6 },
		...(isDemo ? [{ line: [INDENT, ...pairs(REAL_AGENTS)], rank: 1 }] : []),
		{ line: [INDENT, ...pairs(FIRST_KEYS)], rank: 0 },
		...(isDemo ? [{ line: [INDENT, ...pairs(TOUR)], rank: 3 }] : []),
		...(recent === undefined ? [] : [{ line: recentLine(recent), rank: 5 }]),
	];
	const wrapped = rows.map(({ line, rank }) => ({
		lines: wrapLine(line, Math.max(1, ui.columns - 1), { indent: [INDENT] }),
		rank,
	}));
	return wholeRows(wrapped, height);
}

/** Rows that stand or fall together, and how soon they are left out on a small screen: the highest rank first. */
export type FewRows = { readonly lines: readonly Line[]; readonly rank: number };

/** The rows that fit whole: half a sentence says less than none. */
export function wholeRows(rows: readonly FewRows[], height: number): readonly Line[] {
	let left = height;
	const kept = new Set<FewRows>();
	for (const row of rows.toSorted((one, other) => one.rank - other.rank)) {
		if (row.lines.length > left) continue;
		left -= row.lines.length;
		kept.add(row);
	}
	return rows.filter((row) => kept.has(row)).flatMap(({ lines }) => lines);
}

export function agentWords({ agent, profile }: SessionState): string {
	const name = sanitizeLine(agent?.title ?? profile.launch.name);
	return agent === null || agent.version === '' ? name : `${name} ${sanitizeLine(agent.version)}`;
}

function recentLine({ title, age }: RecentSession): Line {
	const name = truncate(sanitizeLine(title.slice(0, MOST_TITLE)), MOST_TITLE);
	return [INDENT, styled('/resume', { color: 'accent' }), muted(` goes on with “${name}”, ${age} (or start with -c)`)];
}

export function pairs(all: Typed): Line {
	return all.flatMap(([typed, does]) => [styled(typed, { color: 'accent' }), muted(does)]);
}
