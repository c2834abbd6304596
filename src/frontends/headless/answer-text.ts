import { sanitizeText } from '../../core/text/sanitize.js';
import { trimNewlinesEnd } from '../../core/text/trim-ends.js';

/** Characters that wait at most, as they may be half of an escape sequence. */
const MAX_PENDING = 4096;

/** The agent's answer, assembled from message chunks and sanitised. */
export function createAnswerText() {
	let printed = '';
	let pending = '';
	let messageId: string | undefined;
	let isInterrupted = false;

	function emit(text: string): string {
		printed += text;
		return text;
	}

	return {
		add(chunk: string, id: string | undefined): string {
			if (chunk === '') return '';
			const isNew = isInterrupted || (id !== undefined && messageId !== undefined && id !== messageId);
			isInterrupted = false;
			messageId = id ?? messageId;
			const gap = isNew ? harmless(pending) : '';
			if (isNew) pending = '';
			const before = `${gap}${isNew ? blankLineAfter(printed + gap) : ''}`;
			const whole = pending + chunk;
			const cut = safeLength(whole);
			pending = whole.slice(cut);
			return emit(before + harmless(whole.slice(0, cut)));
		},
		/** Something else came in between: the next chunk begins a paragraph. */
		interrupt(): void {
			isInterrupted = printed !== '' || pending !== '';
		},
		end(): string {
			const rest = harmless(pending);
			pending = '';
			const text = emit(rest);
			return printed === '' || printed.endsWith('\n') ? text : `${text}\n`;
		},
		/** Everything returned so far, without the last newline. */
		text: (): string => trimNewlinesEnd(printed),
	};
}

export type AnswerText = ReturnType<typeof createAnswerText>;

// Tabs are kept: the output may be source code, and nothing is aligned here.
function harmless(text: string): string {
	return text.split('\t').map(sanitizeText).join('\t');
}

function blankLineAfter(text: string): string {
	if (text === '' || text.endsWith('\n\n')) return '';
	return text.endsWith('\n') ? '\n' : '\n\n';
}

/** Length of the part of `text` that cannot begin an escape sequence, a surrogate pair or a CRLF. */
function safeLength(text: string): number {
	const introducer = Math.max(text.lastIndexOf('\x1b'), lastC1(text));
	const tail = introducer === -1 ? '' : text.slice(introducer);
	if (tail !== '' && tail.length < MAX_PENDING && !tail.includes('\n')) return introducer;
	return /[\r\ud800-\udbff]$/.test(text) ? text.length - 1 : text.length;
}

function lastC1(text: string): number {
	for (let index = text.length - 1; index >= 0 && text.length - index < MAX_PENDING; index -= 1) {
		const code = text.charCodeAt(index);
		if (code >= 0x80 && code <= 0x9f) return index;
	}
	return -1;
}
