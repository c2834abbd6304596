import type { McpEntry } from '../../core/mcp/server.js';
import { lastOf, once } from '../../core/once.js';
import type { ListedStep } from '../../core/plan/plan-evidence.js';
import type { Prompt } from '../../core/prompt-schema.js';
import { checklistOf } from '../../core/session/plan/approved-plan.js';
import { commandRunner } from '../../core/session/sandbox/held-by.js';
import type { SessionState } from '../../core/session/state.js';
import { subagentsAtWork } from '../../core/session/subagent-tree.js';
import { isAtWork } from '../../core/subagents/subagent.js';
import { clip } from '../../core/text/clip.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { cellWidth, truncate, truncateMiddle } from '../../core/text/width.js';
import { fillRole, gauge, isNearlyFull, percentOf } from '../gauge.js';
import { faint, type Line, muted, plain, type Role, type Span, styled } from '../line.js';
import { money } from '../money.js';
import { shortCount } from '../short-count.js';
import { whyNoCompact } from '../slash-commands/session-commands.js';
import { AT_FILE } from '../slash-commands/undo-commands.js';
import { firstLines, joinLine, lineWidth, targeted, wrapLine } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import { whatBecameOf } from '../status/mcp-outcome.js';
import { promptStart } from '../status/session-words.js';
import { rowsOf, statusSign, timeText, titleOf, tokensText } from '../subagents/subagent-words.js';
import {
	completedSteps,
	currentStep,
	isPlanActive,
	planGauge,
	seenSteps,
	stepSpans,
	stepsAround,
} from '../transcript/entries/plan-entry.js';
import { type ChangedFileRow, changedFiles, writtenInTurn } from './changed-files.js';
import { headLine, type Section, type SectionId, withMore } from './section.js';

export function sectionsOf(context: ScreenContext, session: SessionState, width: number): readonly Section[] {
	const { ui, now, cache } = context;
	const { planHalt, subagents: agents, queue: prompts, isQueuePaused, usage: used } = session;
	const { profile, agent, mcpRefusal, sessionId, sandbox: held, connection } = session;
	const runner = commandRunner(session);
	const plan = checklistOf(session);
	const diffs = writtenInTurn(session);
	// Their clocks go on.
	const second = subagentsAtWork(session) === 0 ? 0 : Math.floor(now / 1000);
	const canCompact = whyNoCompact({ ...context, session }) === null;
	const keep = (id: SectionId, inputs: readonly unknown[], draw: () => Omit<Section, 'id'> | null) =>
		cache.part(id, [width, ...inputs], () => {
			const drawn = draw();
			return drawn === null ? null : { ...drawn, id, rows: lastOf(drawn.rows) };
		});
	const all = [
		keep('tasks', [plan, planHalt, ui.isPlanFolded], () => tasks(plan, planHalt, ui.isPlanFolded, width)),
		keep('changes', [session.changes.sets, ...diffs], () => changes(changedFiles(session, diffs), width)),
		keep('subagents', [agents, second], () => subagents(session, now, width)),
		keep('queue', [prompts, isQueuePaused], () => queue(session, width)),
		keep('context', [used, canCompact], () => contextUse(session, canCompact, width)),
		keep('mcp', [profile, agent, mcpRefusal, sessionId], () => mcp(session, width)),
		keep('sandbox', [held, connection.phase, runner], () => sandbox(session, runner, width)),
	];
	return all.filter((section) => section !== null);
}

type Drawn = Omit<Section, 'id'>;

/** Of a step on a screen with room for all of them. */
const MOST_STEP_ROWS = 4;

function tasks(
	plan: readonly ListedStep[] | null,
	planHalt: SessionState['planHalt'],
	isFolded: boolean,
	width: number,
): Drawn | null {
	if (plan === null || plan.length === 0 || planHalt === 'set-aside') return null;
	const seen = seenSteps(plan);
	const facts = [
		...(planHalt === 'stopped' ? [styled(`stopped  `, { color: 'warning' })] : []),
		muted(seen === null ? `${completedSteps(plan)}/${plan.length} ` : `work seen on ${seen}/${plan.length}`),
		...planGauge(plan),
	];
	const head = headLine(seen === null ? 'Tasks' : 'Approved plan', facts, width);
	const current = currentStep(plan);
	// The current step may take two rows.
	const rowsOfStep = (index: number, rows = index === current ? 2 : 1): readonly Line[] => {
		const step = plan[index];
		if (step === undefined) return [];
		// A word that does not fit goes on the row below: some room is left for that.
		const spans = stepSpans(step, rows === 1 ? width : Math.floor((rows - 0.5) * width));
		return firstLines(wrapLine(spans, width, { indent: [plain('  ')] }), rows, width);
	};
	if (!isPlanActive(plan)) return { head, count: 0, rows: () => [] };
	if (isFolded) return { head, count: 1, rows: (most) => rowsOfStep(current).slice(0, most) };
	const extra = rowsOfStep(current).length - 1;
	return {
		head,
		count: plan.length + extra,
		whole: once(() => plan.flatMap((_, index) => rowsOfStep(index, MOST_STEP_ROWS))),
		rows: (most) => {
			const { start, end, note } = stepsAround(plan, Math.max(1, most - extra));
			const steps = plan.slice(start, end).flatMap((_, index) => rowsOfStep(start + index));
			return (note === '' ? steps : [...steps, [faint(note)]]).slice(0, most);
		},
	};
}

const SIGNS: Readonly<Record<ChangedFileRow['kind'], { readonly sign: string; readonly color: Role }>> = {
	added: { sign: 'A', color: 'added' },
	modified: { sign: 'M', color: 'info' },
	deleted: { sign: 'D', color: 'removed' },
};
const MOST_FILES = 100;

function changes(files: readonly ChangedFileRow[], width: number): Drawn | null {
	if (files.length === 0) return null;
	const shown = files.slice(-MOST_FILES);
	const figures = shown.map(({ added, removed, isUncounted }) => ({
		added: isUncounted || added === 0 ? '' : `+${shortCount(added)}`,
		removed: isUncounted || removed === 0 ? '' : `−${shortCount(removed)}`,
	}));
	const [plus, minus] = [widest(figures.map(({ added }) => added)), widest(figures.map(({ removed }) => removed))];
	const rows = shown.map(({ path, kind }, index): Line => {
		const { sign, color } = SIGNS[kind];
		const { added = '', removed = '' } = figures[index] ?? {};
		const edge: Line = [
			styled(added.padStart(plus), { color: 'added' }),
			...(minus === 0 ? [] : [styled(` ${removed.padStart(minus)}`, { color: 'removed' })]),
		];
		const room = width - 2 - lineWidth(edge) - 1;
		const name = truncateMiddle(sanitizeLine(clip(path, 500)), room);
		const row = joinLine([styled(`${sign} `, { color }), plain(name)], edge, width);
		return targeted(row, { type: 'command', name: 'review', args: `session${AT_FILE}${path}` });
	});
	return {
		head: headLine('Changed', [muted(String(files.length))], width),
		count: files.length > rows.length ? rows.length + 1 : rows.length,
		// The newest come first: those are being worked on.
		rows: (most) => withMore(files.length, most, (count) => rows.toReversed().slice(0, count)),
	};
}

function subagents(session: SessionState, now: number, width: number): Drawn | null {
	const all = rowsOf(session);
	const atWork = all.filter(({ subagent }) => isAtWork(subagent)).length;
	if (all.length === 0) return null;
	const chosen = (count: number) => {
		// Running sub-agents first, then the newest of the others.
		const ranked = all.toSorted(
			(one, other) =>
				Number(isAtWork(other.subagent)) - Number(isAtWork(one.subagent)) || other.subagent.order - one.subagent.order,
		);
		const kept = new Set(ranked.slice(0, count));
		return all.filter((node) => kept.has(node));
	};
	const rowOf = ({ subagent }: (typeof all)[number]): Line => {
		const { sign, color } = statusSign(subagent);
		const tokens = tokensText(subagent);
		const edge = [tokens === '' ? '' : `${tokens} tok`, timeText(subagent, now).padStart(7)].join('');
		return joinLine(
			[styled(`${sign} `, { color }), isAtWork(subagent) ? plain(titleOf(subagent)) : muted(titleOf(subagent))],
			[muted(edge)],
			width,
		);
	};
	return {
		head: headLine('Sub-agents', [muted(atWork === 0 ? String(all.length) : `${atWork}/${all.length}`)], width),
		count: all.length,
		rows: (most) => withMore(all.length, most, (count) => chosen(count).map(rowOf)),
	};
}

function queue({ queue: prompts, isQueuePaused }: SessionState, width: number): Drawn | null {
	if (prompts.length === 0) return null;
	const facts = isQueuePaused
		? [styled('on hold', { color: 'warning' }), muted(` ${prompts.length}`)]
		: [muted(String(prompts.length))];
	const rowOf = (prompt: Prompt, index: number): Line => [
		styled(`${index + 1} `, { color: isQueuePaused ? 'warning' : 'accent' }),
		muted(truncate(promptStart(prompt), width - 3)),
	];
	return {
		head: headLine('Queue', facts, width),
		count: prompts.length,
		rows: (most) => withMore(prompts.length, most, (count) => prompts.slice(0, count).map(rowOf)),
	};
}

function contextUse({ usage: used }: SessionState, canCompact: boolean, width: number): Drawn | null {
	if (used === null || (used.size <= 0 && used.cost === undefined)) return null;
	const cost = used.cost === undefined ? [] : [muted(money(used.cost))];
	const rows: Line[] = [];
	if (used.size > 0) {
		const percent = percentOf(used.used, used.size);
		const color = fillRole(percent);
		const counts = `${shortCount(used.used)}/${shortCount(used.size)}`;
		const edge: Line = [
			styled(`${percent}%`.padStart(4), { color: color === 'muted' ? 'text' : color }),
			muted(counts.padStart(12)),
		];
		const cells = Math.max(4, width - lineWidth(edge) - 1);
		rows.push(joinLine(gauge(used.used, used.size, cells, color === 'muted' ? 'success' : color), edge, width));
		if (isNearlyFull(percent) && canCompact) rows.push([styled('/compact makes room', { color })]);
	}
	return { head: headLine('Context', cost, width), count: rows.length, rows: (most) => rows.slice(0, most) };
}

const MOST_MCP_ROWS = 3;
const DOT = '● ';

function mcp(session: SessionState, width: number): Drawn | null {
	const servers = session.profile.mcpServers;
	if (servers.length === 0) return null;
	const cells = servers
		.slice(0, 30)
		.map((server): Span[] => [
			styled(DOT, dotOf(session, server)),
			muted(truncateMiddle(sanitizeLine(clip(server.name, 200)), Math.min(20, width - 2))),
		]);
	const lines: Span[][] = [];
	for (const cell of cells) {
		const last = lines.at(-1);
		if (last !== undefined && lineWidth(last) + 3 + lineWidth(cell) <= width) last.push(plain('   '), ...cell);
		else lines.push([...cell]);
	}
	const first = (count: number): readonly Span[][] => lines.slice(0, count);
	const isDot = ({ text }: Span): boolean => text === DOT;
	return {
		head: headLine('MCP', lines.length > 1 ? [muted(String(servers.length))] : [], width),
		count: Math.min(MOST_MCP_ROWS, lines.length),
		rows: (most) =>
			withMore(lines.length, most, first, (count) => servers.length - first(count).flat().filter(isDot).length),
	};
}

/** Green: the agent was given it; red: it was not, and should have been; dim: not yet, or switched off. */
function dotOf(session: SessionState, server: McpEntry): { color: Role; dim?: true } {
	const { role } = whatBecameOf(server, session);
	if (role === 'error') return { color: 'error' };
	return role === 'success' || role === 'info' ? { color: 'success' } : { color: 'muted', dim: true };
}

function sandbox(session: SessionState, runner: ReturnType<typeof commandRunner>, width: number): Drawn | null {
	if (session.connection.phase !== 'ready') return null;
	const { agent, commands, enforcement } = session.sandbox;
	const isLoose = agent === 'off' || enforcement === 'watched';
	// Our sandbox holds none that the agent runs itself.
	const areHeld = commands === 'fenced' && runner === 'here';
	// As the footer and the first screen call it.
	const facts = [
		styled(agent === 'watch' ? 'watched' : agent, { color: isLoose ? 'warning' : 'muted' }),
		...(areHeld ? [muted(' · commands fenced')] : []),
	];
	return { head: headLine('Sandbox', facts, width), count: 0, rows: () => [] };
}

function widest(texts: readonly string[]): number {
	return Math.max(0, ...texts.map(cellWidth));
}
