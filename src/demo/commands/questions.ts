import type { CreateElicitationRequest, CreateElicitationResponse } from '@agentclientprotocol/sdk/unstable';
import { nextId } from '../session.js';
import { type DemoForm, FORMS, LONG_FORM, ODD_FORMS } from '../texts/questions.js';
import { sentenceOf } from '../tool.js';
import { narrate, say, type Turn, wait } from '../turn.js';
import { command } from './command.js';

const KINDS = [...Object.keys(FORMS), 'long', 'two', 'beside', 'back', 'url', 'odd'];

/** What the agent wants to know of the user. */
export const questionCommands = [
	command('ask', 'Ask you something with a form', ask, `${KINDS.join(', ')} (default all)`),
];

async function ask(turn: Turn): Promise<void> {
	const kind = turn.words.trim() === '' ? 'all' : turn.words.trim();
	const form: DemoForm | undefined = Object.hasOwn(FORMS, kind) ? FORMS[kind as keyof typeof FORMS] : undefined;
	if (form !== undefined) return tell(turn, await put(turn, form));
	switch (kind) {
		case 'long':
			return tell(turn, await put(turn, LONG_FORM));
		case 'two':
			await narrate(turn, 'Two questions at once, in whatever order you like.');
			for (const answered of await Promise.all([FORMS.clarify, FORMS.choose].map((one) => put(turn, one)))) {
				await tell(turn, answered);
			}
			return;
		case 'beside':
			return askBeside(turn);
		case 'back':
			return askAndTakeBack(turn);
		case 'url':
			return askForAddress(turn);
		case 'odd':
			for (const one of ODD_FORMS) await tell(turn, await put(turn, one));
			return;
		default:
			await say(turn, `I do not know that question. There are: ${KINDS.join(', ')}.`);
	}
}

/** Puts a form; `undefined` when the client refused to. */
async function put(turn: Turn, { message, schema }: DemoForm, signal = turn.signal): Promise<Answered> {
	const params = { mode: 'form', sessionId: turn.session.id, message, requestedSchema: schema } as const;
	return send(turn, params, signal);
}

type Answered = CreateElicitationResponse | { readonly error: string };

async function send(turn: Turn, params: CreateElicitationRequest, signal: AbortSignal): Promise<Answered> {
	signal.throwIfAborted();
	try {
		const options = { cancellationSignal: signal, stopWaitingOnCancel: true };
		return await turn.client.request('elicitation/create', params, options);
	} catch (error) {
		turn.signal.throwIfAborted();
		return { error: sentenceOf(turn, error) };
	}
}

async function tell(turn: Turn, answered: Answered): Promise<void> {
	await say(turn, wordsOn(answered));
}

function wordsOn(answered: Answered): string {
	if ('error' in answered) return `That question came back: ${String(answered.error)}`;
	if (answered.action === 'decline') return 'You declined, so I go on without an answer.';
	if (answered.action !== 'accept') return 'You cancelled, so I leave it.';
	const content = 'content' in answered ? answered.content : undefined;
	return `Thank you. This is what I was sent:\n\n\`\`\`json\n${JSON.stringify(content ?? {}, null, 2)}\n\`\`\``;
}

/** A question that the agent does not wait for: marked as Codex marks them. */
async function askBeside(turn: Turn): Promise<void> {
	const { message, schema } = FORMS.choose;
	const params = {
		mode: 'form',
		sessionId: turn.session.id,
		message,
		requestedSchema: schema,
		_meta: { codex: { delivery: 'async' } },
	} as const;
	const answered = send(turn, params, turn.gone);
	void answered.then((answer) => sayLater(turn, wordsOn(answer))).catch(() => {});
	await say(turn, 'I have a question for you, and go on meanwhile: answer whenever you like, also when I am done.');
	await wait(turn, 60 * turn.pace);
	await say(turn, 'There, I am done. The question is still open.');
}

/** A message after the end of the turn. */
async function sayLater(turn: Turn, text: string): Promise<void> {
	const update = {
		sessionUpdate: 'agent_message_chunk' as const,
		messageId: nextId(turn.session, 'message'),
		content: { type: 'text' as const, text },
	};
	await turn.client.notify('session/update', { sessionId: turn.session.id, update });
}

async function askAndTakeBack(turn: Turn): Promise<void> {
	const end = new AbortController();
	const answered = put(turn, FORMS.choose, AbortSignal.any([turn.signal, end.signal]));
	await Promise.race([answered, wait(turn, 150 * turn.pace)]);
	end.abort();
	await answered;
	await say(turn, 'I found out by myself, and take the question back.');
}

async function askForAddress(turn: Turn): Promise<void> {
	const elicitationId = nextId(turn.session, 'address');
	const url = 'https://example.com/device?from=demo';
	const params = {
		mode: 'url',
		sessionId: turn.session.id,
		message: 'Enter the code DEMO-1234 there.',
		elicitationId,
		url,
	} as const;
	const answered = await send(turn, params, turn.signal);
	if ('action' in answered && answered.action === 'accept') {
		await wait(turn, 50 * turn.pace);
		await turn.client.notify('elicitation/complete', { elicitationId });
		await say(turn, 'Thank you, that worked.');
	} else await tell(turn, answered);
}
