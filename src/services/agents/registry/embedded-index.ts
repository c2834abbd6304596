import { readRegistry } from '../../../core/agents/read-registry.js';
import type { RegistryIndex } from '../../../core/agents/registry.js';

/** Date of the registry's state in the embedded index. */
const EMBEDDED_DATE = '2026-10-10';

/** The embedded index, loaded with the first call only. */
export async function embeddedIndex(): Promise<RegistryIndex> {
	const [registry, quarantine] = await Promise.all([
		import('./embedded/registry.json', { with: { type: 'json' } }),
		import('./embedded/quarantine.json', { with: { type: 'json' } }),
	]);
	const index = readRegistry(registry.default, { quarantine: quarantine.default, date: EMBEDDED_DATE });
	if (index === null) throw new Error('the embedded index of agents is broken');
	return index;
}
