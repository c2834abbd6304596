import { checklistOf } from '../../core/session/plan/approved-plan.js';
import type { SessionState } from '../../core/session/state.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { truncate } from '../../core/text/width.js';
import { weakLast } from '../../core/weak-memo.js';
import { fillRole, gauge, percentOf } from '../gauge.js';
import { faint, type Line, muted, plain, type Span, styled } from '../line.js';
import { money } from '../money.js';
import { shortCount } from '../short-count.js';
import { changedFiles } from '../side-panel/changed-files.js';
import { clipLine, lineWidth } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import { show, type UiRequest, type UiStep } from '../state/ui-step.js';
import { currentModel, shortDirectory } from '../status/session-words.js';
import { branchSign } from '../theme/glyphs.js';
import { completedSteps, planCount, planGauge, seenSteps } from '../transcript/entries/plan-entry.js';
import { sumOf } from '../transcript/tool/tool-diffs.js';
import type { StatusPart } from '../ui-options.js';
import { LOW_ROWS } from './composer-region.js';
import { agentName } from './header.js';
import { modeSpans } from './mode-label.js';

const MOST_TEXT = 40;
const GAUGE = 6;
const SEPARATOR: Span = faint(' · ');

export function ownStatusLine(context: ScreenContext): readonly Line[] {
	const { appearance, columns, rows } = context.ui;
	const parts = appearance.statusLine ?? [];
	if (rows < LOW_ROWS) return [];
	// The row is reserved before the first output, so that nothing moves.
	if ('command' in parts) return [clipLine([plain(' '), ...(context.ui.statusOutput ?? [])], columns - 1)];
	if (parts.length === 0) return [];
	const shown = parts.map((part) => PARTS[part](context)).filter((spans) => lineWidth(spans) > 0);
	const line = shown.flatMap((spans, at) => (at === 0 ? spans : [SEPARATOR, ...spans]));
	return [clipLine([plain(' '), ...line], columns - 1)];
}

export function withStatusLine({ ui }: Pick<ScreenContext, 'ui'>, statusLine: readonly StatusPart[]): UiStep {
	return show({ ...ui, appearance: { ...ui.appearance, statusLine } });
}

export function saveStatusLine(parts: readonly StatusPart[]): UiRequest {
	const typed = JSON.stringify(parts);
	return { type: 'settings', request: { type: 'set', key: 'ui.statusLine', typed, isProject: false } };
}

const quiet = (text: string): Line => (text === '' ? [] : [muted(truncate(text, MOST_TEXT))]);

export const PARTS: Readonly<Record<StatusPart, (context: ScreenContext) => Line>> = {
	agent: ({ session }) => quiet(agentName(session)),
	model: ({ session }) => quiet(currentModel(session.configOptions)),
	mode: ({ session, ui }) => modeSpans(session, { cycle: null, why: null }, ui.columns),
	folder: ({ session, home }) => quiet(shortDirectory(session.cwd, home)),
	branch: ({ session, ui }) =>
		session.branch === null ? [] : quiet(`${branchSign(ui.appearance.glyphs)}${sanitizeLine(session.branch)}`),
	session: ({ session }) => quiet(sanitizeLine(session.title ?? '')),
	context: ({ session: { usage } }) => {
		if (usage === null || usage.size <= 0) return [];
		const percent = percentOf(usage.used, usage.size);
		const color = fillRole(percent);
		return [styled(`ctx ${percent}% `, { color }), ...gauge(usage.used, usage.size, GAUGE, color)];
	},
	tokens: ({ session: { usage } }) => (usage === null ? [] : quiet(`${shortCount(usage.used)} tokens`)),
	cost: ({ session: { usage } }) => (usage?.cost === undefined ? [] : quiet(money(usage.cost))),
	tasks: ({ session }) => {
		const plan = checklistOf(session) ?? [];
		const done = `${completedSteps(plan)}/${plan.length} `;
		return plan.length === 0 ? [] : [muted(seenSteps(plan) === null ? done : planCount(plan)), ...planGauge(plan)];
	},
	queue: ({ session: { queue } }) => (queue.length === 0 ? [] : quiet(`${queue.length} queued`)),
	changes: ({ session }) => changesOf(session),
	sandbox: ({ session: { sandbox } }) => quiet(sandbox.agent),
	version: ({ version = '' }) => quiet(version === '' ? '' : `acp-tui ${version}`),
};

function changesOf(session: SessionState): Line {
	// Lines of the finished turns: those of the running one are counted at its end.
	const { added, removed } = counted(session.changes.sets, [], () => sumOf(changedFiles(session, [])));
	if (added + removed === 0) return [];
	return [
		styled(`+${shortCount(added)}`, { color: 'added' }),
		plain(' '),
		styled(`−${shortCount(removed)}`, { color: 'removed' }),
	];
}

const counted = weakLast<SessionState['changes']['sets'], ReturnType<typeof sumOf>>();
