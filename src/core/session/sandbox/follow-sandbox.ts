import type { SandboxEvent } from '../../sandbox/sandbox-event.js';
import type { Reducers } from '../reducers/reducers.js';
import { only } from '../reducers/step.js';

/** What holds commands and the agent. */
export const onSandbox: Reducers<SandboxEvent> = {
	'sandbox-changed': (state, { change }) => only({ ...state, sandbox: { ...state.sandbox, ...change } }),
};
