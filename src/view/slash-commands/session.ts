import { askSessions } from '../pickers/open-sessions.js';
import type { ScreenContext } from '../state/context.js';
import type { WantedSession } from '../state/open-sessions.js';
import { refuse, type Typed } from '../state/slash-command.js';
import type { UiStep } from '../state/step.js';
import { noSessionCommand } from './slash-commands-messages.js';

/** The word that gives the agent of a new session a process of its own. */
const ISOLATED = 'isolated';

/** `/session`: the list; a new one, the next one, one by its number, or closing the one in front. */
export function runSession(context: ScreenContext, typed: Typed): UiStep {
	const words = typed.command.args.split(/\s+/).filter(Boolean);
	const [word = 'list', ...rest] = words;
	if (word === 'new') {
		const wanted = wantedSession(rest);
		if (wanted !== null) return askSessions({ do: 'open', wanted })(context);
	} else if (rest.length === 0) {
		if (word === 'list') return askSessions({ do: 'list' })(context);
		if (word === 'next') return askSessions({ do: 'step', by: 1 })(context);
		if (word === 'previous') return askSessions({ do: 'step', by: -1 })(context);
		if (word === 'waiting') return askSessions({ do: 'show-waiting' })(context);
		if (word === 'close') return askSessions({ do: 'close', id: null })(context);
		if (/^[1-9]\d{0,2}$/.test(word)) return askSessions({ do: 'show-number', number: Number(word) })(context);
	}
	return refuse(context, typed, noSessionCommand(typed.command.args));
}

/** An agent's name and the word that isolates, in any order; null for anything else. */
function wantedSession(words: readonly string[]): WantedSession | null {
	const names = words.filter((word) => word !== ISOLATED);
	const [agent] = names;
	if (names.length > 1 || words.length - names.length > 1) return null;
	return {
		...(agent === undefined ? {} : { agent }),
		...(words.includes(ISOLATED) ? { isIsolated: true } : {}),
	};
}
