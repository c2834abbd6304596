import { join } from 'node:path';
import type { PlanEntry } from '@agentclientprotocol/sdk/unstable';
import { shown } from '../files.js';
import { outlineOf, outlineText } from '../outline.js';
import { endingOf } from '../terminal.js';
import { TOUR } from '../texts/tour.js';
import { pause, say, showProgress, switchMode, type Turn, think } from '../turn.js';
import { frontFile } from '../workspace.js';
import { command } from './command.js';
import { editStep, proposeDatedNote } from './edit.js';
import { requestExit, showThatItHolds } from './plan-mode.js';
import { readStep } from './read.js';
import { runStep, usualCommand } from './run.js';
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
	await tell(turn, TOUR.welcome);
	for (const [index, stop] of STOPS.entries()) {
		await showProgress(turn, STOPS, index);
		await pause(turn, REST);
		await stop.visit(turn);
	}
	await showProgress(turn, STOPS, STOPS.length);
	await pause(turn, REST);
	await tell(turn, TOUR.end);
}

/** Says something and leaves the time to read it: a tour is no race. */
async function tell(turn: Turn, words: string): Promise<void> {
	await say(turn, words);
	await pause(turn, words.split(/\s+/).length * READING);
}

async function showThoughts(turn: Turn): Promise<void> {
	await think(turn, TOUR.thoughts);
	await tell(turn, TOUR.afterThoughts);
}

async function showReading(turn: Turn): Promise<void> {
	await tell(turn, TOUR.beforeReading);
	const found = await surveyStep(turn);
	const front = frontFile(found);
	if (front === null) {
		await tell(turn, TOUR.nothingToRead);
		return;
	}
	const path = join(turn.session.cwd, front);
	const content = await readStep(turn, path);
	if (content !== null) await tell(turn, outlineText(shown(turn, path), outlineOf(path, content)));
	await tell(turn, `In total there are ${surveyText(found)}.`);
}

async function showEdit(turn: Turn): Promise<void> {
	if (turn.session.mode === 'plan') {
		await tell(turn, TOUR.editInPlanMode);
		return;
	}
	await tell(turn, TOUR.beforeEdit);
	await pause(turn, REST);
	const result = await editStep(turn, await proposeDatedNote(turn, 'the tour came by.'));
	await tell(turn, result === 'written' ? TOUR.written : TOUR.notWritten);
}

async function showCommand(turn: Turn): Promise<void> {
	const line = await usualCommand(turn);
	await tell(turn, TOUR.beforeCommand);
	const result = await runStep(turn, line);
	await say(
		turn,
		typeof result === 'string' ? TOUR.notRun : `\`${line.text}\` ${endingOf(result)}. ${TOUR.afterCommand}`,
	);
}

async function showPlanMode(turn: Turn): Promise<void> {
	await tell(turn, TOUR.beforePlanMode);
	await switchMode(turn, 'plan');
	await pause(turn, REST);
	await showThatItHolds(turn);
	await tell(turn, TOUR.beforeExit);
	await pause(turn, REST);
	const mode = await requestExit(turn, TOUR.plan);
	// The plan of the tour is not one to come back to.
	turn.session.draftPlan = null;
	await tell(turn, mode === null ? TOUR.stillPlanning : TOUR.leftPlanning);
}
