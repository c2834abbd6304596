import type { PanelAction, PanelKind } from '../panel/panel.js';
import type { OpenSessionRow, OpenSessionsRequest } from '../state/open-sessions.js';
import { requestStep, type UiRequest } from '../state/ui-step.js';
import { chooseAgentFor } from './agent-panel.js';
import { SESSION_SIGNS } from './pickers-messages.js';

export const openSessionsPanel: PanelKind = {
	name: 'open-sessions',
	keys: 'open-sessions',
	panel: ({ ui }) => ({
		title: 'Open sessions',
		keyWords: 'enter shows, n new, a other agent, x closes, esc back',
		rows: ui.sessions.map(({ id, name, detail, activity, isInFront }) => ({
			id,
			label: `${SESSION_SIGNS[activity]} ${name}`,
			detail,
			isCurrent: isInFront,
			spoken: [name, detail].filter((words) => words !== '').join(', '),
			choose: askSessions({ do: 'show', id }),
		})),
		actions: (row) => {
			const session = ui.sessions.find(({ id }) => id === row?.id);
			return [...OPENING, session !== undefined && closing(session)];
		},
		spoken: { how: 'Type a number to go there. Enter alone closes the list. /session new opens another one.' },
	}),
};

/** Asks for something to be done with the open sessions. */
export const askSessions = (request: OpenSessionsRequest) => requestStep({ type: 'open-sessions', ...request });

const opens = (wanted: { readonly isIsolated?: true }): UiRequest => ({ type: 'open-sessions', do: 'open', wanted });

const OPENING: readonly PanelAction<null>[] = [
	{ id: 'open-sessions-new', words: 'new', closes: true, run: () => ({ requests: [opens({})] }) },
	{ id: 'open-sessions-isolated', closes: true, run: () => ({ requests: [opens({ isIsolated: true })] }) },
	{ id: 'open-sessions-agent', words: 'agent', run: (context) => chooseAgentFor(context, 'new-session') },
];

/** A key that is held down closes one alone. */
function closing({ id, activity }: OpenSessionRow): PanelAction<null> {
	const close = { id: 'open-sessions-close', words: 'close it', isGuarded: true } as const;
	const isAtWork = activity === 'working' || activity === 'waiting';
	if (!isAtWork) return { ...close, run: askSessions({ do: 'close', id }) };
	return {
		...close,
		confirm: 'Press x again to stop and close it',
		run: askSessions({ do: 'close', id, isSure: true }),
	};
}
