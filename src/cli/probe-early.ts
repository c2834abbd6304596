import type { AgentSandbox } from '../core/sandbox/sandbox.js';

/** Begins to find out whether an agent's sandbox can be had, while the program loads; who needs to know asks the probe. */
export function probeEarly(sandbox: AgentSandbox | null | undefined): void {
	if (sandbox !== 'fence' && sandbox !== 'shadow') return;
	void import('../services/sandbox/linux/probe.js').then(({ probeNamespaces }) => probeNamespaces());
}
