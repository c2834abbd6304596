import type { OwnCommand } from './own-command.js';

/** Commands for agents that bring none of these names. They tell what is wanted, and leave the how to the agent. */
export const SHIPPED_COMMANDS: readonly OwnCommand[] = [
	shipped('init', 'write down for agents how this project is built, tested and laid out', '[WORDS]', [
		'Get to know this project and write AGENTS.md at its root, a short file that tells a coding agent what it needs before it changes anything here.',
		'',
		'Look at the manifest files, the scripts of the continuous integration, the README and the source folders first. Then write, in at most 60 lines:',
		'',
		'- the commands that build, check and test, and how to run a single test;',
		'- the folders that matter, a line for each, and how they depend on each other;',
		'- conventions that a newcomer would get wrong, as far as the code really follows them.',
		'',
		'State only what you found in files. Leave out what every project has and what can be read at a glance. If there is such a file already (AGENTS.md, CLAUDE.md, GEMINI.md), improve that one and keep what is still true.',
		'',
		'$ARGUMENTS',
	]),
	shipped('code-review', 'let the agent review the uncommitted changes, or what you name', '[WORDS]', [
		'Review changes in this repository. Change no file.',
		'',
		'What to review: $ARGUMENTS',
		'',
		'If nothing is named above, review all uncommitted changes, new files among them; if there are none, what this branch adds to the one that it began from.',
		'',
		'Read the code around each change, and whatever calls it, before you judge. Look for defects first: wrong results, missed cases, lost errors, races, security holes, broken callers. Then for tests that are missing, and for what could be simpler.',
		'',
		'List what you found, the most serious first: the file and line, what goes wrong and when, and what you would do. Say how sure you are where you could not check. Leave out matters of taste and praise. If you find nothing, say so in one sentence.',
	]),
];

function shipped(name: string, description: string, hint: string, lines: readonly string[]): OwnCommand {
	const prompt = lines.join('\n');
	const definition = { description, hint, format: 'markdown', prompt, rules: [], notUnderstood: [] } as const;
	return { name, place: 'shipped', file: null, hash: '', text: prompt, definition, waits: false };
}
