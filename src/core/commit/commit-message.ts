import { sanitizeText } from '../text/sanitize.js';

/** Characters of a subject that git and its hosts show whole. */
export const MOST_SUBJECT = 72;
const MOST_CHARS = 8000;

/** Commit message in an answer of the agent: sanitised, without the words around it and without fences. */
export function cleanMessage(text: string): string {
	const lines = withoutFence(
		sanitizeText(text)
			.split('\n')
			.map((line) => line.trimEnd()),
	)
		// git ends a message at its scissors line.
		.filter((line) => !/^\W{0,3}-{3,} ?>8 ?-{3,}/.test(line))
		.map((line) => line.replace(/^#{1,6}\s+/, ''));
	const whole = lines
		.join('\n')
		.replace(/\n{3,}/g, '\n\n')
		.trim();
	return withoutLabel(whole).slice(0, MOST_CHARS).trimEnd();
}

/** A message that stands in a fence, below a line that announces it at most; else the lines without their fences. */
function withoutFence(lines: readonly string[]): readonly string[] {
	const from = lines.findIndex((line) => FENCE.test(line));
	const before = lines.slice(0, Math.max(0, from)).filter((line) => line !== '');
	const isAround = from >= 0 && (before.length === 0 || (before.length === 1 && /:\**$/.test(before[0] ?? '')));
	if (!isAround) return lines.filter((line) => !FENCE.test(line));
	const length = lines.slice(from + 1).findIndex((line) => FENCE.test(line));
	// A message that is still streamed has no end.
	return lines.slice(from + 1, length < 0 ? undefined : from + 1 + length);
}

const FENCE = /^\s*(?:`{3,}|~{3,})\s*[\w-]*$/;

/** Words such as “Commit message:” before it, and quotes around a subject alone. */
function withoutLabel(text: string): string {
	const bare = text.replace(/^\**commit message\**:\**\s*/i, '');
	return /^(["'`])[^\n]*\1$/.test(bare) && bare.length > 2 ? bare.slice(1, -1) : bare;
}

/** Characters as a person counts them. */
export function subjectLength(message: string): number {
	return [...(message.split('\n', 1)[0] ?? '')].length;
}
