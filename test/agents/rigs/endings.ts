import { RequestError } from '@agentclientprotocol/sdk/unstable';
import { type Command, command } from '../../../src/demo/commands/demo-command.js';
import { startTool } from '../../../src/demo/demo-tool.js';
import { pause, say, type Turn } from '../../../src/demo/demo-turn.js';

/** Commands whose turn does not end the ordinary way. */
export const endingRigs: readonly Command[] = [
	{
		name: 'refuse',
		description: 'End the turn with a refusal',
		run: async (turn) => {
			await say(turn, 'I would rather not do that.');
			return 'refusal';
		},
	},
	{
		name: 'max-tokens',
		description: 'Break off in the middle, as if the answer were too long',
		run: async (turn) => {
			await say(turn, 'This answer would have been a long and wise one, and its most important point is');
			return 'max_tokens';
		},
	},
	command('fail', 'Answer the prompt with an error', fail),
	command('crash', 'End the agent in the middle of the turn, with exit code 3', crash),
];

async function fail(turn: Turn): Promise<void> {
	await say(turn, 'I try something difficult…');
	throw new RequestError(-32603, 'Internal error', {
		details: 'The demo agent failed because it was asked to. Nothing is wrong; the next prompt works again.',
	});
}

async function crash(turn: Turn): Promise<void> {
	await say(turn, 'I feel a crash coming on. This sentence will not be');
	await startTool(turn, { title: 'Divide by zero', kind: 'other' });
	await pause(turn, 300);
	process.stderr.write('demo agent: panic: division by zero (on purpose)\n    at crash (demo)\n');
	process.exit(3);
}
