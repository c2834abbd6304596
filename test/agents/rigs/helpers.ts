import { join } from 'node:path';
import { command } from '../../../src/demo/commands/demo-command.js';
import { readStep } from '../../../src/demo/commands/read.js';
import { searchStep, surveyStep, surveyText } from '../../../src/demo/commands/steps.js';
import { nextId } from '../../../src/demo/demo-session.js';
import { StepFailed, sentenceOf, startTool, text } from '../../../src/demo/demo-tool.js';
import { narrate, pause, say, type Turn } from '../../../src/demo/demo-turn.js';
import { biggestSources, frontFile } from '../../../src/demo/demo-workspace.js';
import { plural } from '../../../src/demo/outline.js';

/** Sub-agents as calls that others belong to, the older form. */
export const helpersRig = command('helpers', 'Two helpers that work side by side, in nested steps', subagents);

async function subagents(turn: Turn): Promise<void> {
	await narrate(turn, 'I send two helpers: one looks around, the other looks for loose ends.');
	const reports = await Promise.all([
		helper(turn, 'Look around the workspace', lookAround),
		helper(turn, 'Find what is still to do', findLooseEnds),
	]);
	await say(turn, `Both are back:\n\n${reports.map((report) => `- ${report}`).join('\n')}`);
}

/** Runs one helper: a call of its own, to which its inner calls belong. */
async function helper(turn: Turn, title: string, work: (turn: Turn) => Promise<string>): Promise<string> {
	const rawInput = { task: title, id: nextId(turn.session, 'helper') };
	const tool = await startTool(turn, { title, name: 'Agent', kind: 'think', rawInput });
	try {
		const report = await work(below(turn, tool.id));
		await tool.complete({ content: [text(report)] });
		return report;
	} catch (error) {
		const sentence = sentenceOf(turn, error);
		await tool.fail(sentence);
		return sentence;
	}
}

/** The turn of a helper: its updates name the call that they belong to. */
function below(turn: Turn, parentToolUseId: string): Turn {
	const { client } = turn;
	const _meta = { claudeCode: { parentToolUseId } };
	const notify = (method: string, params: { readonly update: object }) =>
		client.notify(method, { ...params, update: { _meta, ...params.update } });
	return { ...turn, client: Object.assign(Object.create(client), { notify }) };
}

/** A helper's helper: it looks for a file that is hardly ever there. */
async function compareNotes(turn: Turn): Promise<string> {
	const path = join(turn.session.cwd, 'helper-notes.md');
	await pause(turn, 300);
	return (await readStep(turn, path)) === null ? 'there are no notes to compare with' : 'the notes agree';
}

async function lookAround(turn: Turn): Promise<string> {
	await say(turn, 'First the lie of the land, then the file to begin with.');
	const found = await surveyStep(turn);
	await pause(turn, 700);
	for (const source of biggestSources(found, 5)) {
		await readStep(turn, join(turn.session.cwd, source.path));
		await pause(turn, 250);
	}
	const front = frontFile(found);
	if (front === null) throw new StepFailed('The workspace is empty.');
	const content = await readStep(turn, join(turn.session.cwd, front));
	const size = content === null ? 'could not be read' : `has ${content.length} characters`;
	return `${surveyText(found)}; the file to begin with is \`${front}\`, which ${size}`;
}

async function findLooseEnds(turn: Turn): Promise<string> {
	const found = await surveyStep(turn);
	await pause(turn, 300);
	const hits = await searchStep(turn, found, 'TODO');
	const assistant = helper(turn, 'Compare with what the notes say', compareNotes);
	const biggest = biggestSources(found, 1)[0];
	if (biggest !== undefined) await readStep(turn, join(turn.session.cwd, biggest.path));
	await assistant;
	const first = hits[0];
	return first === undefined
		? 'no loose ends: nothing says TODO'
		: `TODO in ${plural(hits.length, 'line')}, first in \`${first.path}:${first.line}\``;
}
