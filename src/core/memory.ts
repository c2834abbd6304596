import type { AgentInfo } from './agent-info.js';
import type { Result } from './failure.js';
import { countNewlines, joinLines } from './text/newlines.js';

/** Memory files of the user's home, by their names as `~/…`. No method throws. */
export type OwnMemoryPort = {
	/** `text` is null where there is none yet; `path` is absolute. */
	read(file: string): Promise<Result<{ readonly path: string; readonly text: string | null }>>;
	write(file: string, text: string): Promise<Result<void>>;
};

const COMMON_FILE = 'AGENTS.md';

/** Relative paths of the agent's memory files, never empty; a new file gets the first name. */
export function memoryFilesOf(agent: AgentInfo | null): readonly [string, ...string[]] {
	const [first = COMMON_FILE, ...others] = agent?.quirks.memoryFiles ?? [];
	return [first, ...others];
}

/** Adds a line as a list item; `text` null: a new file. Line ends and content of the file stay. */
export function withMemory(text: string | null, line: string): string {
	const words = joinLines(line, ' ').trim();
	const item = /^(?:[-*+]|#{1,6}|\d+[.)])\s/.test(words) ? words : `- ${words}`;
	if (text === null || text.trim() === '') return `${item}\n`;
	const lineEnd = /\r\n/.test(text) ? '\r\n' : '\n';
	const written = text.trimEnd();
	const last = written.slice(written.lastIndexOf('\n') + 1);
	const isInList = /^\s*(?:[-*+]|\d+[.)])\s/.test(last);
	const body = text.endsWith('\n') ? text : text + lineEnd;
	// A list item right after a paragraph would be read as part of it.
	const gap = isInList || countNewlines(body, written.length) > 1 || !item.startsWith('- ') ? '' : lineEnd;
	return body + gap + item + lineEnd;
}
