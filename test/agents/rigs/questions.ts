import { command } from '../../../src/demo/commands/demo-command.js';
import { askWith, elicit, put, wordsOn } from '../../../src/demo/commands/demo-questions.js';
import { nextId } from '../../../src/demo/demo-session.js';
import { say, type Turn, wait } from '../../../src/demo/demo-turn.js';
import { FORMS, LONG_FORM, ODD_FORMS } from './forms.js';

const KINDS: Readonly<Record<string, (turn: Turn) => Promise<unknown>>> = {
	...Object.fromEntries(
		Object.entries({ ...FORMS, long: LONG_FORM }).map(([kind, form]) => [kind, (turn: Turn) => askWith(turn, form)]),
	),
	two: async (turn) => {
		const answers = await Promise.all([FORMS.clarify, FORMS.choose].map((form) => put(turn, form)));
		for (const answered of answers) await say(turn, wordsOn(answered));
	},
	beside: askNonblocking,
	back: askAndTakeBack,
	url: askForAddress,
	odd: async (turn) => {
		for (const form of ODD_FORMS) await askWith(turn, form);
	},
};

export const formRig = command(
	'form',
	'A form of one kind',
	(turn) => KINDS[turn.words]?.(turn) ?? say(turn, 'I do not know that form.'),
	Object.keys(KINDS).join(', '),
);

/** A question that the agent does not wait for: marked as Codex marks them. */
async function askNonblocking(turn: Turn): Promise<void> {
	const { message, schema } = FORMS.choose;
	const params = {
		mode: 'form',
		sessionId: turn.session.id,
		message,
		requestedSchema: schema,
		_meta: { codex: { delivery: 'async' } },
	} as const;
	const answered = elicit(turn, params, turn.gone);
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
	const params = {
		mode: 'url',
		sessionId: turn.session.id,
		message: 'Enter the code DEMO-1234 there.',
		elicitationId,
		url: 'https://example.com/device?from=demo',
	} as const;
	const answered = await elicit(turn, params, turn.signal);
	if (!('action' in answered) || answered.action !== 'accept') return say(turn, wordsOn(answered));
	await wait(turn, 50 * turn.pace);
	await turn.client.notify('elicitation/complete', { elicitationId });
	await say(turn, 'Thank you, that worked.');
}
