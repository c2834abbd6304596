import { type AgentsLock, firstSeenKey } from './lock.js';
import type { InstallPlan } from './plan.js';

/** The plan with the integrity recorded at an earlier download, where the index names none. */
export function withKnownIntegrity(plan: InstallPlan, { agents, firstSeen }: AgentsLock): InstallPlan {
	const { id, version } = plan;
	const installed = agents.get(id);
	const kept = [installed, installed?.previous].find((each) => each?.version === version && each.kind === plan.kind);
	const known = kept?.integrity ?? firstSeen.get(firstSeenKey(id, version));
	if (known === undefined) return plan;
	if (plan.kind !== 'binary') return plan.integrity === null ? { ...plan, integrity: known } : plan;
	if (plan.sha256 !== null || !known.startsWith('sha256:')) return plan;
	return { ...plan, sha256: known.slice('sha256:'.length) };
}
