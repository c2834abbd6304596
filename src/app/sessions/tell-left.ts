import type { Ports } from '../../core/ports.js';
import type { SessionState } from '../../core/session/state.js';
import { resumeCommandLine } from '../../core/sessions/resume-command.js';
import type { SessionRow } from '../../core/sessions/session-index.js';
import { ageText } from '../../core/text/age.js';
import type { Store } from '../store.js';

type LeftOptions = {
	readonly ports: Pick<Ports, 'sessionIndex' | 'shadow' | 'clock'>;
	readonly getState: () => SessionState;
	readonly dispatch: Store['dispatch'];
};

/** Milliseconds; older sessions are not mentioned. */
const RECENT = 24 * 3600 * 1000;
/** Continues the latest session in its shadow. */
const GO_ON = 'acp-tui -c --sandbox shadow';

/** Tells a new session about earlier ones in this folder, and about changes that wait in their shadows. */
export async function tellLeft(options: LeftOptions): Promise<void> {
	const { ports, getState } = options;
	const listed = await ports.sessionIndex?.list({ cwd: getState().cwd });
	const left = listed?.rows.filter(({ state }) => state !== 'running') ?? [];
	tellRecent(left, options);
	await tellWaiting(left, options);
}

function tellRecent(left: readonly SessionRow[], { ports, dispatch }: LeftOptions): void {
	const now = ports.clock.now();
	const recent = left.find(({ prompts }) => prompts > 0);
	if (recent === undefined || now - recent.updatedAt > RECENT || recent.title === '') return;
	dispatch({ type: 'recent-session', recent: { title: recent.title, age: ageText(recent.updatedAt, now) } });
}

async function tellWaiting(left: readonly SessionRow[], { ports, dispatch }: LeftOptions): Promise<void> {
	const waiting = (await ports.shadow?.waitingHere?.()) ?? [];
	const [first] = waiting;
	if (first === undefined) return;
	const free = left.filter(({ isReadOnly }) => !isReadOnly);
	const row = free.find(({ sessionId }) => sessionId !== null && first.sessionIds.includes(sessionId));
	const goOn = row === undefined ? null : row === free[0] ? GO_ON : resumeCommandLine(row.id, { sandbox: 'shadow' });
	dispatch({ type: 'shadows-waiting', left: waiting.map(({ id, count }) => ({ id, count })), goOn });
}
