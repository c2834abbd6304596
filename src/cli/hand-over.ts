import { fail, succeed } from '../core/failure.js';
import type { HandOverPort } from '../core/sessions/hand-over-port.js';
import { redactText } from '../services/secrets/redact.js';
import type { RunOptions } from './command.js';
import { ownAgent } from './messages.js';
import { prepareFurther } from './open-session.js';
import type { PreparedRun } from './prepare.js';
import type { World } from './world.js';

export type HandOverContext = {
	readonly options: RunOptions;
	readonly runs: readonly PreparedRun[];
	readonly world: World;
	readonly maxChars: number;
};

export function createHandOver({ options, runs, world, maxChars }: HandOverContext): HandOverPort {
	return {
		maxChars,
		redact: redactText,
		async check(agent, from) {
			const prepared = await prepareFurther({ wanted: { agent }, from, options, runs, world });
			// The sentence begins with the command that it usually comes from.
			if (!prepared.ok) return fail('usage', prepared.failure.message.replace(/^\/agent /, '/handover '));
			const { name } = prepared.value.profile.launch;
			return name === from.profile.launch.name ? fail('usage', ownAgent(name)) : succeed(name);
		},
	};
}
