import type { UrlElicitationQuestion } from '../../core/session/questions/question.js';
import type { AddressOddity } from '../../core/sign-in/sign-in-address.js';
import { type QuestionDetail, questionDetail, shownLine } from './detail.js';
import { ADDRESS, CAREFUL, openFor, SAYS } from './detail-messages.js';

/** What to know of an address before it is opened. */
const WARNINGS: Readonly<Record<AddressOddity, string>> = {
	http: 'not encrypted (http)',
	'user-info': 'what stands before the @ is not the host',
	international: 'the host has letters that may look like others',
	'ip-address': 'the host is a number, not a name',
	port: 'it has a port of its own',
};

/** An address to open, below the host in our words: what is odd about it, all of it, and what the agent says. */
export function addressDetails({ address, message }: UrlElicitationQuestion): readonly QuestionDetail[] {
	const words = message.trim();
	const careful = address.oddities.map((oddity) => WARNINGS[oddity]).join('; ');
	return [
		...(careful === '' ? [] : [{ ...questionDetail(CAREFUL, careful), isWarning: true as const }]),
		questionDetail(ADDRESS, address.url),
		...(words === '' ? [] : [questionDetail(SAYS, words)]),
	];
}

/** What it is about on a low screen: who asks, and the host. */
export function briefAddress({ agent, address }: UrlElicitationQuestion): string {
	return shownLine(openFor(agent, address.host));
}
