import type { Question } from '../../core/session/question.js';
import { sentence } from '../spoken-text.js';

export const needsScreen = 'This key needs the full screen; it does nothing here.';

export const headlines: Readonly<Record<Question['kind'], string>> = {
	'exit-plan': 'Plan to approve',
	permission: 'Permission',
	'agent-question': 'Question',
	'elicitation-url': 'Question',
	'elicitation-form': 'Question',
	refusals: 'Question',
	confirm: 'Question',
};
export const requestChanged = 'This request changed:';
export const forSubAgent = (name: string, parent: string): string =>
	name === ''
		? 'For a sub-agent.'
		: `For the sub-agent: ${sentence(parent === '' ? name : `${name}, started by ${parent}`)}`;

export const alwaysAllow = (rule: string, scope: string): readonly string[] => [
	`Always allow. The rule: ${rule}`,
	`It allows ${sentence(scope)}`,
	'Nothing is written yet. Escape goes back.',
];

export const begunBefore = (what: 'it' | 'the number'): string =>
	`You began that before the question came. Type ${what} again.`;
export const noSuchAnswer = (number: number, count: number): string =>
	`There is no answer ${number}. Type a number from 1 to ${count}.`;
export const questionGone = 'The question is gone, so the number was not sent. Type it again to send it.';
