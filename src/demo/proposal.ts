import { basename, extname } from 'node:path';
import { isThere, readText, shown } from './demo-files.js';
import { StepFailed } from './demo-tool.js';
import type { Turn } from './demo-turn.js';

export type Proposal = { readonly path: string; readonly oldText: string | null; readonly newText: string };

export const NOTES_FILE = 'acp-tui-demo.md';

const NOTES_HEAD = `# Notes from the demo agent

This file was written by the demo agent, with your permission. Delete it whenever you like.
`;

const LINE_COMMENTS: readonly (readonly [RegExp, (words: string) => string])[] = [
	[/^\.([cm]?[jt]sx?|go|rs|java|kt|cs|swift|php|c|h|cpp|hpp|scss|dart|zig)$/, (words) => `// ${words}`],
	[/^\.(py|rb|sh|bash|zsh|ya?ml|toml|ini|conf|pl|r|mk|tf)$/, (words) => `# ${words}`],
	[/^\.(html?|xml|svg|vue|svelte)$/, (words) => `<!-- ${words} -->`],
	[/^\.css$/, (words) => `/* ${words} */`],
	[/^\.(sql|lua|hs|elm)$/, (words) => `-- ${words}`],
	[/^\.(md|markdown|txt|rst|adoc)?$/, (words) => words],
];

/** A note at the end of the notes file, which is made if it is not there. */
export async function proposeNote(turn: Turn, path: string, note: string): Promise<Proposal> {
	const oldText = (await isThere(path)) ? await readText(turn, path) : null;
	return { path, oldText, newText: `${endLine(oldText ?? NOTES_HEAD)}\n- ${note}\n` };
}

/** A comment at the end of any text file, as its language writes them. Fails for files that have no comments. */
export async function proposeComment(turn: Turn, path: string, words: string): Promise<Proposal> {
	const extension = extname(path).toLowerCase();
	const comment = LINE_COMMENTS.find(([of]) => of.test(commentedAs(path, extension)))?.[1];
	if (comment === undefined) {
		throw new StepFailed(`I know no harmless change to \`${shown(turn, path)}\`: that kind of file has no comments.`);
	}
	const oldText = (await isThere(path)) ? await readText(turn, path) : null;
	return { path, oldText, newText: `${endLine(oldText ?? '')}${comment(words)}\n` };
}

export function diffText(proposal: Proposal): string {
	const kept = proposal.oldText ?? '';
	const added = proposal.newText.startsWith(kept) ? proposal.newText.slice(kept.length) : proposal.newText;
	const lines = added.replace(/^\n|\n$/g, '').split('\n');
	return ['```diff', ...lines.map((line) => `+${line}`), '```'].join('\n');
}

function commentedAs(path: string, extension: string): string {
	return /^(dockerfile|makefile|\.gitignore|\.env.*)$/i.test(basename(path)) ? '.sh' : extension;
}

function endLine(content: string): string {
	return content === '' || content.endsWith('\n') ? content : `${content}\n`;
}
