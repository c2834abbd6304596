import { join } from 'node:path';
import type { PermissionOption } from '@agentclientprotocol/sdk/unstable';
import { ask } from '../demo-ask.js';
import { writeText } from '../demo-files.js';
import type { ModeId } from '../demo-session.js';
import { sentenceOf, startTool, text } from '../demo-tool.js';
import { narrate, pause, say, switchMode, type Turn, think } from '../demo-turn.js';
import { biggestSources, frontFile } from '../demo-workspace.js';
import { NOTES_FILE, type Proposal } from '../proposal.js';
import { command } from './demo-command.js';
import { editStep, proposeDatedNote } from './edit.js';
import { readStep } from './read.js';
import { surveyStep, surveyText } from './steps.js';

export const planModeCommand = command(
	'planmode',
	'Plan mode from start to end: research, a refused write, your approval',
	planMode,
	'what to plan',
);

const EXIT_OPTIONS: readonly PermissionOption[] = [
	{ optionId: 'acceptEdits', name: 'Yes, and accept edits', kind: 'allow_always' },
	{ optionId: 'default', name: 'Yes, review each edit', kind: 'allow_once' },
	{ optionId: 'plan', name: 'No, keep planning', kind: 'reject_once' },
];

function planMarkdown(steps: readonly string[]): string {
	const list = steps.map((step, index) => `${index + 1}. ${step}`).join('\n');
	return `# Plan\n\n${list}\n\nNothing outside of \`${NOTES_FILE}\` is touched.\n`;
}

/** Asks for the approval of a plan. Returns the mode that follows; null when it was not approved, and the mode stays. */
export async function requestExit(turn: Turn, steps: readonly string[]): Promise<ModeId | null> {
	turn.session.draftPlan = steps;
	const plan = planMarkdown(steps);
	const tool = await startTool(turn, {
		title: 'Approve plan',
		kind: 'switch_mode',
		status: 'pending',
		content: [text(plan)],
		rawInput: { plan },
	});
	const answer = await ask(turn, tool.announced, EXIT_OPTIONS);
	const mode = answer?.optionId;
	if (mode === 'default' || mode === 'acceptEdits') {
		turn.session.draftPlan = null;
		await switchMode(turn, mode);
		await tool.complete();
		return mode;
	}
	await tool.fail(answer === null ? 'The question was dismissed, so we keep planning.' : 'We keep planning.');
	return null;
}

/** Asks for the approval of a plan and carries it out when it is given. */
async function exitAndWork(turn: Turn, steps: readonly string[]): Promise<void> {
	const mode = await requestExit(turn, steps);
	if (mode === null) {
		await say(
			turn,
			'We stay in plan mode and nothing was changed. What should be different? Write it, and I will plan again.',
		);
		return;
	}
	await narrate(
		turn,
		mode === 'acceptEdits'
			? 'Thank you! Edits are allowed now, so here I go.'
			: 'Thank you! I ask before the edit, as you chose.',
	);
	const result = await editStep(turn, await proposeDatedNote(turn, 'a plan was approved and carried out.'));
	if (result === 'written') await say(turn, `The plan is carried out: \`${NOTES_FILE}\` has a new note.`);
	else await say(turn, 'The plan was approved, but the edit was not allowed. Nothing was changed.');
}

export async function planAgain(turn: Turn, draft: readonly string[], feedback: string): Promise<void> {
	const wanted = feedback.split('\n')[0]?.trim().slice(0, 200) ?? '';
	await think(turn, [
		`The plan was not right yet. What you asked for: ${wanted}`,
		'It becomes a step of its own, before the others.',
	]);
	await narrate(turn, 'Thank you, I put that into the plan. Here it is again:');
	await exitAndWork(turn, [`Keep in mind: ${wanted}`, ...draft.filter((step) => !step.endsWith(wanted))]);
}

/** Tries to write in plan mode, to show that the client holds. Returns the client's sentence, or null when it was written. */
async function tryWriteInPlanMode(turn: Turn): Promise<string | null> {
	const proposal: Proposal = await proposeDatedNote(
		turn,
		'this line was written in plan mode, which should not happen.',
	);
	const tool = await startTool(turn, {
		title: `${proposal.oldText === null ? 'Create' : 'Edit'} ${NOTES_FILE}`,
		kind: 'edit',
		locations: [{ path: proposal.path }],
		content: [{ type: 'diff', ...proposal }],
		rawInput: { path: proposal.path },
	});
	try {
		await writeText(turn, proposal.path, proposal.newText);
		await tool.complete();
		return null;
	} catch (error) {
		const sentence = sentenceOf(turn, error);
		await tool.fail(sentence);
		return sentence;
	}
}

export async function planMode(turn: Turn): Promise<void> {
	await switchMode(turn, 'plan');
	await narrate(turn, 'I switched to plan mode: from here on I only read. First some research.');
	await think(turn, [
		'A plan is only as good as what is known.',
		'The workspace and its front page should be enough for a small plan.',
		'And it is worth showing that plan mode is more than a promise.',
	]);
	const found = await surveyStep(turn);
	const paths = [frontFile(found), biggestSources(found, 1)[0]?.path].filter(
		(path) => path !== undefined && path !== null,
	);
	for (const path of new Set(paths)) {
		await pause(turn, 400);
		await readStep(turn, join(turn.session.cwd, path));
	}
	await showThatItHolds(turn);
	await narrate(turn, 'So here is the plan; the decision is yours.');
	const topic = turn.words === '' ? 'what this workspace holds' : turn.words;
	await exitAndWork(turn, stepsAbout(topic, surveyText(found)));
}

export async function showThatItHolds(turn: Turn): Promise<void> {
	if (!turn.session.can.writeFiles) {
		// Without the client methods there is nobody to hold it back, and a fair demo does not climb over the fence.
		await say(turn, 'I would try a write now to show that plan mode holds, but this client offers no file access.');
		return;
	}
	await narrate(turn, 'Now I do what an agent should not do in plan mode: I try to write a file.');
	const refusal = await tryWriteInPlanMode(turn);
	await say(
		turn,
		refusal === null
			? 'That write went through. This client does not hold an agent back in plan mode, so mind what agents do there.'
			: `It was refused, as it should be. The answer was: “${refusal}”`,
	);
}

function stepsAbout(topic: string, basis: string): readonly string[] {
	return [
		`Take what was read into account: ${basis}.`,
		`Write a note about ${topic} to \`${NOTES_FILE}\`.`,
		'Say what was done, and stop.',
	];
}
