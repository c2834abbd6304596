import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { KnownAgent } from '../../../core/agents/known-agents.js';

/**
 * The agents whose own programs have stored a sign-in: their credentials file is there and has something in it. It is
 * not read. That it is missing says nothing: a key may be in the environment or in the system's keychain.
 */
export async function findSignedIn(agents: readonly KnownAgent[], home: string): Promise<ReadonlySet<string>> {
	const seen = await Promise.all(
		agents.map(async ({ id, catalogue }) => {
			const file = catalogue?.credentials;
			if (file === undefined) return [];
			const found = await stat(join(home, file.replace(/^~\//, ''))).catch(() => null);
			return found?.isFile() === true && found.size > 0 ? [id] : [];
		}),
	);
	return new Set(seen.flat());
}
