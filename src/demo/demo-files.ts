import { stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StepFailed } from './demo-tool.js';
import { request, type Turn } from './demo-turn.js';

/** A file larger than this is not read: nobody wants it summarised, and it would be sent through a pipe. */
const LARGEST_FILE = 4 * 1024 * 1024;
const NO_ACCESS = 'The client offers no file access.';

/** The absolute path that the user meant: `@src/a.ts`, `"a b.txt"`, a file URL, or a plain path. */
function pathOf(turn: Turn, given: string): string {
	const bare = given
		.trim()
		.replace(/^@/, '')
		.replace(/^"(.*)"$|^'(.*)'$/, '$1$2');
	try {
		return bare.startsWith('file:') ? fileURLToPath(bare) : resolve(turn.session.cwd, bare);
	} catch {
		throw new StepFailed(`\`${bare}\` is not a path that I can follow.`);
	}
}

/** The file that the words or an attached link name; null when neither does. */
export function namedFile(turn: Turn): string | null {
	if (turn.words !== '') return pathOf(turn, turn.words);
	const link = turn.prompt.find((block) => block.type === 'resource_link' && block.uri.startsWith('file:'));
	return link?.type === 'resource_link' ? pathOf(turn, link.uri) : null;
}

/** A path as the user knows it: relative to the workspace where it is inside. */
export function shown(turn: Turn, path: string): string {
	const inside = relative(turn.session.cwd, path);
	return inside === '' || inside.startsWith('..') || isAbsolute(inside) ? path : inside;
}

export async function isThere(path: string): Promise<boolean> {
	return (await kindOf(path)) !== 'missing';
}

/** Reads a text file through the client. Fails with a sentence. */
export async function readText(turn: Turn, path: string): Promise<string> {
	const name = shown(turn, path);
	const kind = await kindOf(path);
	if (kind === 'missing') throw new StepFailed(`There is no file \`${name}\` here.`);
	if (kind === 'directory') throw new StepFailed(`\`${name}\` is a directory; give me a file in it.`);
	if (kind === 'large') throw new StepFailed(`\`${name}\` is larger than 4 MB, too much for a summary.`);
	if (!turn.session.can.readFiles) throw new StepFailed(NO_ACCESS);
	const { content } = await request(turn, 'fs/read_text_file', { sessionId: turn.session.id, path });
	if (content.includes('\0')) throw new StepFailed(`\`${name}\` is not a text file.`);
	return content;
}

/** Writes a text file through the client. Fails with the client's sentence. */
export async function writeText(turn: Turn, path: string, content: string): Promise<void> {
	if (!turn.session.can.writeFiles) throw new StepFailed(NO_ACCESS);
	await request(turn, 'fs/write_text_file', { sessionId: turn.session.id, path, content });
}

async function kindOf(path: string): Promise<'file' | 'large' | 'directory' | 'missing'> {
	try {
		const found = await stat(path);
		if (found.isDirectory()) return 'directory';
		return found.size > LARGEST_FILE ? 'large' : 'file';
	} catch {
		// Missing or not readable: to the user both are the same.
		return 'missing';
	}
}
