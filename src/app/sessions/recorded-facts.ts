import { defined } from '../../core/defined.js';
import { addCost } from '../../core/session/entries/earlier-work.js';
import { entryAt } from '../../core/session/entries/entry-list.js';
import type { SessionState } from '../../core/session/state.js';
import type { LogFacts } from '../../core/sessions/log-format.js';
import { clipStart } from '../../core/text/clip.js';

/** Characters. */
const LAST_WORDS = 200;
const LOOK_BACK = 50;

export function factsOf(state: SessionState, counted: Pick<LogFacts, 'prompts' | 'firstWords'>): LogFacts {
	const { title, ownTitle, profile, branch, usage, earlier, turn, handedOverTo, unreached } = state;
	return {
		title: title?.slice(0, LAST_WORDS) ?? null,
		...defined({ ownTitle: ownTitle?.slice(0, LAST_WORDS) }),
		// The session that is resumed next.
		sessionId: unreached?.sessionId ?? state.sessionId ?? waitedFor(state),
		agent: profile.launch.name,
		branch,
		...counted,
		lastWords: lastWords(state),
		cost: addCost(earlier?.cost ?? null, usage?.cost),
		isRunning: turn !== null,
		cwd: state.cwd,
		...defined({ handedOverTo: handedOverTo?.recordId ?? undefined }),
	};
}

/** Session being resumed now or after a restart; null for a fork, which gets an id of its own. */
function waitedFor({ resuming, recovery }: SessionState): string | null {
	const session = resuming ?? recovery?.session;
	return session == null || session.isFork ? null : session.sessionId;
}

function lastWords({ entries }: SessionState): string {
	for (let index = entries.size - 1; index >= Math.max(0, entries.size - LOOK_BACK); index -= 1) {
		const entry = entryAt(entries, index);
		if (entry?.kind === 'user') return clipStart(entry.text, LAST_WORDS);
		if (entry?.kind === 'message' && entry.parentId === undefined) return clipStart(entry.text, LAST_WORDS);
	}
	return '';
}
