import type { AgentInfo } from '../core/agent-info.js';
import type { ModelProvider } from '../core/agents/profile.js';
import { type Result, succeed } from '../core/failure.js';
import type { Call } from './call.js';
import { PROVIDER } from './messages.js';
import { hideKey } from './sign-in/without-key.js';

const PATIENCE = 20_000;

/**
 * Sets the agent's model provider (`providers/set`, unstable) before any session is opened. Fails when the agent
 * refuses it: prompts must not go elsewhere. An agent without providers is left alone. Failures never repeat a header.
 */
export async function setProvider(call: Call, info: AgentInfo, provider: ModelProvider): Promise<Result<void>> {
	if (!info.takesProvider) return succeed(undefined);
	const { providerId, apiType, baseUrl, headers } = provider;
	const answer = await call('providers/set', { providerId, apiType, baseUrl, headers }, { patience: PATIENCE });
	if (answer.ok) return succeed(undefined);
	const hidden = (text: string): string => Object.values(headers).reduce(hideKey, text);
	const { code, message, detail } = answer.failure;
	return {
		ok: false,
		failure: {
			code,
			message: PROVIDER.refused(providerId, hidden(message)),
			hint: PROVIDER.hint,
			...(detail === undefined ? {} : { detail: hidden(detail) }),
		},
	};
}
