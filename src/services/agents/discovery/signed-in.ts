import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { KnownAgent } from '../../../core/agents/known-agents.js';

/**
 * When the agents' own programs stored a sign-in last, in ms since the epoch, by the agents' ids: the credentials file
 * is there and has something in it. It is not read. That it is missing says nothing: a key may be in the environment
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
