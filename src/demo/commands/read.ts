import { join } from 'node:path';
import { namedFile, readText, shown } from '../demo-files.js';
import { StepFailed, sentenceOf, text, withTool } from '../demo-tool.js';
import { narrate, say, type Turn } from '../demo-turn.js';
import { frontFile, survey } from '../demo-workspace.js';
import { outlineOf, outlineText, plural } from '../outline.js';
import { command } from './demo-command.js';

export const readCommand = command(
	'read',
	'Read a file and describe its shape',
	readAndReport,
	'file (default: the README or the biggest source)',
);

/** Reads a file in a tool call of its own. Returns its text, or null when that failed: the card says why. */
export function readStep(turn: Turn, path: string): Promise<string | null> {
	const name = shown(turn, path);
	return withTool(
		turn,
		{ title: `Read ${name}`, kind: 'read', locations: [{ path, line: 1 }], rawInput: { path } },
		async (tool) => {
			const content = await readText(turn, path);
			const outline = outlineOf(path, content);
			await tool.complete({
				content: [text(plural(outline.lines, 'line'))],
				rawOutput: { lines: outline.lines, characters: content.length },
			});
			return content;
		},
	);
}

/** The file to start with when nobody named one, as an absolute path; null in an empty place. */
async function usualFile(turn: Turn): Promise<string | null> {
	const found = frontFile(await survey(turn.session.cwd, turn.signal));
	return found === null ? null : join(turn.session.cwd, found);
}

async function readAndReport(turn: Turn): Promise<void> {
	const path = await chosenFile(turn);
	if (path === null) return;
	await narrate(turn, `Let me look into \`${shown(turn, path)}\`.`);
	const content = await readStep(turn, path);
	if (content === null) {
		await say(
			turn,
			'That did not work; the card above says why. Try `/read` without a name, or type `@` to pick a file.',
		);
		return;
	}
	await say(turn, outlineText(shown(turn, path), outlineOf(path, content)));
}

async function chosenFile(turn: Turn): Promise<string | null> {
	try {
		const path = namedFile(turn) ?? (await usualFile(turn));
		if (path === null) throw new StepFailed('This directory has no files yet. `/edit` would make the first one.');
		return path;
	} catch (error) {
		await say(turn, sentenceOf(turn, error));
		return null;
	}
}
