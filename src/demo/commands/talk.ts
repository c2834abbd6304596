import { pathToFileURL } from 'node:url';
import { nextId } from '../session.js';
import { picture, sound } from '../texts/media.js';
import { CUT_TEXT, longText, SHOWCASE } from '../texts/showcase.js';
import { heed, pause, rest, say, sayChunk, send, type Turn, think } from '../turn.js';
import { type Command, command, numberAt } from './command.js';
import { usualFile } from './read.js';

/** The commands that only talk. */
export const talkCommands: readonly Command[] = [
	command('think', 'Think aloud, then answer', thinkAndAnswer, 'question'),
	command('markdown', 'Every construct of Markdown', (turn) => say(turn, SHOWCASE)),
	command('long', 'Stream a long answer', long, 'lines (default 200)'),
	command('images', 'Send an image, a link, an embedded file and a sound', media),
	{
		name: 'refuse',
		description: 'End the turn with a refusal',
		run: async (turn) => {
			await say(turn, 'I would rather not do that. (You asked me to refuse, and I am good at it.)');
			return 'refusal';
		},
	},
	{
		name: 'max-tokens',
		description: 'Break off in the middle, as if the answer were too long',
		run: async (turn) => {
			await say(turn, CUT_TEXT);
			return 'max_tokens';
		},
	},
	{
		name: 'max-requests',
		description: 'End the turn because it took too many steps',
		run: async (turn) => {
			await say(turn, 'I went round in circles and used up all my steps.');
			return 'max_turn_requests';
		},
	},
];

async function thinkAndAnswer(turn: Turn): Promise<void> {
	const question = turn.words === '' ? 'Why is the sky above the port the colour of a terminal?' : turn.words;
	await think(turn, [
		`The question is: ${question}`,
		'Somebody who asks that wants to see how thoughts look: folded away, dimmer than the answer, and there when one wants to read them.',
		'So the thoughts should be long enough to be worth folding. Let me add another paragraph, which weighs this against that, finds that both have their merits, and comes down on neither side.',
		'That is enough thinking for a question like this one.',
	]);
	await pause(turn, 500);
	await say(
		turn,
		'I have thought about it, and I have no idea: there is no model behind me. But you saw what thinking looks like. The option *Thinking* sets how much of it I say.',
	);
}

async function long(turn: Turn): Promise<void> {
	const lines = Math.floor(numberAt(turn, 0, { usual: 200, least: 1, most: 100_000 }));
	const messageId = nextId(turn.session, 'message');
	for (const line of longText(lines)) {
		if (line.startsWith('#')) await heed(turn);
		await sayChunk(turn, messageId, `${line}\n`);
		await rest(turn, turn.pace);
	}
}

async function media(turn: Turn): Promise<void> {
	const front = await usualFile(turn);
	await say(turn, 'An image, a link to a file, an embedded file, and a sound:');
	const sendBlock = (
		content: Extract<Parameters<typeof send>[1], { sessionUpdate: 'agent_message_chunk' }>['content'],
	) => send(turn, { sessionUpdate: 'agent_message_chunk', content });
	await sendBlock({ type: 'image', mimeType: 'image/png', data: picture() });
	if (front !== null) {
		await sendBlock({
			type: 'resource_link',
			name: 'front page',
			uri: pathToFileURL(front).href,
			title: 'Where to begin',
		});
	}
	await sendBlock({
		type: 'resource',
		resource: {
			uri: 'demo:///haiku.txt',
			mimeType: 'text/plain',
			text: 'A cursor blinking\nwaits for words that do not come\nthen the fan spins up\n',
		},
	});
	await sendBlock({ type: 'audio', mimeType: 'audio/wav', data: sound() });
	await say(turn, 'A terminal can show few of these; a good client at least says what they are.');
}
