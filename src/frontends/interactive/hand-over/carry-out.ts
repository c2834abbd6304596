import type { App } from '../../../app/app.js';
import type { Failure } from '../../../core/failure.js';
import type { IdPort } from '../../../core/ports.js';
import { isWaitingToStart } from '../../../core/session/recovery/waiting.js';
import type { SessionState } from '../../../core/session/state.js';
import { agentOf } from '../open-sessions/row.js';
import { CLOSED, NOT_SIGNED_IN } from './messages.js';

/** Two sessions of which the second goes on with the first. */
export type HandOverParts = {
	readonly from: App;
	readonly to: App;
	readonly ids: IdPort;
	/** The first prompt. */
	readonly text: string;
	/** The other agent did not get so far, for this reason. Called at most once. */
	readonly failed: (why: string) => void;
};

/** A hand-over on its way. */
export type HandOver = {
	/** The other session was closed. */
	closed(): void;
};

/**
 * Sends the first prompt once the other agent has a session; until then nothing of the first session changes. Both tell
 * of each other then, and what waits in the first one's queue goes along.
 */
export function carryOut(parts: HandOverParts): HandOver {
	const { to, failed } = parts;
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
		} else if (isReady(session)) {
			end();
			send(parts);
		}
	};
	const unsubscribe = to.subscribe(follow);
	follow();
	return {
		closed() {
			if (isOver) return;
			end();
			failed(CLOSED);
		},
	};
}

function isReady({ connection, sessionId, isRestoring }: SessionState): boolean {
	return connection.phase === 'ready' && sessionId !== null && isRestoring !== true;
}

/** Why the other agent does not get so far; null as long as it may. */
function whyNot(session: SessionState): string | null {
	const { connection, signIn } = session;
	if (connection.phase === 'failed') return wordsOf(connection.failure);
	if (connection.phase === 'exited' && !isWaitingToStart(session)) return 'it ended.';
	if (connection.phase === 'signed-out' && signIn?.step.type === 'left') return NOT_SIGNED_IN;
	return null;
}

function wordsOf({ message, hint }: Failure): string {
	return hint === undefined ? message : `${message} (${hint})`;
}

function send({ from, to, ids, text }: HandOverParts): void {
	const before = from.getState();
	const { title, changes, record } = before;
	const origin = { agent: agentOf(before), recordId: record?.id ?? null };
	to.dispatch({ type: 'taken-over', from: origin, title, sets: changes.sets });
	to.dispatch({ type: 'prompt', prompt: { id: ids.next('prompt'), text, blocks: [{ type: 'text', text }] } });
	// What the transcript shows already is in the first prompt.
	const queue = before.queue.filter(({ isShown }) => isShown !== true);
	for (const [place, prompt] of queue.entries()) to.dispatch({ type: 'queue-insert', prompt, place });
	const after = to.getState();
	from.dispatch({
		type: 'handed-over',
		to: { agent: agentOf(after), recordId: after.record?.id ?? null },
		promptIds: queue.map(({ id }) => id),
	});
}
