import type { UrlElicitationQuestion } from '../../core/session/question.js';
import { ODDITIES } from '../../core/sign-in/sign-in-address.js';
import { type QuestionDetail, questionDetail, shownLine } from './detail.js';
import { ADDRESS } from './detail-messages.js';

/** An address to open, below the host in our words: what is odd about it, all of it, and what the agent says. */
export function addressDetails({ address, message }: UrlElicitationQuestion): readonly QuestionDetail[] {
	const words = message.trim();
	const careful = address.oddities.map((oddity) => ODDITIES[oddity]).join('; ');
	return [
		...(careful === '' ? [] : [{ ...questionDetail('careful', careful), isWarning: true as const }]),
		questionDetail(ADDRESS, address.url),
		...(words === '' ? [] : [questionDetail('says', words)]),
	];
}

/** Names who asks and the host, for a low screen. */
export function briefAddress({ agent, address }: UrlElicitationQuestion): string {
	return shownLine(`${agent}: open ${address.host}`);
}
