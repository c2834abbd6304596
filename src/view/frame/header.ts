import type { SessionState } from '../../core/session/state.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { cellWidth, truncate, truncateStart } from '../../core/text/width.js';
import { fillRole, isNearlyFull, percentOf } from '../gauge.js';
import { type Line, muted, plain, type Role, type Span, styled } from '../line.js';
import { money } from '../money.js';
import { whyNoCompact } from '../slash-commands/session-commands.js';
import { joinLine } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import { sessionInFront } from '../state/open-sessions.js';
import { hasSidePanel } from '../state/side-panel.js';
import { subagentViewIn } from '../state/subagent-view.js';
import { currentModel, shortDirectory } from '../status/session-words.js';
import { branchSign, icon } from '../theme/glyphs.js';

/** The first row: where we are, and with whom. Narrow screens lose the least important first. `areTabs`: the open sessions stand below it. */
export function renderHeader(context: ScreenContext, areTabs = false): Line {
	const view = subagentViewIn(context.ui);
	if (view !== null) return view.header(context);
	const { session, ui } = context;
	const { worktree } = session;
	const width = ui.columns;
	const right = agentFacts(context);
	const rightWidth = right.reduce((sum, span) => sum + cellWidth(span.text), 0);
	const room = Math.max(0, width - rightWidth - 4);
	const left: Span[] = [plain(' ')];
	const front = areTabs ? null : sessionInFront(ui.sessions);
	const number = front === null ? '' : `${front.number}/${ui.sessions.length}  `;
	const { glyphs } = ui.appearance;
	const name = `${width >= 70 ? 'acp-tui  ' : ''}${number}`;
	const mark = worktree === undefined ? '' : ' (worktree)';
	const branch = session.branch === null ? '' : `  ${branchSign(glyphs)}${sanitizeLine(session.branch)}${mark}`;
	const branchRoom = cellWidth(name) + cellWidth(branch) + 12 <= room ? cellWidth(branch) : 0;
	const more = session.additionalDirectories.length;
	const directory = `${icon(glyphs, 'folder')}${shortDirectory(shownFolder(session), context.home)}${more === 0 ? '' : ` +${more}`}`;
	// Without the branch the folder alone would pass for the work tree that the worktree was made from.
	const place = branchRoom > 0 ? directory : `${directory}${mark}`;
	if (name !== '') left.push(styled(name, { bold: true, color: 'accent' }));
	left.push(plain(lastFolders(place, Math.max(4, room - cellWidth(name) - branchRoom))));
	if (branchRoom > 0) left.push(muted(branch));
	return joinLine(left, [...right, plain(' ')], width);
}

/** As many folders as fit, from the last one on: cut within a name, each cell that others take would move all of it. */
function lastFolders(place: string, room: number): string {
	const cut = truncateStart(place, room);
	return cut === place ? place : `…${cut.slice(Math.max(1, cut.indexOf('/')))}`;
}

/** Of a worktree the place in the work tree that it was made from: its own folder says little. */
function shownFolder({ cwd, worktree }: SessionState): string {
	return worktree !== undefined && cwd.startsWith(worktree.path)
		? `${worktree.project}${cwd.slice(worktree.path.length)}`
		: cwd;
}

const WIDE = 100;

function agentFacts(context: ScreenContext): Span[] {
	const { session, ui } = context;
	if (session.isWithoutAgent === true) return [];
	const { columns: width } = ui;
	// Names are the agent's to choose: a long one leaves the rest its room.
	const facts = [fact(truncate(agentName(session), Math.floor(width / 3)), 'agent')];
	const model = currentModel(session.configOptions);
	// A word like “Default” or “Auto” may be a mode as well.
	const what = /^\p{L}+$/u.test(model) ? 'model ' : '';
	if (model !== '' && width >= 60) facts.push(fact(`${what}${truncate(model, Math.floor(width / 4))}`, 'model'));
	const { usage } = session;
	// The side panel has both.
	if (usage !== null && usage.size > 0 && !hasSidePanel(ui)) {
		const percent = percentOf(usage.used, usage.size);
		const color = fillRole(percent);
		facts.push(fact(`ctx ${percent}%`, 'usage', color));
		if (isNearlyFull(percent) && width >= WIDE && whyNoCompact(context) === null)
			facts.push(fact('/compact', 'compact', color));
	}
	if (usage?.cost !== undefined && width >= 50 && !hasSidePanel(ui)) facts.push(fact(money(usage.cost), 'usage'));
	return facts.flatMap((each, at) => (at === 0 ? [each] : [muted(' · '), each]));
}

function fact(text: string, name: string, color: Role = 'muted'): Span {
	return styled(text, { color, target: { type: 'command', name } });
}

export function agentName(session: SessionState): string {
	return sanitizeLine(session.agent?.title ?? session.profile.launch.name);
}
