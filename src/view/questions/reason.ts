import { sanitizeLine } from '../../core/text/sanitize.js';

/** Why a question is asked, as a sentence of its own: reasons are kept in lower case, without a full stop. */
export function reasonSentence(because: string): string {
	const words = sanitizeLine(because).trim();
	if (words === '') return '';
	const [first = ''] = words;
	const sentence = first.toUpperCase() + words.slice(first.length);
	return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
}
