import { basename, join } from 'node:path';
import { ask, isYes, options, refusalOf } from '../demo-ask.js';
import { namedFile, shown, writeText } from '../demo-files.js';
import { sentenceOf, startTool, type ToolHandle } from '../demo-tool.js';
import { narrate, say, type Turn } from '../demo-turn.js';
import { diffText, NOTES_FILE, type Proposal, proposeComment, proposeNote } from '../proposal.js';
import { command } from './demo-command.js';

export const editCommand = command(
	'edit',
	'Propose a small edit, ask, and write it',
	proposeAndWrite,
	`file (default: ${NOTES_FILE})`,
);

export type EditResult = 'written' | 'refused' | 'failed';

/** Shows a change, asks unless that was settled before, and writes it. The card tells what happened. */
export async function editStep(turn: Turn, proposal: Proposal): Promise<EditResult> {
	const name = shown(turn, proposal.path);
	const tool = await startTool(turn, {
		title: `${proposal.oldText === null ? 'Create' : 'Edit'} ${name}`,
		kind: 'edit',
		status: 'pending',
		locations: [{ path: proposal.path, line: proposal.oldText?.split('\n').length ?? 1 }],
		content: [{ type: 'diff', ...proposal }],
		rawInput: { path: proposal.path },
	});
	try {
		if (!(await mayEdit(turn, tool))) return 'refused';
		await tool.update({ status: 'in_progress' });
		await writeText(turn, proposal.path, proposal.newText);
		await tool.complete();
		return 'written';
	} catch (error) {
		await tool.fail(sentenceOf(turn, error));
		return 'failed';
	}
}

/** The note that an edit leaves in the notes file, with the minute it was made. */
export function proposeDatedNote(turn: Turn, words: string): Promise<Proposal> {
	const minute = new Date().toISOString().slice(0, 16).replace('T', ' ');
	return proposeNote(turn, join(turn.session.cwd, NOTES_FILE), `${minute} UTC: ${words}`);
}

async function mayEdit(turn: Turn, tool: ToolHandle): Promise<boolean> {
	if (turn.session.areEditsAllowed || turn.session.mode === 'acceptEdits') return true;
	const answer = await ask(turn, tool.announced, options('Allow all edits this session'));
	if (!isYes(answer)) {
		await tool.fail(refusalOf(answer));
		return false;
	}
	turn.session.areEditsAllowed = answer?.kind === 'allow_always';
	return true;
}

async function proposeAndWrite(turn: Turn): Promise<void> {
	let proposal: Proposal;
	try {
		const path = namedFile(turn) ?? join(turn.session.cwd, NOTES_FILE);
		proposal =
			basename(path) === NOTES_FILE
				? await proposeDatedNote(turn, '`/edit` was here.')
				: await proposeComment(turn, path, 'A line from the demo agent of acp-tui.');
	} catch (error) {
		await say(turn, sentenceOf(turn, error));
		return;
	}
	const name = shown(turn, proposal.path);
	if (turn.session.mode === 'plan') {
		await say(
			turn,
			`We are in plan mode, so I leave \`${name}\` as it is. This is what I would add:\n\n${diffText(proposal)}\n\nLeave plan mode (shift+tab) and ask me again.`,
		);
		return;
	}
	await narrate(turn, `I would like to add one line to \`${name}\`. Here is the change:`);
	const result = await editStep(turn, proposal);
	await say(turn, wordsFor(result, name));
}

function wordsFor(result: EditResult, name: string): string {
	switch (result) {
		case 'written':
			return `Done: \`${name}\` has its new line. \`/undo\` undoes it.`;
		case 'refused':
			return `Fine, \`${name}\` stays as it is. Tell me what you would rather have, or try \`/edit FILE\` with another file.`;
		case 'failed':
			return `I could not write \`${name}\`; the card says why. Nothing was changed.`;
	}
}
