import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ContentBlock } from '@agentclientprotocol/sdk/unstable';
import { surveyText } from './commands/steps.js';
import { readText } from './files.js';
import { outlineOf, plural } from './outline.js';
import { sentenceOf } from './tool.js';
import { say, type Turn } from './turn.js';
import { frontFile, type Survey, survey } from './workspace.js';

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

export async function reply(turn: Turn): Promise<void> {
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

export function isGreeting(words: string): boolean {
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
