import type { CreateElicitationRequest, CreateElicitationResponse } from '@agentclientprotocol/sdk/unstable';
import { type DemoForm, everyField } from '../texts/questions.js';
import { sentenceOf } from '../tool.js';
import { say, type Turn } from '../turn.js';
import { command } from './command.js';

export const askCommand = command('ask', 'Ask you something with a form', (turn) => askWith(turn, everyField));

export async function askWith(turn: Turn, form: DemoForm): Promise<void> {
	await say(turn, wordsOn(await put(turn, form)));
}

type Answered = CreateElicitationResponse | { readonly error: string };

/** Puts a form before the user until `signal` aborts. */
export function put(turn: Turn, { message, schema }: DemoForm, signal = turn.signal): Promise<Answered> {
	const params = { mode: 'form', sessionId: turn.session.id, message, requestedSchema: schema } as const;
	return elicit(turn, params, signal);
}

/** Sends a question. A client that refuses it is an answer as well. */
export async function elicit(turn: Turn, params: CreateElicitationRequest, signal: AbortSignal): Promise<Answered> {
	signal.throwIfAborted();
	try {
		const options = { cancellationSignal: signal, stopWaitingOnCancel: true };
		return await turn.client.request('elicitation/create', params, options);
	} catch (error) {
		return { error: sentenceOf(turn, error) };
	}
}

export function wordsOn(answered: Answered): string {
	if ('error' in answered) return `That question came back: ${String(answered.error)}`;
	if (answered.action === 'decline') return 'You declined, so I go on without an answer.';
	if (answered.action !== 'accept') return 'You cancelled, so I leave it.';
	const content = 'content' in answered ? answered.content : undefined;
	return `Thank you. This is what I was sent:\n\n\`\`\`json\n${JSON.stringify(content ?? {}, null, 2)}\n\`\`\``;
}
