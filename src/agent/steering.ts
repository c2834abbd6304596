import type { AgentConnection } from '../core/agent-port.js';
import type { ContentBlock } from '../core/content.js';
import { succeed } from '../core/failure.js';
import type { SteeringAnswer } from '../core/steering.js';
import type { Call } from './call.js';
import { objectOf } from './json.js';
import { toWireBlock } from './translate/content.js';

/** ACP extension of both big adapters, announced in `_meta.steering` of the answer to `initialize`. */
const METHOD = '_session/steering';

/** Without a running turn the text stays with us: a turn that an agent starts for it would run unseen. */
const OPT_IN = { steering: { idleBehavior: 'promptRequired' } };

const ANSWERS = new Map<unknown, SteeringAnswer>([
	['injected', 'injected'],
	['promptRequired', 'promptRequired'],
	['startedNewTurn', 'startedNewTurn'],
	// Codex, where its turn takes no text at the moment.
	['failed', 'refused'],
]);

/** `_session/steering`, without a time limit: the caller decides how long to wait. */
export function createSteer(call: Call): AgentConnection['steer'] {
	return async (sessionId: string, blocks: readonly ContentBlock[]) => {
		const params = { sessionId, prompt: blocks.map(toWireBlock), _meta: OPT_IN };
		const answer = await call(METHOD, params, { patience: null });
		if (!answer.ok) return answer;
		return succeed(ANSWERS.get(objectOf(answer.value)['outcome']) ?? 'unclear');
	};
}
