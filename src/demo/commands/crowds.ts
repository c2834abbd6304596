import { join } from 'node:path';
import type { ToolCall } from '@agentclientprotocol/sdk/unstable';
import { ask, isYes, options, refusalOf } from '../ask.js';
import { plural } from '../outline.js';
import { nextId } from '../session.js';
import { StepFailed, sentenceOf, startTool, text } from '../tool.js';
import { narrate, pause, say, send, type Turn } from '../turn.js';
import { biggestSources, frontFile } from '../workspace.js';
import { type Command, command, numberAt } from './command.js';
import { searchStep, surveyStep, surveyText } from './plan.js';
import { readStep } from './read.js';

/** The commands that do several things at once. */
export const crowdCommands: readonly Command[] = [
	command('ask-many', 'Several permission requests at once', askMany, 'how many (default 3)'),
	command('helpers', 'Two helpers that work side by side, in nested steps', subagents),
];

const QUESTIONS: readonly Pick<ToolCall, 'title' | 'kind' | 'rawInput'>[] = [
	{ title: 'npm test', kind: 'execute', rawInput: { command: 'npm test' } },
	{ title: 'Fetch agentclientprotocol.com', kind: 'fetch', rawInput: { url: 'https://agentclientprotocol.com/' } },
	{ title: 'Delete the old notes', kind: 'delete', rawInput: { path: 'old-notes.md' } },
	{ title: 'Ask the oracle', kind: 'other', rawInput: { question: 'Will it rain?' } },
];

async function askMany(turn: Turn): Promise<void> {
	const count = Math.floor(numberAt(turn, 0, { usual: 3, least: 1, most: 20 }));
	await narrate(turn, `I ask ${count} questions at once. Whatever you answer, nothing is done.`);
	const asked = Array.from({ length: count }, (_, index) => askOne(turn, index));
	const answers = await Promise.all(asked);
	const yes = answers.filter((isAllowed) => isAllowed).length;
	await say(
		turn,
		`You allowed ${yes} of ${count}. Nothing was run, fetched or deleted: I only wanted to see how you are asked.`,
	);
}

async function askOne(turn: Turn, index: number): Promise<boolean> {
	const question = QUESTIONS[index % QUESTIONS.length];
	if (question === undefined) return false;
	const locations = question.kind === 'delete' ? [{ path: join(turn.session.cwd, 'old-notes.md') }] : [];
	const tool = await startTool(turn, { ...question, locations, status: 'pending' });
	const never = { optionId: 'never', name: 'Always reject this', kind: 'reject_always' } as const;
	try {
		const answer = await ask(turn, tool.announced, [...options('Always allow this'), never]);
		if (isYes(answer)) await tool.complete({ content: [text('Allowed, and not done.')] });
		else await tool.fail(refusalOf(answer));
		return isYes(answer);
	} catch (error) {
		await tool.fail(sentenceOf(turn, error));
		return false;
	}
}

async function subagents(turn: Turn): Promise<void> {
	await narrate(turn, 'I send two helpers: one looks around, the other looks for loose ends.');
	const reports = await Promise.all([
		helper(turn, 'Look around the workspace', lookAround),
		helper(turn, 'Find what is still to do', findLooseEnds),
	]);
	await say(turn, `Both are back:\n\n${reports.map((report) => `- ${report}`).join('\n')}`);
}

/** Runs one helper: a call of its own, to which its inner calls belong. */
async function helper(
	turn: Turn,
	title: string,
	work: (turn: Turn, meta: Record<string, unknown>) => Promise<string>,
	meta?: Record<string, unknown>,
): Promise<string> {
	const tool = await startTool(turn, {
		title,
		name: 'Agent',
		kind: 'think',
		rawInput: { task: title, id: nextId(turn.session, 'helper') },
		...(meta === undefined ? {} : { _meta: meta }),
	});
	try {
		const report = await work(turn, { claudeCode: { parentToolUseId: tool.id } });
		await tool.complete({ content: [text(report)] });
		return report;
	} catch (error) {
		const sentence = sentenceOf(turn, error);
		await tool.fail(sentence);
		return sentence;
	}
}

/** Says something as a helper: words of its own, which belong to its call. */
async function sayInner(turn: Turn, meta: Record<string, unknown>, words: string): Promise<void> {
	const messageId = nextId(turn.session, 'message');
	for (const word of words.match(/\S+\s*/g) ?? []) {
		const content = { type: 'text', text: word } as const;
		await send(turn, { sessionUpdate: 'agent_message_chunk', messageId, content, _meta: meta });
		await pause(turn, 20);
	}
}

/** A helper's helper: it looks for a file that is hardly ever there. */
async function compareNotes(turn: Turn, meta: Record<string, unknown>): Promise<string> {
	const path = join(turn.session.cwd, 'helper-notes.md');
	await pause(turn, 300);
	return (await readStep(turn, path, meta)) === null ? 'there are no notes to compare with' : 'the notes agree';
}

async function lookAround(turn: Turn, meta: Record<string, unknown>): Promise<string> {
	await sayInner(turn, meta, 'First the lie of the land, then the file to begin with.');
	const found = await surveyStep(turn, meta);
	await pause(turn, 700);
	for (const source of biggestSources(found, 5)) {
		await readStep(turn, join(turn.session.cwd, source.path), meta);
		await pause(turn, 250);
	}
	const front = frontFile(found);
	if (front === null) throw new StepFailed('The workspace is empty.');
	const content = await readStep(turn, join(turn.session.cwd, front), meta);
	const size = content === null ? 'could not be read' : `has ${content.length} characters`;
	return `${surveyText(found)}; the file to begin with is \`${front}\`, which ${size}`;
}

async function findLooseEnds(turn: Turn, meta: Record<string, unknown>): Promise<string> {
	const found = await surveyStep(turn, meta);
	await pause(turn, 300);
	const hits = await searchStep(turn, found, 'TODO', meta);
	const assistant = helper(turn, 'Compare with what the notes say', compareNotes, meta);
	const biggest = biggestSources(found, 1)[0];
	if (biggest !== undefined) await readStep(turn, join(turn.session.cwd, biggest.path), meta);
	await assistant;
	const first = hits[0];
	return first === undefined
		? 'no loose ends: nothing says TODO'
		: `TODO in ${plural(hits.length, 'line')}, first in \`${first.path}:${first.line}\``;
}
