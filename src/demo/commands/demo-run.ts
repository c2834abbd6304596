import { type CommandLine, parseCommandLine } from '../command-line.js';
import { ask, isYes, options, refusalOf } from '../demo-ask.js';
import { endingOf, type RunResult, runLine } from '../demo-terminal.js';
import { sentenceOf, startTool } from '../demo-tool.js';
import { narrate, say, type Turn } from '../demo-turn.js';
import { isGitWorkTree } from '../demo-workspace.js';
import { command } from './demo-command.js';

export const runCommand = command(
	'run',
	'Run a command with live output',
	askAndRun,
	'command (default: git log, or ls)',
);

export type RunStep = RunResult | 'refused' | 'failed';

/** Asks for a command unless it was allowed for the session, and runs it in a card with live output. */
export async function runStep(turn: Turn, line: CommandLine): Promise<RunStep> {
	const tool = await startTool(turn, {
		title: line.text,
		kind: 'execute',
		status: 'pending',
		rawInput: { command: line.text, cwd: turn.session.cwd },
	});
	try {
		if (!turn.session.allowedCommands.has(line.text)) {
			const answer = await ask(turn, tool.announced, options('Allow this command for the session'));
			if (!isYes(answer)) {
				await tool.fail(refusalOf(answer));
				return 'refused';
			}
			if (answer?.kind === 'allow_always') turn.session.allowedCommands.add(line.text);
		}
		await tool.update({ status: 'in_progress' });
		const result = await runLine(turn, tool, line);
		const rawOutput = { exitCode: result.exitCode, signal: result.signal, truncated: result.truncated };
		await (result.exitCode === 0 ? tool.complete({ rawOutput }) : tool.update({ status: 'failed', rawOutput }));
		return result;
	} catch (error) {
		await tool.fail(sentenceOf(turn, error));
		return 'failed';
	}
}

export async function usualCommand(turn: Turn): Promise<CommandLine> {
	return parseCommandLine((await isGitWorkTree(turn.session.cwd)) ? 'git log --oneline -5' : 'ls -la');
}

async function askAndRun(turn: Turn): Promise<void> {
	const line = turn.words === '' ? await usualCommand(turn) : parseCommandLine(turn.words);
	await narrate(turn, `I would like to run \`${line.text}\`.`);
	const result = await runStep(turn, line);
	if (result === 'refused') await say(turn, 'Then I do not run it. `/run` with something else is always welcome.');
	else if (result === 'failed') await say(turn, 'It did not run; the card says why.');
	else await say(turn, `\`${line.text}\` ${endingOf(result)}${sizeOf(result)}.`);
}

function sizeOf(result: RunResult): string {
	const lines = result.output === '' ? 0 : result.output.trimEnd().split('\n').length;
	const cut = result.truncated ? ' (the older part was cut)' : '';
	return lines === 0 ? ', and it printed nothing' : ` after ${lines} line${lines === 1 ? '' : 's'} of output${cut}`;
}
