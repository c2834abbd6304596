import { FORM_NOTE } from '../messages.js';
import { agentName, type Client } from './client.js';
import type { FormTold } from './form-note.js';

const MOST_NAMED = 10;

const waiting = new WeakMap<Client['store'], FormTold[]>();

/**
 * Notes a form that ended before it was answered. Those that end together, for instance with a stopped turn, share one
 * note: an agent can have a hundred of them open.
 */
export function tellOver(client: Client, told: FormTold): void {
	const { store } = client;
	const together = waiting.get(store);
	if (together !== undefined) {
		together.push(told);
		return;
	}
	const all = [told];
	waiting.set(store, all);
	const { sessionId } = store.getState();
	// All forms that end with one event have arrived by then.
	queueMicrotask(() => {
		waiting.delete(store);
		if (store.getState().sessionId === sessionId)
			store.dispatch({ type: 'note', level: 'info', ...asOne(client, all) });
	});
}

function asOne(client: Client, all: readonly FormTold[]): FormTold {
	const [only, ...others] = all;
	if (only !== undefined && others.length === 0) return only;
	const more = all.length - MOST_NAMED;
	const titles = all.slice(0, MOST_NAMED).map(({ title }) => title);
	const lines = more > 0 ? [...titles, FORM_NOTE.more(more)] : titles;
	return { title: FORM_NOTE.manyOver(agentName(client), all.length), detail: lines.join('\n') };
}
