import type { App } from '../../../app/app.js';
import { eachEntry } from '../../../core/session/entries/entry-list.js';
import { isWaitingToStart } from '../../../core/session/recovery-state.js';
import type { SessionState } from '../../../core/session/state.js';
import { counted } from '../../../core/text/counted.js';
import { clip, sanitizeLine } from '../../../core/text/sanitize.js';
import { activityOf } from '../../../view/attention.js';
import type { OpenSessionRow, SessionActivity } from '../../../view/state/open-sessions.js';
import { shortDirectory } from '../../../view/status/session-words.js';

/** Characters; titles and prompts may be long. */
const MOST_NAME = 48;

/** Name of a session: its title, else its first prompt. Sanitised and short. */
export function nameOf(session: SessionState): string {
	const title = short(session.title ?? '');
	if (title !== '') return title;
	for (const entry of eachEntry(session.entries)) {
		const words = entry.kind === 'user' ? short(entry.text) : '';
		if (words !== '') return words;
	}
	// Not sent yet.
	return short(session.queue[0]?.text ?? '') || 'new session';
}

function short(text: string): string {
	return clip(sanitizeLine(text.slice(0, 4 * MOST_NAME)).trim(), MOST_NAME);
}

/** `hasNews`: a turn ended since the user looked; `hasFailed`: with a failure. */
export function sessionActivity(session: SessionState, hasNews: boolean, hasFailed: boolean): SessionActivity {
	const { connection } = session;
	const activity = activityOf(session);
	if (activity !== 'idle') return activity;
	if (isWaitingToStart(session)) return 'starting';
	const isGone = connection.phase === 'failed' || (connection.phase === 'exited' && !connection.exit.expected);
	if (isGone || hasFailed) return 'failed';
	if (connection.phase === 'starting' || connection.phase === 'opening') return 'starting';
	return hasNews ? 'done' : 'idle';
}

export function agentOf(session: SessionState): string {
	return short(session.agent?.title ?? session.profile.launch.name);
}

function placeOf({ cwd, branch }: SessionState, home: string): string {
	return `${shortDirectory(cwd, home)}${branch === null ? '' : ` ⎇ ${short(branch)}`}`;
}

export function detailOf(session: SessionState, activity: SessionActivity, age: string, home: string): string {
	const { length } = session.questions;
	const asks = length > 1 ? `, ${counted(length, 'question')}` : '';
	const words = activity === 'waiting' ? `waits for you${asks}` : activity;
	return [words, agentOf(session), placeOf(session, home), age].filter((part) => part !== '').join(' · ');
}

export function headingOf(number: number, session: SessionState, home: string): string {
	return `Session ${number}: ${nameOf(session)} · ${agentOf(session)} in ${placeOf(session, home)}`;
}

export function isSameRow(row: OpenSessionRow, other: OpenSessionRow | undefined): boolean {
	return (
		other !== undefined &&
		row.id === other.id &&
		row.number === other.number &&
		row.name === other.name &&
		row.detail === other.detail &&
		row.activity === other.activity &&
		row.isInFront === other.isInFront &&
		row.recordId === other.recordId
	);
}

/** True where one folder is, or contains, the other. */
export function isSameFolder(one: App, other: App): boolean {
	const [first, second] = [one.getState().cwd, other.getState().cwd];
	return first === second || first.startsWith(`${second}/`) || second.startsWith(`${first}/`);
}
