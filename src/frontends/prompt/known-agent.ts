import type { App } from '../../app/app.js';
import type { AgentInfo } from '../../core/agent-info.js';

/** What every agent takes: text and links. */
const BASELINE: AgentInfo['prompt'] = { image: false, audio: false, embeddedContext: false };

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
