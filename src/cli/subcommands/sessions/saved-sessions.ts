import { realpath } from 'node:fs/promises';
import type { SessionIndexPort, SessionRow } from '../../../core/session-index.js';
import { createSessionIndex } from '../../../services/sessions/index/session-index.js';
import { loadConfig } from '../../config/load-config.js';
import type { Settings } from '../../config/settings.js';
import { UsageError } from '../../errors.js';
import { findWorkspace } from '../../find-workspace.js';
import { persistenceFor } from '../../persistence.js';
import { quote } from '../../quote-value.js';
import type { World } from '../../world.js';
import type { AgentPlace } from '../sign-in/sign-in-agent.js';

export type SavedSessions = {
	readonly index: SessionIndexPort;
	/** The real folder that is asked about. */
	readonly cwd: string;
	readonly settings: Settings;
};

/** Opens what is kept. Throws a UsageError where the folder or the config is none. */
export async function openSavedSessions(cwd: string | undefined, world: World): Promise<SavedSessions> {
	const workspace = await findWorkspace(cwd, world.cwd);
	const { settings } = await loadConfig(world.paths, workspace);
	const { sessions: isPersisted } = persistenceFor(settings.persistence, { isOff: false, env: world.env });
	return {
		index: createSessionIndex({ folder: world.paths.sessionsDir, isPersisted }),
		cwd: await realpath(workspace).catch(() => workspace),
		settings,
	};
}

/** The session with this id, or a beginning of it. Throws a UsageError where there is none, or where there are several. */
export async function findSavedSession(index: SessionIndexPort, id: string): Promise<SessionRow> {
	const found = await index.find(id);
	if (found.type === 'found') return found.row;
	throw new UsageError(found.type === 'none' ? unknownId(id) : severalIds(id, found.rows));
}

/** Throws a UsageError where an agent is named, for an action that has nothing to ask it. */
export function refuseAgent(action: string, { agent, agentCommand }: AgentPlace): void {
	if ((agent ?? agentCommand) === undefined) return;
	throw new UsageError(`"acp-tui sessions ${action}" takes no --agent: it looks at what is kept here`);
}

export const unknownId = (id: string): string =>
	`there is no session ${quote(id)} here ("acp-tui sessions --all" lists them)`;

export const severalIds = (id: string, rows: readonly SessionRow[]): string =>
	`${quote(id)} is the beginning of several ids: ${rows
		.slice(0, 5)
		.map((row) => row.id)
		.join(', ')}${rows.length > 5 ? ' …' : ''}`;
