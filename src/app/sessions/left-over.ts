import type { AgentsHere } from '../../core/agents/agent-list.js';
import type { Ports } from '../../core/ports.js';
import { resumeCommandLine } from '../../core/resuming/resume-command.js';
import type { SessionRow } from '../../core/session-index.js';
import { MOST_RECENT } from '../../core/session-list.js';
import { ageText } from '../../core/text/age.js';
import type { Store } from '../store.js';

type LeftOptions = {
	readonly ports: Pick<Ports, 'sessionIndex' | 'shadow' | 'clock' | 'agents'>;
	readonly store: Pick<Store, 'getState' | 'dispatch'>;
};

/** Continues the latest session in its shadow. */
const GO_ON = 'acp-tui -c --sandbox shadow';

/** Reports to a new session earlier ones in this folder, changes that wait in their shadows, and agents of this machine. */
export async function reportLeftOver(options: LeftOptions, withAgents: boolean): Promise<void> {
	const { ports, store } = options;
	const listing = ports.sessionIndex.list({ cwd: store.getState().cwd }).then(
		// A prompt sent during the start has begun a record of this session, which may not be locked yet.
		({ rows }) => rows.filter(({ id, state }) => state !== 'running' && id !== store.getState().record?.id),
	);
	await Promise.all([
		// Agents are looked for on the whole machine, which may take long.
		listing.then((left) => reportWaiting(left, options)),
		Promise.all([listing, withAgents ? ports.agents?.here() : null]).then(([left, agents = null]) =>
			offerStart(left, agents, options),
		),
	]);
}

function offerStart(left: readonly SessionRow[], agents: AgentsHere | null, { ports, store }: LeftOptions): void {
	const at = ports.clock.now();
	const recents = left
		.filter(({ prompts, title, isReadOnly }) => prompts > 0 && title !== '' && !isReadOnly)
		.slice(0, MOST_RECENT)
		.map(({ id, title, updatedAt }) => ({ id, title, age: ageText(updatedAt, at) }));
	if (recents.length > 0 || agents !== null) store.dispatch({ type: 'start-offers', offers: { recents, agents, at } });
}

async function reportWaiting(left: readonly SessionRow[], { ports, store }: LeftOptions): Promise<void> {
	const waiting = (await ports.shadow?.waitingHere?.()) ?? [];
	const [first] = waiting;
	if (first === undefined) return;
	const free = left.filter(({ isReadOnly }) => !isReadOnly);
	const row = free.find(({ sessionId }) => sessionId !== null && first.sessionIds.includes(sessionId));
	const goOn = row === undefined ? null : row === free[0] ? GO_ON : resumeCommandLine(row.id, { sandbox: 'shadow' });
	store.dispatch({ type: 'shadows-waiting', left: waiting.map(({ id, count }) => ({ id, count })), goOn });
}
