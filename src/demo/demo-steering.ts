import type { AgentApp, ContentBlock } from '@agentclientprotocol/sdk/unstable';
import { RequestError } from '@agentclientprotocol/sdk/unstable';

/** Announces {@link addSteering}, in `_meta` of the answer to `initialize`. */
export const STEERING = { steering: { supported: true } };

/** Words that came for the turn that runs, the oldest first. */
export type Steered = {
	readonly waiting: string[];
	/** Something is being said about them. */
	isHeeding: boolean;
	/** Ends a pause of the turn. */
	wake: () => void;
};

export function asksToStop(words: string): boolean {
	return /^\W*(?:please\s+)?(?:stop|enough|that(?:['’]s| is) enough)\b/i.test(words);
}

type Asked = { readonly sessionId: string; readonly prompt: readonly ContentBlock[]; readonly isOptIn: boolean };

/** Adds `_session/steering`: words for the running turn. */
export function addSteering(app: AgentApp, sessionOf: (id: string) => { readonly steered: Steered | null }): AgentApp {
	return app.onRequest('_session/steering', readAsked, ({ params: { sessionId, prompt, isOptIn } }) => {
		const { steered } = sessionOf(sessionId);
		if (steered !== null) {
			steered.waiting.push(textOf(prompt));
			steered.wake();
			return { outcome: 'injected' };
		}
		if (isOptIn) return { outcome: 'promptRequired', reason: 'noRunningTurn' };
		throw RequestError.invalidRequest({ details: 'No turn runs in this session: send a prompt.' });
	});
}

/** Notes of a client come before the user's words, in blocks of their own. */
function textOf(prompt: readonly ContentBlock[]): string {
	const last = prompt.findLast((block) => block.type === 'text');
	return last?.type === 'text' ? last.text.trim() : '';
}

function readAsked(params: unknown): Asked {
	const { sessionId, prompt, _meta }: Partial<Record<keyof Asked | '_meta', unknown>> = Object(params);
	if (typeof sessionId !== 'string' || !Array.isArray(prompt) || prompt.length === 0)
		throw RequestError.invalidParams({ details: 'sessionId and a prompt are required.' });
	const steering: unknown = Reflect.get(Object(_meta), 'steering');
	return { sessionId, prompt, isOptIn: Reflect.get(Object(steering), 'idleBehavior') === 'promptRequired' };
}
