import type { AgentConnection } from '../core/agent-port.js';
import type { ContentBlock } from '../core/content.js';
import { succeed } from '../core/failure.js';
import type { SteeringAnswer } from '../core/steering.js';
import type { Call } from './call.js';
import { objectOf } from './json.js';
import { toWireBlock } from './translate/content.js';

/** The extension of ACP that both big adapters serve; announced in `_meta.steering` of the answer to `initialize`. */
const METHOD = '_session/steering';

/** Where no turn runs any more the words stay with us: an agent that began a turn for them would run it unseen. */
const OPT_IN = { steering: { idleBehavior: 'promptRequired' } };

const ANSWERS = new Map<unknown, SteeringAnswer>([
	['injected', 'injected'],
	['promptRequired', 'promptRequired'],
	['startedNewTurn', 'startedNewTurn'],
	// Of Codex, where its turn takes no words at the moment.
	['failed', 'refused'],
]);

/** `_session/steering`. It has no time limit: whoever waits for the answer decides how long. */
export function createSteer(call: Call): AgentConnection['steer'] {
	return async (sessionId: string, blocks: readonly ContentBlock[]) => {
		const params = { sessionId, prompt: blocks.map(toWireBlock), _meta: OPT_IN };
		const answer = await call(METHOD, params, { patience: null });
		if (!answer.ok) return answer;
		return succeed(ANSWERS.get(objectOf(answer.value)['outcome']) ?? 'unclear');
	};
}
