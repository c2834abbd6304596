import type { App } from '../../../app/app.js';
import type { IdPort } from '../../../core/ports.js';
import { isWaitingToStart } from '../../../core/session/recovery-state.js';
import type { SessionState } from '../../../core/session/state.js';
import { handedTask } from '../../../core/sessions/hand-over-task.js';
import { clip, sanitizeLine } from '../../../core/text/sanitize.js';
import { agentOf } from '../open-sessions/open-session-row.js';

export type HandOverParts = {
	readonly from: App;
	readonly to: App;
	readonly ids: IdPort;
	readonly text: string;
	/** The other agent did not become ready, for this reason. Called at most once. */
	readonly failed: (why: string) => void;
};

const MOST_TITLE = 80;

/** Sends the first prompt once the new session's agent is ready; until then the old session does not change. */
export function carryOut(parts: HandOverParts) {
	const { to, failed } = parts;
	const promptId = begin(parts);
	let isOver = false;
	const end = (): void => {
		isOver = true;
		unsubscribe();
	};
	const follow = (): void => {
		if (isOver) return;
		const session = to.getState();
		const why = whyNot(session);
		if (why !== null) {
			end();
			failed(why);
		} else if (session.connection.phase === 'ready' && session.sessionId !== null && session.isRestoring !== true) {
			end();
			send(parts, promptId);
		}
	};
	const unsubscribe = to.subscribe(follow);
	follow();
	return {
		/** Called when the other session is closed. True where it is still waited for: the hand-over has failed now. */
		abandon(): boolean {
			if (isOver) return false;
			end();
			failed('its session was closed before it was ready.');
			return true;
		},
	};
}

export type HandOver = ReturnType<typeof carryOut>;

function begin({ from, to, ids }: HandOverParts): string {
	const before = from.getState();
	const { changes, record } = before;
	const promptId = ids.next('prompt');
	to.dispatch({
		type: 'taken-over',
		from: { agent: agentOf(before), recordId: record?.id ?? null },
		title: titleOf(before),
		sets: changes.sets,
		task: handedTask(before, promptId),
	});
	return promptId;
}

function titleOf(session: SessionState): string | null {
	if (session.title !== null) return session.title;
	const [words = ''] = handedTask(session, '').goal.trim().split('\n');
	return words === '' ? null : clip(sanitizeLine(words), MOST_TITLE);
}

/** Why the other agent will not become ready; null as long as it may. */
function whyNot(session: SessionState): string | null {
	const { connection, signIn, isHandOverDue } = session;
	if (isHandOverDue !== true) return 'its session was left before it was ready.';
	if (connection.phase === 'failed') {
		const { message, hint } = connection.failure;
		// A command there was for the session that is gone.
		return hint === undefined || hint.startsWith('/') ? message : `${message} (${hint})`;
	}
	if (connection.phase === 'exited' && !isWaitingToStart(session)) return 'it ended.';
	if (connection.phase === 'signed-out' && signIn?.step.type === 'left') return 'it needs a sign-in.';
	return null;
}

function send({ from, to, text }: HandOverParts, promptId: string): void {
	to.dispatch({ type: 'prompt', prompt: { id: promptId, text, blocks: [{ type: 'text', text }] } });
	// Shown prompts are part of the first prompt.
	const queue = from.getState().queue.filter(({ isShown }) => isShown !== true);
	for (const [place, prompt] of queue.entries()) to.dispatch({ type: 'queue-insert', prompt, place });
	const after = to.getState();
	from.dispatch({
		type: 'handed-over',
		to: { agent: agentOf(after), recordId: after.record?.id ?? null },
		promptIds: queue.map(({ id }) => id),
	});
}
