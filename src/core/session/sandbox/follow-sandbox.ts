import { heldNow } from '../../sandbox/command-hold.js';
import type { SandboxEvent } from '../../sandbox/sandbox-event.js';
import type { SessionSandbox } from '../../sandbox/session-sandbox.js';
import type { Question } from '../questions/question.js';
import type { Reducers } from '../reducers/reducers.js';
import { only } from '../reducers/step.js';

export const onSandbox: Reducers<SandboxEvent> = {
	// Told to who listens.
	'command-settled': (state) => only(state),
	'sandbox-changed': (state, { change }) => {
		const sandbox = { ...state.sandbox, ...change };
		return only({ ...state, sandbox, questions: state.questions.map((question) => holdNow(question, sandbox)) });
	},
};

function holdNow(question: Question, sandbox: SessionSandbox): Question {
	if (question.kind !== 'permission' || question.hold === undefined) return question;
	return { ...question, hold: { ...question.hold, ...heldNow(sandbox) } };
}
