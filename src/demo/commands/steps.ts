import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlanEntry } from '@agentclientprotocol/sdk/unstable';
import { text, withTool } from '../demo-tool.js';
import { narrate, pause, say, showProgress, type Turn, think } from '../demo-turn.js';
import { biggestSources, frontFile, languagesOf, type Survey, survey } from '../demo-workspace.js';
import { outlineOf, plural } from '../outline.js';
import { command } from './demo-command.js';
import { readStep } from './read.js';

export const stepsCommand = command(
	'steps',
	'Make a plan and work through it, step by step',
	planAndWork,
	'topic to look for',
);

type Step = { readonly content: string; readonly priority: PlanEntry['priority']; work(): Promise<string | null> };

export async function surveyStep(turn: Turn): Promise<Survey> {
	const call = { title: 'List the workspace', kind: 'search', rawInput: { path: turn.session.cwd } } as const;
	const found = await withTool(turn, call, async (tool) => {
		const listed = await survey(turn.session.cwd, turn.signal);
		await tool.complete({ content: [text(surveyText(listed))] });
		return listed;
	});
	return found ?? { files: [], isCut: false };
}

/** Describes a workspace in one sentence without its full stop. */
export function surveyText(found: Survey): string {
	const languages = languagesOf(found).slice(0, 3);
	const most = languages.map(({ name, files }) => `${name} (${files})`).join(', ');
	const size = `${found.isCut ? 'more than ' : ''}${plural(found.files.length, 'file')}`;
	return most === '' ? `${size}, no source code` : `${size}, with code in ${most}`;
}

/** Looks for a word in the workspace's files, in a tool call of its own. */
export async function searchStep(turn: Turn, found: Survey, word: string): Promise<readonly Hit[]> {
	const call = { title: `Search for "${word}"`, kind: 'search', rawInput: { pattern: word } } as const;
	const hits = await withTool(turn, call, async (tool) => {
		const matches = await search(turn.session.cwd, found, word, turn.signal);
		const lines = matches.map((hit) => `${hit.path}:${hit.line}: ${hit.text}`);
		await tool.complete({
			content: [text(lines.length === 0 ? 'Nothing found.' : lines.join('\n'))],
			locations: matches.map((hit) => ({ path: join(turn.session.cwd, hit.path), line: hit.line })),
		});
		return matches;
	});
	return hits ?? [];
}

async function planAndWork(turn: Turn): Promise<void> {
	const topic = turn.words;
	await think(turn, [
		topic === ''
			? 'Nobody named a topic, so an overview of the project is the best start.'
			: `The topic is "${topic}".`,
		'A plan of a few small steps is easier to follow than a long silence.',
		'Reading is enough for all of it, so no question will interrupt.',
	]);
	await narrate(turn, topic === '' ? 'Here is my plan for a look around:' : `Here is my plan for "${topic}":`);
	const found = await workThrough(turn, stepsFor(turn, topic));
	const facts = found.map((fact) => `- ${fact}`).join('\n');
	await say(
		turn,
		`All steps are done. What I learned:\n\n${facts}\n\nIf you want me to change something, try \`/edit\` or \`/planmode\`.`,
	);
}

function stepsFor(turn: Turn, topic: string): readonly Step[] {
	let found: Survey = { files: [], isCut: false };
	const read = async (path: string | null): Promise<string | null> => {
		const content = path === null ? null : await readStep(turn, join(turn.session.cwd, path));
		if (path === null || content === null) return null;
		const { lines, part, names } = outlineOf(path, content);
		const more = names.length === 0 ? '' : ` and ${plural(names.length, part)}`;
		return `\`${path}\` has ${plural(lines, 'line')}${more}`;
	};
	const word = topic.match(/[\w-]{3,}/g)?.sort((a, b) => b.length - a.length)[0];
	const look: Step = {
		content: 'See what is in the workspace',
		priority: 'high',
		work: async () => {
			found = await surveyStep(turn);
			return surveyText(found);
		},
	};
	const start: Step = {
		content: 'Read the file that explains the project',
		priority: 'high',
		work: () => read(frontFile(found)),
	};
	const source: Step = {
		content: word === undefined ? 'Look into the biggest source file' : `Find "${word}" in the files`,
		priority: 'medium',
		work: async () => {
			if (word === undefined) return read(biggestSources(found, 1)[0]?.path ?? null);
			const hits = await searchStep(turn, found, word);
			const first = hits[0];
			return first === undefined
				? `"${word}" is in none of the files`
				: `"${word}" is in ${plural(hits.length, 'line')}, first in \`${first.path}:${first.line}\``;
		},
	};
	const tests: Step = {
		content: 'Check for tests',
		priority: 'low',
		work: async () => {
			const count = found.files.filter(({ path }) => /(^|[/._-])(tests?|specs?)([/._-]|$)/i.test(path)).length;
			return count === 0 ? 'there are no files that look like tests' : `${plural(count, 'file')} belong to tests`;
		},
	};
	return [look, start, source, tests];
}

async function workThrough(turn: Turn, steps: readonly Step[]): Promise<readonly string[]> {
	const found: string[] = [];
	for (const [index, step] of steps.entries()) {
		await showProgress(turn, steps, index);
		await pause(turn, 600);
		const fact = await step.work();
		if (fact !== null) found.push(fact);
	}
	await showProgress(turn, steps, steps.length);
	return found;
}

/** A line that holds a word that was looked for; `line` counts from 1. */
type Hit = { readonly path: string; readonly line: number; readonly text: string };

const MOST_SEARCHED = 300;
const MOST_HITS = 12;

/** Looks for a word, whatever its case, in the text files of a survey. The first dozen lines are enough. */
async function search(root: string, found: Survey, word: string, signal: AbortSignal): Promise<readonly Hit[]> {
	const hits: Hit[] = [];
	const wanted = word.toLowerCase();
	for (const { path, size } of found.files.slice(0, MOST_SEARCHED)) {
		if (size > 500_000) continue;
		signal.throwIfAborted();
		for (const [index, line] of (await linesOf(join(root, path))).entries()) {
			if (!line.toLowerCase().includes(wanted)) continue;
			hits.push({ path, line: index + 1, text: line.trim().slice(0, 120) });
			if (hits.length === MOST_HITS) return hits;
		}
	}
	return hits;
}

async function linesOf(path: string): Promise<readonly string[]> {
	try {
		const content = await readFile(path, 'utf8');
		return content.includes('\0') ? [] : content.split('\n');
	} catch {
		// Gone since the listing, or not ours to read: a search passes over it.
		return [];
	}
}
