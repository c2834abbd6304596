import { once } from 'node:events';
import { type Command, command, numberAt } from '../../../src/demo/commands/demo-command.js';
import { nextId } from '../../../src/demo/demo-session.js';
import { startTool, text } from '../../../src/demo/demo-tool.js';
import { say, sayChunk, type Turn, wait } from '../../../src/demo/demo-turn.js';

/** Commands that take long or send much, at real speed whatever the pace. */
export const enduranceRigs: readonly Command[] = [
	command('flood', 'As many chunks as you like', flood, 'chunks (5000) rate (500 a second)'),
	command('hang', 'Say nothing at all until it is stopped', hang),
	{
		name: 'ignore-cancel',
		description: 'A turn that does not stop when asked to, for 30 seconds or for ever',
		hint: 'seconds, or "forever"',
		run: async (turn) => {
			await beDeaf({ ...turn, signal: turn.gone });
			return 'end_turn';
		},
	},
];

async function flood(turn: Turn): Promise<void> {
	const chunks = Math.floor(numberAt(turn, 0, { usual: 5_000, least: 1, most: 1_000_000 }));
	const rate = numberAt(turn, 1, { usual: 500, least: 1, most: 1_000_000 });
	const messageId = nextId(turn.session, 'message');
	const start = performance.now();
	// Timers come late now and then: what is due is computed from the clock, so the rate holds on the whole.
	for (let sent = 0; sent < chunks; ) {
		const due = Math.min(chunks, 1 + Math.floor(((performance.now() - start) * rate) / 1_000));
		for (; sent < due; sent += 1) await sayChunk(turn, messageId, floodChunk(sent));
		if (sent < chunks) await wait(turn, Math.max(1, (sent * 1_000) / rate - (performance.now() - start)));
	}
	const seconds = (performance.now() - start) / 1_000;
	await say(turn, `${chunks} chunks in ${seconds.toFixed(1)} s.`);
}

/** Words that make up lines and paragraphs, with some Markdown among them. */
function floodChunk(index: number): string {
	if (index % 120 === 119) return `\n\n**Paragraph ${(index + 1) / 120}** `;
	return index % 15 === 14 ? `\`token ${index}\`\n` : `token ${index} `;
}

async function hang(turn: Turn): Promise<void> {
	turn.signal.throwIfAborted();
	// The signal alone would not keep a process alive; its open connection does.
	await once(turn.signal, 'abort');
	turn.signal.throwIfAborted();
}

async function beDeaf(turn: Turn): Promise<void> {
	const isForever = turn.words === 'forever';
	const seconds = isForever ? Number.POSITIVE_INFINITY : numberAt(turn, 0, { usual: 30, least: 0, most: 3_600 });
	await say(turn, `I am busy for ${isForever ? 'ever' : `${seconds} s`} now and do not listen. Try to stop me.`);
	const tool = await startTool(turn, { title: 'Be busy', kind: 'other' });
	for (let passed = 0; passed < seconds; passed += 1) {
		await wait(turn, 1_000 * Math.min(1, seconds - passed));
		await tool.update({ content: [text(`still busy after ${passed + 1} s`)] });
	}
	await tool.complete();
	await say(turn, 'There I am again. Did you say something?');
}
