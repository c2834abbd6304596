import type { ElicitationEvent } from '../../elicitation/elicitation.js';
import type { FormAnswer } from '../../elicitation/form.js';
import type { PermissionOutcome } from '../../policy/policy-types.js';
import { note, noted } from '../entries/append.js';
import {
	ADDRESS_ANSWERS,
	addressAsked,
	addressDone,
	addressTakenBack,
	type Question,
	type UrlElicitationQuestion,
} from '../question.js';
import { showAddress } from '../sign-in/settle-sign-in.js';
import type { SessionState } from '../state.js';
import { only, type Reducers, type Step, withEffects } from '../step.js';

const MOST_AGREED = 50;

export const onElicitation: Reducers<ElicitationEvent> = {
	'elicitation-completed': (state, { elicitationId }, at) => reduceCompleted(state, elicitationId, at),
};

export function reduceUrlAnswer(
	state: SessionState,
	question: UrlElicitationQuestion,
	outcome: PermissionOutcome,
	at: number,
): Step {
	const choice = outcome.type === 'selected' ? chosen(outcome.optionId) : 'cancel';
	const { agent, elicitationId, address, isOfRequest, message } = question;
	const withNote = noteAddress(withoutQuestion(state, question), question, ADDRESS_ANSWERS[choice], at);
	if (choice !== 'open' && choice !== 'go-on') return answerQuestion(withNote, question.id, outcome);
	const agreed = { agent, elicitationId, host: address.host };
	const next = { ...withNote, agreedAddresses: [...(withNote.agreedAddresses ?? []), agreed].slice(-MOST_AGREED) };
	// The user still needs both while they sign in there.
	return answerQuestion(isOfRequest ? showAddress(next, address, message.trim()) : next, question.id, outcome);
}

export function reduceTakenBack(state: SessionState, question: UrlElicitationQuestion, at: number): SessionState {
	return noteAddress(withoutQuestion(state, question), question, addressTakenBack, at);
}

/** `elicitation/complete`: the question is withdrawn. Unknown ids are ignored. */
function reduceCompleted(state: SessionState, elicitationId: string, at: number): Step {
	const question = state.questions.find(
		(candidate): candidate is UrlElicitationQuestion =>
			candidate.kind === 'elicitation-url' && candidate.elicitationId === elicitationId,
	);
	if (question !== undefined) {
		const withNote = noteAddress(withoutQuestion(state, question), question, addressDone, at);
		return answerQuestion(withNote, question.id, { type: 'cancelled' });
	}
	const agreed = state.agreedAddresses?.find((candidate) => candidate.elicitationId === elicitationId);
	if (agreed === undefined) return only(state);
	const agreedAddresses = (state.agreedAddresses ?? []).filter((candidate) => candidate !== agreed);
	return noted({ ...state, agreedAddresses }, at, 'info', addressAsked(agreed.agent, agreed.host, addressDone));
}

type AddressChoice = keyof typeof ADDRESS_ANSWERS;

function chosen(optionId: string): AddressChoice {
	return Object.hasOwn(ADDRESS_ANSWERS, optionId) ? (optionId as AddressChoice) : 'cancel';
}

export function withoutQuestion(state: SessionState, { id }: Pick<Question, 'id'>): SessionState {
	return { ...state, questions: state.questions.filter((question) => question.id !== id) };
}

/** Settles the request that waits for the answer. */
export function answerQuestion(state: SessionState, questionId: string, outcome: PermissionOutcome | FormAnswer): Step {
	return withEffects(state, { type: 'answer-question', questionId, outcome });
}

function noteAddress(state: SessionState, question: UrlElicitationQuestion, answer: string, at: number): SessionState {
	const { agent, address, message } = question;
	const detail = [message.trim(), address.url].filter((text) => text !== '').join('\n');
	return note(state, at, 'info', addressAsked(agent, address.host, answer), { detail });
}
