import { join } from 'node:path';
import { type Child, openChild, runChild, tellState } from '../child.js';
import { plural } from '../outline.js';
import { narrate, pause, say, type Turn, wait } from '../turn.js';
import { biggestSources } from '../workspace.js';
import { command, numberAt } from './command.js';
import { editStep, proposeDatedNote } from './edit.js';
import { readStep } from './read.js';
import { searchStep, surveyStep, surveyText } from './steps.js';

export const childrenCommand = command(
	'children',
	'Sub-agents: nested, asking, waking again, and one to stop',
	children,
	'seconds of the last (60)',
);

async function children(turn: Turn): Promise<void> {
	const seconds = numberAt(turn, 0, { usual: 60, least: 0, most: 600 });
	await narrate(turn, 'I start three sub-agents: one looks around, one wants to write, one watches until you stop it.');
	const scout = await openChild(turn, 'Scout', 'Looks around the workspace');
	const writer = await openChild(turn, 'Writer', 'Leaves a note');
	const watcher = await openChild(turn, 'Watcher', 'Watches the workspace in the background');
	// It goes on when this turn is over; how it ends is told by its own state.
	void runChild(watcher, 'Watch the workspace until you are stopped.', (own) => watch(own, seconds)).catch(() => {});
	const [found, note] = await Promise.all([
		runChild(scout, 'Look around, and have somebody read the notes.', lookAround),
		runChild(writer, 'Leave a note that you were here. Ask first.', (own) => leaveNote(writer, own)),
	]);
	await say(turn, `${report(scout, found)}\n${report(writer, note)}\n\nI wake the scout for one more thing.`);
	const more = await runChild(scout, 'One more thing: is there anything left to do?', findLooseEnds);
	await say(
		turn,
		`${report(scout, more)}\n\nThe watcher goes on without me: \`/subagents\` shows it, and **x** stops it.`,
	);
}

function report({ title }: Child, words: string | null): string {
	return `- ${title}: ${words ?? 'was stopped'}`;
}

async function lookAround(turn: Turn): Promise<string> {
	const found = await surveyStep(turn);
	await pause(turn, 500);
	const reader = await openChild(turn, 'Reader', 'Reads what is biggest');
	const [biggest] = biggestSources(found, 1);
	const read = await runChild(reader, 'Read the biggest file.', async (own) => {
		await pause(own, 500);
		if (biggest === undefined) return 'there is nothing to read';
		const content = await readStep(own, join(own.session.cwd, biggest.path));
		return content === null ? 'it could not be read' : `it has ${plural(content.split('\n').length, 'line')}`;
	});
	return `${surveyText(found)}; of the biggest file my reader says: ${read ?? 'nothing, it was stopped'}`;
}

async function leaveNote(child: Child, turn: Turn): Promise<string> {
	const proposal = await proposeDatedNote(turn, 'a sub-agent was here.');
	await tellState(child, { state: 'requires_action' });
	const result = await editStep(turn, proposal);
	await tellState(child, { state: 'running' });
	return result === 'written' ? 'the note is written' : 'no note was written';
}

async function findLooseEnds(turn: Turn): Promise<string> {
	const hits = await searchStep(turn, await surveyStep(turn), 'TODO');
	return hits.length === 0 ? 'nothing says TODO' : `TODO in ${plural(hits.length, 'line')}`;
}

/** Looks once in two seconds, whatever the pace. */
async function watch(turn: Turn, seconds: number): Promise<string> {
	for (let passed = 0; passed < seconds; passed += 2) {
		if (passed % 10 === 0) await surveyStep(turn);
		await wait(turn, 2000);
	}
	return 'nothing happened';
}
