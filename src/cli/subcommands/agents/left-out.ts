import type { RegistryIndex } from '../../../core/agents/registry.js';
import { UsageError } from '../../usage-error.js';
import { leftOut } from './messages.js';

/** Throws a UsageError that says why, where the index has an entry of that id that cannot be used. */
export function refuseLeftOut(id: string, { skipped }: RegistryIndex): void {
	const entry = skipped.find((each) => each.id === id);
	if (entry !== undefined) throw new UsageError(leftOut(id, entry.reason));
}
