import type { AgentInfo } from './agent-info.js';

/** The file that agents read first in a project, where nothing else is known of them. */
const COMMON_FILE = 'AGENTS.md';

/** The files of a project that the agent reads first, as relative paths: a new one gets the first name. Never empty. */
export function memoryFilesOf(agent: AgentInfo | null): readonly [string, ...string[]] {
	const [first = COMMON_FILE, ...others] = agent?.quirks.memoryFiles ?? [];
	return [first, ...others];
}

/**
 * A memory file with one more line at its end, as a list item where it is none yet; `text` null:
 * the file is new. The file's own line ends are kept, and what is in it stays as it is.
 */
export function withMemory(text: string | null, line: string): string {
	const words = line
		.split(/\s*[\r\n]+\s*/)
		.join(' ')
		.trim();
	const item = /^(?:[-*+]|#{1,6}|\d+[.)])\s/.test(words) ? words : `- ${words}`;
	if (text === null || text.trim() === '') return `${item}\n`;
	const lineEnd = /\r\n/.test(text) ? '\r\n' : '\n';
	const last = text.trimEnd().slice(text.trimEnd().lastIndexOf('\n') + 1);
	const isInList = /^\s*(?:[-*+]|\d+[.)])\s/.test(last);
	const body = text.endsWith('\n') ? text : text + lineEnd;
	// A list item right after a paragraph would be read as part of it.
	const gap = isInList || /\n\s*\n$/.test(body) || !item.startsWith('- ') ? '' : lineEnd;
	return body + gap + item + lineEnd;
}
