import { contentOf } from '../../core/elicitation/content.js';
import type { ElicitationAnswer } from '../../core/elicitation/elicitation.js';
import type { FormElicitationQuestion } from '../../core/session/questions/question.js';
import type { Client } from './client.js';
import { describeForm } from './form-note.js';
import { tellOver } from './forms-over.js';

/**
 * Asks a form until it is answered; null: it ended before. Answers are validated again before they are sent; the
 * transcript keeps question and answer, but no secret.
 */
export async function askForm(
	client: Client,
	question: FormElicitationQuestion,
	signal: AbortSignal,
): Promise<ElicitationAnswer | null> {
	const { sessionId } = client.store.getState();
	for (;;) {
		const answer = await client.questions.putForm(question, signal);
		if (answer === 'unasked') return null;
		// A form of another session is not noted here.
		if (answer === 'over' && client.store.getState().sessionId !== sessionId) return null;
		const read = answer !== 'over' && answer.action === 'accept' ? contentOf(question.form, answer.drafts) : null;
		// The screen validates; an invalid answer is asked for again.
		if (read?.ok === false) continue;
		const action = answer === 'over' ? answer : answer.action === 'decline' ? 'decline' : 'cancel';
		const told = describeForm(question, read?.content ?? action);
		const isAnswer = read !== null || action === 'decline';
		if (action === 'over') tellOver(client, told);
		else client.store.dispatch({ type: 'note', level: 'info', ...told, ...(isAnswer ? { isAnswer } : {}) });
		if (read !== null) return { action: 'accept', content: read.content };
		return action === 'over' ? null : { action };
	}
}
