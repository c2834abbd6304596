import type { HandedTask } from '../hand-over-event.js';
import { eachEntry } from '../session/entries/entry-list.js';
import type { SessionState } from '../session/state.js';
import { clip } from '../text/clip.js';
import { sanitizeText } from '../text/sanitize.js';
import { decisionLines } from './summary/decision-lines.js';
import { exchangesOf } from './summary/exchanges.js';

const MOST_GOAL = 20_000;
const MOST_DECISION = 4000;
/** Decisions that it keeps: the newest. */
const MOST_DECISIONS = 40;

/** The goal of the first session, and the decisions since. `promptId`: that of the first prompt. */
export function handedTask(
	session: Pick<SessionState, 'entries' | 'queue' | 'task' | 'agent' | 'profile'>,
	promptId: string,
): HandedTask {
	const { task, agent, profile } = session;
	const entries = [...eachEntry(session.entries)];
	const clean = (text: string): string => sanitizeText(text.toWellFormed()).trim();
	const [first] = exchangesOf(session, entries, clean);
	const reportedBy = first?.isReported === true ? (agent?.title ?? profile.launch.name) : null;
	const decisions = [...(task?.decisions ?? []), ...decisionLines(entries, clean)];
	return {
		promptId,
		...(task === undefined
			? { goal: clip(first?.prompt ?? '', MOST_GOAL), toldBy: reportedBy }
			: { goal: task.goal, toldBy: task.toldBy }),
		decisions: decisions.slice(-MOST_DECISIONS).map((each) => clip(each, MOST_DECISION)),
	};
}
