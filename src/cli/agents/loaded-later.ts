import type { AgentsPort } from '../../core/agents/agent-list.js';
import type { AgentsPortOptions } from './port.js';

/** The port of `createAgentsPort`, whose code is loaded when the first of it is asked for, after the first frame. */
export function agentsLoadedLater(options: AgentsPortOptions): AgentsPort {
	let loading: Promise<AgentsPort> | null = null;
	const loaded = (): Promise<AgentsPort> => {
		loading ??= import('./port.js').then(({ createAgentsPort }) => createAgentsPort(options));
		return loading;
	};
	return {
		list: async () => (await loaded()).list(),
		profile: async (...given) => (await loaded()).profile(...given),
		sandboxes: async (...given) => (await loaded()).sandboxes(...given),
		folderFor: async (...given) => (await loaded()).folderFor(...given),
		withSandbox: async (...given) => (await loaded()).withSandbox(...given),
		install: async (...given) => (await loaded()).install(...given),
	};
}
