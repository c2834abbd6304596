import { RequestError } from '@agentclientprotocol/sdk/unstable';
import { StepFailed, startTool } from '../tool.js';
import { pause, say, type Turn } from '../turn.js';
import { type Command, command } from './command.js';

/** The commands that go wrong. */
export const failureCommands: readonly Command[] = [
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
	const { exit, writeError } = turn.host;
	if (exit === undefined) throw new StepFailed('I run inside another program here, which I will not take down.');
	await say(turn, 'I feel a crash coming on. This sentence will not be');
	await startTool(turn, { title: 'Divide by zero', kind: 'other' });
	await pause(turn, 300);
	writeError?.('demo agent: panic: division by zero (on purpose)\n    at crash (demo)\n');
	exit(3);
}
