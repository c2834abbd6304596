import { nextId } from '../demo-session.js';
import { startTool, text } from '../demo-tool.js';
import { heed, pause, rest, say, sayChunk, type Turn, think, wait } from '../demo-turn.js';
import { longText } from '../texts/showcase.js';
import { type Command, command, numberAt } from './demo-command.js';

export const talkCommands: readonly Command[] = [
	command('think', 'Think aloud, then answer', thinkAndAnswer, 'question'),
	command('long', 'Stream a long answer', long, 'lines (default 200)'),
	command('slow', 'A step that takes a while; stop it with esc', slow, 'seconds (default 60)'),
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

/** Takes its time whatever the pace. */
async function slow(turn: Turn): Promise<void> {
	const seconds = numberAt(turn, 0, { usual: 60, least: 0, most: 3_600 });
	const tool = await startTool(turn, { title: `Wait ${seconds} s`, kind: 'other', rawInput: { seconds } });
	for (let passed = 0; passed < seconds; passed += 1) {
		await tool.update({ content: [text(`${passed} of ${seconds} s`)] });
		await wait(turn, 1_000 * Math.min(1, seconds - passed));
	}
	await tool.complete({ content: [text(`${seconds} of ${seconds} s`)] });
	await say(turn, 'That took its time. Thank you for yours.');
}
