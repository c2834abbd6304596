import type { SessionState } from '../../core/session/state.js';
import type { RecentSession } from '../../core/session-list.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { cellWidth, padEnd, truncate } from '../../core/text/width.js';
import { type Line, muted, plain, type Span, type Style, styled } from '../line.js';
import { clipLine, lineWidth, padLine, targeted, wrapLine } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import { currentModel, shortDirectory } from '../status/session-words.js';
import { branchSign, icon } from '../theme/glyphs.js';

/** Cells in which the word mark leaves the facts beside it room for how the agent is held. */
const LEAST_WIDTH = 70;
const LABEL = 9;
const MOST_TITLE = 60;
const LEAST_NAME = 8;
const DAY = 24 * 3600 * 1000;

const DEMO_KEYS: Typed = [
	['/tour', ' shows all in two minutes   '],
	['/agent', ' chooses a real agent'],
];
const SANDBOXES = {
	off: 'sandbox off',
	watch: 'watched, not sandboxed',
	fence: 'fenced in plan mode',
	shadow: 'works on a copy',
} as const;

/** Tips, of which one is shown a day. */
const tips = [
	'plan mode changes nothing until you approve the plan: /plan',
	'/handover continues with another agent: it gets a summary',
	'/btw asks on the side, while the turn goes on',
	'/rewind goes back to an earlier prompt, with the files if you like',
	'a line that begins with ! runs as a command of yours',
	'@ mentions a file; pictures can be pasted or dropped',
	'/undo undoes what the last turn changed',
	'acp-tui -c continues the latest session of this folder',
	'--sandbox shadow lets an agent work on a copy: /changes applies it',
	'/worktree opens a session in a git worktree of its own',
	'/permissions test "COMMAND" says what happens to a command',
	'/usage shows what was used, by day, agent and model',
] as const;

const MARK_WIDTH = 28;

const LETTERS = [
	['▄▀▀▄', '█▄▄█', '█  █'],
	['▄▀▀▀', '█   ', '▀▄▄▄'],
	['█▀▀▄', '█▄▄▀', '█   '],
	['  ', '▀▀', '  '],
	['▀█▀', ' █ ', ' █ '],
	['█  █', '█  █', '▀▄▄▀'],
	['█', '█', '█'],
] as const;

const SHADES: readonly Style[] = LETTERS.map((_, index) => ({ color: 'accent', shade: index / (LETTERS.length - 1) }));

const WORD_MARK: readonly Line[] = [0, 1, 2].map((row) =>
	LETTERS.flatMap((letter, index): Span[] => {
		const gap = index === LETTERS.length - 1 ? '' : ' ';
		return [styled(`${letter[row]}${gap}`, SHADES[index] ?? {})];
	}),
);

/** An empty conversation on a high screen. What is looked up later has its rows from the first frame on. */
export function firstScreen(context: ScreenContext, height: number): readonly Line[] {
	const { session, lookups, ui, now } = context;
	const width = Math.max(1, ui.columns - 1);
	const isWide = width >= LEAST_WIDTH;
	const row = (label: string, line: Line, rank: number): FewRows => {
		const lines = wrapLine([begin(label, isWide), ...line], width, { indent: [begin('', isWide)] });
		return { lines, rank };
	};
	const isDemo = session.profile.launch.name === DEMO;
	const agents = lookups.startOffers?.agents ?? null;
	const recents = lookups.startOffers?.recents ?? [];
	const tip = tips[dayOf(now) % tips.length] ?? '';
	const rows: readonly FewRows[] = [
		...head(context, width, isWide),
		{ lines: [[]], rank: 6 },
		row('Start', pairs(FIRST_KEYS), 0),
		...(isDemo ? [row('', pairs(isWide ? DEMO_KEYS : REAL_AGENTS), 1)] : []),
		...(isDemo && !isWide ? [row('', pairs(TOUR), 3)] : []),
		row('Tip', [muted(tip)], 5),
		{ lines: [[]], rank: 6 },
		{ lines: agents === null ? [[]] : [agentsLine(agents, width, isWide)], rank: 3 },
		{ lines: [[]], rank: 6 },
		{ lines: recentLines(recents, context, isWide), rank: 4 },
	];
	return wholeRows(rows, height);
}

export function dayOf(now: number): number {
	return Math.floor(Math.max(0, now) / DAY);
}

function begin(label: string, isWide: boolean): Span {
	return muted(`   ${isWide ? label.padEnd(LABEL) : ''}`);
}

function head(context: ScreenContext, width: number, isWide: boolean): readonly FewRows[] {
	const facts = factLines(context, width - 3 - (isWide ? MARK_WIDTH + 4 : 0));
	const below = facts.map((line) => clipLine([plain('   '), ...line], width));
	const { glyphs = 'unicode', isColorless } = context.ui.appearance;
	// Letters of blocks need blocks and shades.
	if (glyphs === 'ascii' || isColorless === true || width < MARK_WIDTH + 3)
		return below.map((line, index) => ({ lines: [line], rank: 2 + index }));
	const marked = WORD_MARK.map((line) => [plain('   '), ...line]);
	if (!isWide) {
		return [
			{ lines: marked, rank: 5 },
			{ lines: below, rank: 2 },
		];
	}
	const lines = marked.map((line, index) => {
		const row = [...padLine(line, MARK_WIDTH + 3), plain('    '), ...(facts[index] ?? [])];
		return clipLine(row, width);
	});
	return [{ lines, rank: 2 }];
}

function factLines({ session, home, version = '', ui }: ScreenContext, room: number): readonly Line[] {
	const { glyphs } = ui.appearance;
	const folders = [session.cwd, ...session.additionalDirectories].map((folder) => shortDirectory(folder, home));
	const branch = session.branch === null ? '' : `  ${branchSign(glyphs)}${sanitizeLine(session.branch)}`;
	return [
		[styled('acp-tui', { bold: true, color: 'accent' }), muted(version === '' ? '' : ` ${version}`)],
		[plain(agentFacts(session, room))],
		[plain(`${icon(glyphs, 'folder')}${folders.join(', ')}`), muted(branch)],
	];
}

/** Facts of the agent: where there is little room its model and its name are cut before the sandbox is. */
function agentFacts(session: SessionState, room: number): string {
	const model = currentModel(session.configOptions);
	const held = heldWords(session);
	const nameRoom = held === '' ? room : room - cellWidth(` · ${held}`);
	const name = truncate(agentWords(session), Math.max(LEAST_NAME, nameRoom));
	const left = nameRoom - cellWidth(`${name} · `);
	const shown = left < Math.min(LEAST_NAME, cellWidth(model)) ? '' : truncate(model, left);
	return [name, shown, held].filter((words) => words !== '').join(' · ');
}

/** The sandbox of the agent in words; empty where that is asked about. */
function heldWords({ connection: { phase }, profile, sandbox }: SessionState): string {
	if (phase === 'failed' || phase === 'exited') return 'not running';
	return profile.asksForSandbox === true ? '' : SANDBOXES[sandbox.agent];
}

type Agents = NonNullable<NonNullable<ScreenContext['lookups']['startOffers']>['agents']>;

function agentsLine({ agents, count }: Agents, width: number, isWide: boolean): Line {
	const start = begin('Agents', isWide);
	const rest = (shown: number): Span[] => [
		styled('/agent', { color: 'accent' }),
		muted(count > shown ? `: ${count - shown} more` : ''),
	];
	const line: Span[] = [];
	let shown = 0;
	for (const { name, isFound } of agents) {
		const mark = styled(isFound ? '● ' : '○ ', { color: isFound ? 'success' : 'muted' });
		const next = [mark, styled(`${truncate(sanitizeLine(name), 24)}   `, isFound ? {} : { color: 'muted' })];
		if (lineWidth([start, ...line, ...next, ...rest(shown + 1)]) > width) break;
		line.push(...next);
		shown += 1;
	}
	return clipLine([start, ...targeted([...line, ...rest(shown)], { type: 'command', name: 'agent' })], width);
}

const RESUME_ROWS = 3;

/** Always as many rows: they are filled once the sessions are known. */
function recentLines(recents: readonly RecentSession[], { ui }: ScreenContext, isWide: boolean): readonly Line[] {
	const shown = recents.map(({ title, age }) => ({ title: sanitizeLine(title.slice(0, 4 * MOST_TITLE)), age }));
	const start = cellWidth(begin('', isWide).text);
	const ages = Math.max(0, ...shown.map(({ age }) => cellWidth(age)));
	const room = Math.max(4, Math.min(MOST_TITLE, ui.columns - 1 - start - 3 - 2 - ages));
	const titles = shown.map(({ title }) => truncate(title, room));
	const widest = Math.max(0, ...titles.map(cellWidth));
	return Array.from({ length: RESUME_ROWS }, (_, index): Line => {
		const title = titles[index];
		if (title === undefined) return [];
		const isPressed = ui.firstKey?.place === index;
		const row: Line = [
			styled(`${index + 1}  `, { color: 'accent', bold: isPressed }),
			styled(padEnd(title, widest), { bold: isPressed }),
			muted(`  ${shown[index]?.age ?? ''}`),
		];
		return [begin(index === 0 ? 'Resume' : '', isWide), ...targeted(row, { type: 'recent', at: index })];
	});
}

const DEMO = 'demo';

/** A command or key, with its effect. */
type Typed = readonly (readonly [typed: string, does: string])[];

const FIRST_KEYS: Typed = [
	['/', ' commands   '],
	['?', ' keys   '],
	['shift+tab', ' mode'],
];
const TOUR: Typed = [['/tour', ' shows all in two minutes']];
const REAL_AGENTS: Typed = [['/agent', ' chooses a real agent; this one is a demo']];

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
type FewRows = { readonly lines: readonly Line[]; readonly rank: number };

/** The rows that fit whole: half a sentence says less than none. */
function wholeRows(rows: readonly FewRows[], height: number): readonly Line[] {
	let left = height;
	const kept = new Set<FewRows>();
	for (const row of rows.toSorted((one, other) => one.rank - other.rank)) {
		if (row.lines.length > left) continue;
		left -= row.lines.length;
		kept.add(row);
	}
	return rows.filter((row) => kept.has(row)).flatMap(({ lines }) => lines);
}

function agentWords({ agent, profile }: SessionState): string {
	const name = sanitizeLine(agent?.title ?? profile.launch.name);
	return agent === null || agent.version === '' ? name : `${name} ${sanitizeLine(agent.version)}`;
}

function recentLine({ title, age }: RecentSession): Line {
	const name = truncate(sanitizeLine(title.slice(0, MOST_TITLE)), MOST_TITLE);
	return [INDENT, styled('/resume', { color: 'accent' }), muted(` goes on with “${name}”, ${age} (or start with -c)`)];
}

function pairs(all: Typed): Line {
	return all.flatMap(([typed, does]) => [styled(typed, { color: 'accent' }), muted(does)]);
}
