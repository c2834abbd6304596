import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { KnownAgent } from '../../../core/agents/known-agents.js';

/**
 * The time (ms since the epoch) at which each agent's own program last stored a sign-in, by agent id: its credentials
 * file exists and is not empty. Its content is not read. A missing file says nothing: a key may be in the environment
 * or in the system's keychain.
 */
export async function findSignedIn(agents: readonly KnownAgent[], home: string): Promise<ReadonlyMap<string, number>> {
	const seen = await Promise.all(
		agents.map(async ({ id, catalogue }): Promise<readonly (readonly [string, number])[]> => {
			const file = catalogue?.credentials;
			if (file === undefined) return [];
			const found = await stat(join(home, file.replace(/^~\//, ''))).catch(() => null);
			return found?.isFile() === true && found.size > 0 ? [[id, found.mtimeMs]] : [];
		}),
	);
	return new Map(seen.flat());
}
