import type { App } from '../../app/app.js';
import type { AgentInfo } from '../../core/agent-info.js';

/** What every agent takes: text and links. */
const BASELINE: AgentInfo['prompt'] = { image: false, audio: false, embeddedContext: false };

/** Prompt capabilities, once the agent has reported them; the baseline where it never will. */
export function knownAgent(app: App): Promise<AgentInfo['prompt']> {
	return new Promise((settle) => {
		let stop: (() => void) | null = null;
		const look = (): void => {
			const { agent, connection } = app.getState();
			if (agent === null && connection.phase === 'starting') return;
			stop?.();
			settle(agent?.prompt ?? BASELINE);
		};
		stop = app.subscribe(look);
		look();
	});
}
