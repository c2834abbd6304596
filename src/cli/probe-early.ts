import type { AgentSandboxSetting } from '../core/sandbox/sandbox.js';

/** Begins to load what an agent's sandbox needs, and to find out whether a shadow can be had, while the program loads. */
export function probeEarly(sandbox: AgentSandboxSetting | null | undefined): void {
	if (sandbox === 'fence') void import('../services/sandbox/agents/agent-sandboxes.js');
	if (sandbox !== 'shadow') return;
	void import('../services/sandbox/linux/probe.js').then(({ probeNamespaces }) => probeNamespaces());
}
