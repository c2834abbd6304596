import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ContentBlock, PromptRequest, StopReason } from '@agentclientprotocol/sdk/unstable';
import { type Command, unknownCommandText } from './commands/demo-command.js';
import { planAgain, planMode } from './commands/plan-mode.js';
import { surveyText } from './commands/steps.js';
import { readText } from './demo-files.js';
import { StepFailed, sentenceOf, settleCalls } from './demo-tool.js';
import { count, EnoughSaid, heed, say, send, type Turn } from './demo-turn.js';
import { frontFile, type Survey, survey } from './demo-workspace.js';
import { outlineOf, plural } from './outline.js';

/** Needs of a turn besides the prompt. */
export type TurnSetting = Pick<Turn, 'session' | 'client' | 'signal' | 'gone' | 'pace'> & {
	readonly commands: readonly Command[];
};

/** Runs one prompt turn to its end and says how it ended. Rejects only for errors that the client is meant to see. */
export async function runTurn(setting: TurnSetting, request: PromptRequest): Promise<StopReason> {
	const asked = parsePrompt(request.prompt);
	const turn: Turn = {
		...setting,
		prompt: request.prompt,
		words: asked.words,
		pace: setting.pace * (setting.session.model === 'demo-large' ? 1.5 : 1),
		openCalls: new Set(),
	};
	try {
		count(turn.session, asked.text);
		await sendTitle(turn, asked.text);
		const reason = await work(turn, setting.commands, asked.command);
		await heed(turn);
		return reason ?? (turn.signal.aborted ? 'cancelled' : 'end_turn');
	} catch (error) {
		if (turn.signal.aborted) return 'cancelled';
		if (error instanceof EnoughSaid) return 'end_turn';
		if (!(error instanceof StepFailed)) throw error;
		await say(turn, error.message);
		return 'end_turn';
	} finally {
		turn.session.steered = null;
		await settleCalls(turn);
		await sendUsage(turn);
	}
}

async function work(turn: Turn, commands: readonly Command[], name: string | null): Promise<StopReason | undefined> {
	const command = commands.find((each) => each.name === name);
	if (command !== undefined) return command.run(turn);
	const { draftPlan, mode } = turn.session;
	const message = commitMessage(turn.words);
	if (message !== null) await say(turn, message);
	else if (name !== null) await say(turn, unknownCommandText(commands, name));
	else if (draftPlan !== null && mode === 'plan' && turn.words !== '') await planAgain(turn, draftPlan, turn.words);
	// Without a draft a prompt in plan mode is what to plan.
	else if (mode === 'plan' && turn.words !== '' && !isGreeting(turn.words)) await planMode(turn);
	else await reply(turn);
	return undefined;
}

/** The words of a prompt; a slash and a word at its start are a command. A path such as `/etc/hosts` is none. */
function parsePrompt(prompt: readonly ContentBlock[]): {
	readonly text: string;
	readonly command: string | null;
	readonly words: string;
} {
	const text = prompt
		.map((block) => (block.type === 'text' ? block.text : ''))
		.join('')
		.trim();
	const match = /^\/([a-z][\w-]*)(?:\s+([\s\S]*))?$/i.exec(text);
	return { text, command: match?.[1] ?? null, words: match === null ? text : (match[2] ?? '') };
}

async function sendTitle(turn: Turn, text: string): Promise<void> {
	if (turn.session.isTitled) return;
	turn.session.isTitled = true;
	const line = text.replace(/^\//, '').split('\n')[0]?.trim() ?? '';
	const short = line.length > 60 ? `${line.slice(0, 59).trimEnd()}…` : line;
	const title = short === '' ? 'A message without words' : short.charAt(0).toUpperCase() + short.slice(1);
	await send(turn, { sessionUpdate: 'session_info_update', title, updatedAt: new Date().toISOString() });
}

/** Sent however the turn ended. */
async function sendUsage(turn: Turn): Promise<void> {
	if (turn.gone.aborted) return;
	const { used, cost } = turn.session;
	const amount = Math.round(cost * 1e6) / 1e6;
	await send(
		{ ...turn, signal: turn.gone },
		{ sessionUpdate: 'usage_update', used, size: 200_000, cost: { amount, currency: 'USD' } },
	);
}

const ASKED = /\bWrite the message of a git commit\b/;

const VERBS: Readonly<Record<string, string>> = { added: 'Add', deleted: 'Remove', renamed: 'Rename' };

/** Message for the files that a client lists with their changes; null where it asks for something else. */
function commitMessage(words: string): string | null {
	if (!ASKED.test(words)) return null;
	const files = [...words.matchAll(/^- (\w+): (.+?)((?: [+−]\d+)*)$/gm)];
	const [first] = files;
	if (first === undefined) return 'Change what was chosen';
	const [, status = '', path = ''] = first;
	const name = path.split('/').at(-1) ?? path;
	const more = files.length === 1 ? '' : ` and ${files.length - 1} more`;
	const lines = files.map(([, , each = '', counts = '']) => `- ${each}${counts}`);
	return `${VERBS[status] ?? 'Change'} ${name}${more}\n\nThe demo agent has no model, so it only lists what changed:\n\n${lines.join('\n')}`;
}

const HINTS: readonly (readonly [RegExp, string])[] = [
	[
		/\b(plan|design|architect|propose|approach)/i,
		'That sounds like planning: `/planmode` plans and asks for your approval, `/steps WORD` looks for a word step by step.',
	],
	[
		/\b(fix|change|edit|add|write|refactor|implement|rename|remove|create)/i,
		'I can show you how an edit goes: `/edit FILE` proposes a small one and asks before it writes.',
	],
	[
		/\b(run|test|build|execute|install|lint|start)/i,
		'I can run that for real: `/run COMMAND` asks first and shows the output while it comes.',
	],
	[
		/\b(read|explain|what|where|how|show|summari[sz]e|find|look)/i,
		'I can look into any file: `/read FILE` describes its shape, `/steps WORD` searches for a word.',
	],
];

async function reply(turn: Turn): Promise<void> {
	const attached = await attachmentsText(turn);
	if (attached !== '') await say(turn, attached);
	const found = await survey(turn.session.cwd, turn.signal);
	const hint = HINTS.find(([words]) => words.test(turn.words))?.[1];
	const place = found.files.length === 0 ? 'This directory is empty.' : await placeText(turn, found);
	await say(
		turn,
		`${isGreeting(turn.words) ? 'Hello! ' : ''}I am the demo agent: there is no model behind me, so I cannot really answer, but what I do with your files is real.\n\n${place}\n\n${hint ?? 'Good places to start are `/read`, `/edit`, `/run` and `/planmode`.'}\n\nThe best way to see everything is **/tour**, it takes two minutes.`,
	);
}

function isGreeting(words: string): boolean {
	return /^\s*(hi|hello|hey|good (morning|evening|day)|moin|hallo)\b/i.test(words);
}

async function placeText(turn: Turn, found: Survey): Promise<string> {
	const front = frontFile(found);
	const facts = `I see ${surveyText(found)}`;
	if (front === null) return `${facts}.`;
	try {
		const title = outlineOf(front, await readText(turn, join(turn.session.cwd, front))).names[0];
		return `${facts}. The place to begin seems to be \`${front}\`${title === undefined ? '' : ` (“${title}”)`}.`;
	} catch (error) {
		return `${facts}. I would have begun with \`${front}\`, but: ${sentenceOf(turn, error)}`;
	}
}

async function attachmentsText(turn: Turn): Promise<string> {
	const lines: string[] = [];
	for (const block of turn.prompt) {
		const line = await attachmentText(turn, block);
		if (line !== null) lines.push(`- ${line}`);
	}
	return lines.length === 0 ? '' : `Thank you, this is what came with your message:\n\n${lines.join('\n')}`;
}

async function attachmentText(turn: Turn, block: ContentBlock): Promise<string | null> {
	switch (block.type) {
		case 'text':
			return null;
		case 'image':
			return `an image (${block.mimeType}, ${sizeText(block.data)})`;
		case 'audio':
			return `a sound (${block.mimeType}, ${sizeText(block.data)})`;
		case 'resource':
			return 'text' in block.resource
				? `the text of \`${block.resource.uri}\` (${plural(block.resource.text.replace(/\n$/, '').split('\n').length, 'line')})`
				: `the file \`${block.resource.uri}\` (${sizeText(block.resource.blob)})`;
		case 'resource_link':
			return `the file \`${block.name}\`${await linkText(turn, block.uri)}`;
	}
}

async function linkText(turn: Turn, uri: string): Promise<string> {
	if (!uri.startsWith('file:')) return ` (${uri})`;
	try {
		const path = fileURLToPath(uri);
		return ` (${plural(outlineOf(path, await readText(turn, path)).lines, 'line')})`;
	} catch (error) {
		turn.signal.throwIfAborted();
		// A link that leads nowhere is still worth a word.
		return error instanceof TypeError
			? ' (a link that I cannot follow)'
			: `, which I cannot read: ${sentenceOf(turn, error)}`;
	}
}

function sizeText(base64: string): string {
	const bytes = Math.floor((base64.replace(/=+$/, '').length * 3) / 4);
	return bytes < 1_024 ? `${bytes} bytes` : `${(bytes / 1_024).toFixed(1)} KB`;
}
