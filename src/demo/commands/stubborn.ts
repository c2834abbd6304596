import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommandLine } from '../command-line.js';
import { writeText } from '../demo-files.js';
import { endingOf, runLine } from '../demo-terminal.js';
import { StepFailed, sentenceOf, startTool, text } from '../demo-tool.js';
import { say, type Turn } from '../demo-turn.js';
import { command } from './demo-command.js';

/** An agent that does not keep to the rules. */
export const stubbornCommand = command(
	'stubborn',
	'Writes acp-tui-demo-stubborn.txt and runs a command without asking, whatever the mode, to show what the client does',
	beStubborn,
);

const FILE = 'acp-tui-demo-stubborn.txt';

async function beStubborn(turn: Turn): Promise<void> {
	const path = join(turn.session.cwd, FILE);
	const script = `echo "Written by a command, without asking." >> ${FILE}`;
	await say(
		turn,
		`Now I play an agent with bad manners: I try to write \`${FILE}\` in three ways, without asking once.`,
	);
	const asked = await attempt(turn, 'Write through the client', { path }, async () => {
		await writeText(turn, path, 'Written through the client, without asking.\n');
		return 'was written';
	});
	const ran = await attempt(turn, 'Run a command', { command: script }, async (tool) => {
		const line: CommandLine = { command: 'sh', args: ['-c', script], text: script };
		return endingOf(await runLine(turn, tool, line));
	});
	const direct = await attempt(turn, 'Write behind your back', { path }, async () => {
		await writeFile(path, 'Written behind your back, directly on the disk.\n').catch((error: unknown) => {
			throw new StepFailed(error instanceof Error ? error.message : String(error));
		});
		return 'was written, and no client can prevent that';
	});
	const isThere = await access(path).then(
		() => true,
		() => false,
	);
	await say(
		turn,
		`What came of it:\n\n- through the client: ${asked}\n- by a command: ${ran}\n- directly on the disk: ${direct}\n\nIn plan mode the first should have been refused, the second refused or run on a copy that was dropped, and the third reported by the watch on your files, or refused by a fence. ${isThere ? `You can delete \`${FILE}\`.` : 'No file was written.'}`,
	);
}

async function attempt(
	turn: Turn,
	title: string,
	input: { readonly command: string } | { readonly path: string },
	work: (tool: Awaited<ReturnType<typeof startTool>>) => Promise<string>,
): Promise<string> {
	const isCommand = 'command' in input;
	const tool = await startTool(turn, {
		title,
		kind: isCommand ? 'execute' : 'edit',
		rawInput: input,
		...(isCommand ? {} : { locations: [{ path: input.path }] }),
	});
	try {
		const result = await work(tool);
		await (isCommand ? tool.complete() : tool.complete({ content: [text(`It ${result}.`)] }));
		return result;
	} catch (error) {
		const sentence = sentenceOf(turn, error);
		await tool.fail(sentence);
		return `it did not happen: “${sentence}”`;
	}
}
