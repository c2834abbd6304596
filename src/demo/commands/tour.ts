import { join } from 'node:path';
import type { PlanEntry } from '@agentclientprotocol/sdk/unstable';
import { shown } from '../demo-files.js';
import { endingOf } from '../demo-terminal.js';
import { pause, say, showProgress, switchMode, type Turn, think } from '../demo-turn.js';
import { frontFile } from '../demo-workspace.js';
import { outlineOf, outlineText } from '../outline.js';
import { command } from './demo-command.js';
import { runStep, usualCommand } from './demo-run.js';
import { editStep, proposeDatedNote } from './edit.js';
import { requestExit, showThatItHolds } from './plan-mode.js';
import { readStep } from './read.js';
import { surveyStep, surveyText } from './steps.js';

export const tourCommand = command('tour', 'See everything in two minutes', tour);

type Stop = Pick<PlanEntry, 'content' | 'priority'> & { visit(turn: Turn): Promise<void> };

const STOPS: readonly Stop[] = [
	{ content: 'Think', priority: 'low', visit: showThoughts },
	{ content: 'Read', priority: 'medium', visit: showReading },
	{ content: 'Edit', priority: 'high', visit: showEdit },
	{ content: 'Run', priority: 'high', visit: showCommand },
	{ content: 'Plan mode', priority: 'high', visit: showPlanMode },
];

/** Between two stops, and a word of what was said, in milliseconds at the usual pace. */
const REST = 1_500;
const READING = 100;

async function tour(turn: Turn): Promise<void> {
	await sayAndPause(turn, TOUR.welcome);
	for (const [index, stop] of STOPS.entries()) {
		await showProgress(turn, STOPS, index);
		await pause(turn, REST);
		await stop.visit(turn);
	}
	await showProgress(turn, STOPS, STOPS.length);
	await pause(turn, REST);
	await sayAndPause(turn, TOUR.end);
}

/** Says something and leaves the time to read it: a tour is no race. */
async function sayAndPause(turn: Turn, words: string): Promise<void> {
	await say(turn, words);
	await pause(turn, words.split(/\s+/).length * READING);
}

async function showThoughts(turn: Turn): Promise<void> {
	await think(turn, TOUR.thoughts);
	await sayAndPause(turn, TOUR.afterThoughts);
}

async function showReading(turn: Turn): Promise<void> {
	await sayAndPause(turn, TOUR.beforeReading);
	const found = await surveyStep(turn);
	const front = frontFile(found);
	if (front === null) {
		await sayAndPause(turn, TOUR.nothingToRead);
		return;
	}
	const path = join(turn.session.cwd, front);
	const content = await readStep(turn, path);
	if (content !== null) await sayAndPause(turn, outlineText(shown(turn, path), outlineOf(path, content)));
	await sayAndPause(turn, `In total there are ${surveyText(found)}.`);
}

async function showEdit(turn: Turn): Promise<void> {
	if (turn.session.mode === 'plan') {
		await sayAndPause(turn, TOUR.editInPlanMode);
		return;
	}
	await sayAndPause(turn, TOUR.beforeEdit);
	await pause(turn, REST);
	const result = await editStep(turn, await proposeDatedNote(turn, 'the tour came by.'));
	await sayAndPause(turn, result === 'written' ? TOUR.written : TOUR.notWritten);
}

async function showCommand(turn: Turn): Promise<void> {
	const line = await usualCommand(turn);
	await sayAndPause(turn, TOUR.beforeCommand);
	const result = await runStep(turn, line);
	await say(
		turn,
		typeof result === 'string' ? TOUR.notRun : `\`${line.text}\` ${endingOf(result)}. ${TOUR.afterCommand}`,
	);
}

async function showPlanMode(turn: Turn): Promise<void> {
	await sayAndPause(turn, TOUR.beforePlanMode);
	await switchMode(turn, 'plan');
	await pause(turn, REST);
	await showThatItHolds(turn);
	await sayAndPause(turn, TOUR.beforeExit);
	await pause(turn, REST);
	const mode = await requestExit(turn, TOUR.plan);
	// The plan of the tour is not one to come back to.
	turn.session.draftPlan = null;
	await sayAndPause(turn, mode === null ? TOUR.stillPlanning : TOUR.leftPlanning);
}

const TOUR = {
	welcome: `Welcome! I am the **demo agent**: a small program without a model behind it, so everything here is free, offline and honest (the cost that I report is made up). What I do with your files is real, though, and I ask before I change anything.

The tour takes about two minutes and has five stops; the plan shows where we are. Press **esc** whenever you have seen enough.`,
	thoughts: [
		'This is what thoughts look like. Agents that reason show theirs like this, folded away once the answer begins.',
		'They are there for when an answer surprises you and you want to know where it came from.',
		'The option "Thinking" sets how much of this I say.',
	],
	afterThoughts: 'Those were thoughts. **ctrl+o** opens everything that is folded, and closes it again.',
	beforeReading: 'Next, reading. Inside the workspace that needs no question. Each step is a card of its own:',
	nothingToRead: 'There is nothing to read here yet. That is fine, we can make the first file together.',
	editInPlanMode:
		'The next stop would be an edit, but we are in **plan mode**, where nothing is changed. **shift+tab** takes you out of it; try `/edit` then.',
	beforeEdit:
		'Now an edit. I would like to leave a note in `acp-tui-demo.md`. You see the change before it happens, and you decide: once, for the whole session, or not at all.',
	written: 'Thank you! The note is written. You can delete that file at any time.',
	notWritten: 'Nothing was written. That is the point of asking.',
	beforeCommand:
		'Commands are asked about too, unless they only read, as this one does. Its output appears while it runs:',
	afterCommand: 'A card keeps the end of the output; open it to see more.',
	notRun: 'It was not run, and that is all right.',
	beforePlanMode:
		'The last stop is **plan mode**. In it an agent may look, but not touch. I switch to it now and, with your kind permission, misbehave a little.',
	beforeExit: 'When a plan is ready, the agent asks to leave plan mode. You approve, or you keep planning. Your turn:',
	plan: [
		'Remember that **shift+tab** goes through the modes: default, accept edits, plan.',
		'Try `/read`, `/edit` and `/run` with files and commands of your own.',
		'Connect a real agent when you are ready: `/agent` lists them and starts one. It will meet the same rules as I did.',
	],
	leftPlanning: 'Approved, so we are out of plan mode.',
	stillPlanning: 'We stay in plan mode. **shift+tab** takes you out of it whenever you like.',
	end: `That was the tour. A few things to try next:

- \`/read FILE\`, \`/edit FILE\` and \`/run COMMAND\` on your own files
- \`/steps WORD\` and \`/planmode\` for bigger questions
- type \`@\` to mention a file, \`!\` to run a command yourself, \`?\` to see all keys
- \`/stubborn\` to see what happens when an agent does not ask: on Linux its command runs on a copy of your files first
- \`/gallery\`, \`/children\`, \`/ask\` to see more of the screen

I am around whenever you want to try something without a risk. Have fun!`,
} as const;
