import type { SessionState } from '../core/session/state.js';
import { usageNow } from '../core/session/usage/follow-usage.js';
import { counted } from '../core/text/counted.js';
import { addKinds, type KindCounts } from '../core/usage/call-counts.js';
import { groupTurns } from '../core/usage/group-turns.js';
import { formatDuration } from './duration.js';
import { changeSpans, factsOf, joined, type Leaving, logName, resumeCommand } from './leaving.js';
import { type Line, plain, type Span, styled } from './line.js';
import { wrapLine } from './spans.js';
import { oneLine } from './spoken-text.js';
import { completedSteps } from './transcript/entries/plan-entry.js';
import { figureText } from './usage/usage-text.js';

/** In four rows where it is wide enough; null where no file changed, no command ran and no task is done. */
export function leavingCard(leaving: Leaving): readonly Line[] | null {
	const facts = factsOf(leaving);
	const { session } = leaving;
	const { session: all, running } = usageNow(session, leaving.now);
	const counts = workDone(session, running);
	const done: Span[][] = [
		...(facts.changes.files === 0 ? [] : [changeSpans(facts.changes)]),
		...(counts.commands === 0 ? [] : [[plain(counted(counts.commands, 'command'))]]),
		...(counts.tasks === 0 ? [] : [[plain(`${counts.tasksDone} of ${counted(counts.tasks, 'task')}`)]]),
	];
	if (facts.prompts === 0 || (facts.changes.files === 0 && counts.commands === 0 && counts.tasksDone === 0))
		return null;
	const took = [
		counted(facts.prompts, 'prompt'),
		`${formatDuration(facts.worked)} working`,
		...(all.waitMs < 1000 ? [] : [`${formatDuration(all.waitMs)} waiting`]),
		...(facts.isCutShort ? ['interrupted'] : []),
	];
	const used = usedByModel(session);
	const known: Line[] = facts.usage === '' ? [] : [[plain(facts.usage)]];
	const title = oneLine(session.title ?? '', 60);
	const command = resumeCommand(session);
	const width = Math.max(20, leaving.columns);
	const row = (label: string, line: Line): Line[] =>
		wrapLine([BAR, styled(label.padEnd(LABEL), { dim: true }), ...line], width, {
			indent: [BAR, plain(' '.repeat(LABEL))],
		});
	return [
		...wrapLine([BAR, styled(facts.agent, { bold: true }), ...(title === '' ? [] : [plain(`  ${title}`)])], width),
		...row('Done', joined(done)),
		...row('Took', joined([...took.map((words) => [plain(words)]), ...(used.length > 0 ? used : known)])),
		...(facts.failure === '' ? [] : row('Failed', [plain(`${facts.failure} The log: ${logName(leaving)}`)])),
		...(facts.waiting === '' ? [] : [[BAR, plain(facts.waiting)]]),
		// Whole, however wide the terminal is: it is there to be copied.
		...(command === null ? [] : [[BAR, styled('Resume'.padEnd(LABEL), { dim: true }), plain(command)]]),
	];
}

const BAR = styled('▌ ', { color: 'accent' });
const LABEL = 8;

function workDone({ usageSoFar, plan }: SessionState, running: KindCounts) {
	const { execute } = addKinds(usageSoFar?.toolCalls ?? {}, running);
	const tasks = plan ?? [];
	return {
		commands: (execute?.allowed ?? 0) + (execute?.failed ?? 0),
		tasks: tasks.length,
		tasksDone: completedSteps(tasks),
	};
}

const MOST_MODELS = 4;

function usedByModel({ usageSoFar }: SessionState): Line[] {
	const turns = (usageSoFar?.turns ?? []).map((turn) => ({ turn, project: '' }));
	const groups = groupTurns(turns, 'model').filter(({ totalTokens }) => (totalTokens ?? 0) > 0);
	return groups.slice(0, MOST_MODELS).map(({ key, ...totals }) => {
		const cost = totals.cost.length === 0 ? '' : `, ${figureText(totals, 'cost')}`;
		const name = key === null ? '' : `${oneLine(key, 40)} `;
		return [plain(`${name}${figureText(totals, 'totalTokens')} tokens${cost}`)];
	});
}
