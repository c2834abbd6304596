import type { App } from '../../app/app.js';
import type { ExpandedPrompt } from '../../app/commands/expand.js';
import type { AttachmentsPort } from '../../core/attachment-ports.js';
import type { ContentBlock } from '../../core/content.js';
import { defined } from '../../core/defined.js';
import type { IdPort } from '../../core/ports.js';
import type { Prompt } from '../../core/prompt-schema.js';
import { Serial } from '../../core/serial.js';
import { canSteer } from '../../core/session/steering/steering-of.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import type { Draft } from '../../view/composer/draft.js';
import type { SendRequest } from '../../view/state/send-request.js';
import * as messages from './attach-messages.js';
import type { EmbedLimits } from './embed.js';
import { attach, hasAttachments, knownAgent, type Written } from './prompt-attachments.js';

export type Outgoing = Written & Omit<SendRequest, 'type' | keyof Written>;

export type SenderOptions = {
	readonly app: App;
	readonly ids: IdPort;
	readonly attachments: AttachmentsPort;
	readonly limits: EmbedLimits;
	readonly notify: (notice: string | null) => void;
	readonly giveBack: (draft: Draft) => void;
};

/** Sends prompts with their mentions, in the order in which they were written. */
export type Sender = { send(outgoing: Outgoing): void };

/** Sends words into the running turn; denied ones are given back. */
function steering(app: App, giveBack: SenderOptions['giveBack']): (prompt: Prompt, draft: Draft) => void {
	/** Drafts whose words are on their way, by the prompt. */
	const sent = new Map<string, Draft>();
	app.onEvent((event) => {
		if (event.type !== 'steering-answered' || event.answer === 'unanswered') return;
		const draft = sent.get(event.promptId);
		sent.delete(event.promptId);
		if (event.answer === 'denied' && draft !== undefined) giveBack(draft);
	});
	return (prompt, draft) => {
		const { queue } = app.getState();
		for (const id of sent.keys()) if (!queue.some((each) => each.id === id)) sent.delete(id);
		sent.set(prompt.id, draft);
		app.dispatch({ type: 'steer', prompt });
	};
}

/** Answers a plan with a prompt's words. False: the question is gone. An approval is given back then. */
function answering({ app, notify, giveBack }: Pick<SenderOptions, 'app' | 'notify' | 'giveBack'>) {
	return (answers: NonNullable<Outgoing['answers']>, prompt: Prompt, { text, draft }: Outgoing): boolean => {
		const question = app.getState().questions.find(({ id }) => id === answers.questionId);
		const isKept = answers.type === 'answer-plan' && answers.choice === 'keep-planning';
		if (question === undefined || (!isKept && question.isChanging === true)) {
			if (isKept) return false;
			giveBack(draft);
			notify('Not sent: the plan is not as you approved it, or gone');
		} else if (answers.type === 'answer-plan') {
			app.dispatch({ ...answers, feedback: text, blocks: prompt.blocks });
		} else {
			app.dispatch(answers);
			app.dispatch({ type: 'steer', prompt });
		}
		return true;
	};
}

/** Sends prompts. Problems with mentions are reported once; the same prompt sent again goes without them. */
export function createSender({ app, ids, attachments, limits, notify, giveBack }: SenderOptions): Sender {
	let waiting = 0;
	const serial = new Serial();
	/** Prompt whose problems the user knows, and may send now. */
	let warned: string | null = null;
	const steer = steering(app, giveBack);
	const answer = answering({ app, notify, giveBack });

	function dispatch(outgoing: Outgoing, blocks: readonly ContentBlock[], command?: ExpandedPrompt['command']): void {
		const { text, interrupts, steers, pastes, place, answers, rejects, isSideQuestion } = outgoing;
		const prompt = { id: ids.next('prompt'), text, blocks, ...defined({ pastes, command }) };
		if (isSideQuestion === true) {
			app.dispatch({ type: 'side-question', request: { do: 'ask', prompt } });
			return;
		}
		if (answers !== undefined && answer(answers, prompt, outgoing)) return;
		if (rejects !== undefined && app.getState().questions.some((question) => question.id === rejects.questionId)) {
			app.dispatch({ type: 'answer', ...rejects });
			// The agent shall read it before it goes on: in the running turn if it takes prompts there, else in one that
			// follows at once.
			if (canSteer(app.getState())) steer(prompt, outgoing.draft);
			else app.dispatch({ type: 'prompt', prompt, interrupts: true });
			return;
		}
		if (steers === true) {
			steer(prompt, outgoing.draft);
			return;
		}
		app.dispatch({ type: 'prompt', prompt, ...(interrupts ? { interrupts } : {}), ...defined({ place }) });
	}

	async function prepare(given: Outgoing): Promise<void> {
		const takes = await knownAgent(app);
		const expanded = given.isOwnCommand === true ? await app.expandCommand(given.text, given.written) : null;
		if (expanded?.ok === false) {
			const { code, message: title, hint } = expanded.failure;
			giveBack(given.draft);
			if (code === 'cancelled' || (code === 'usage' && hint === undefined)) notify(title);
			else app.dispatch({ type: 'note', level: 'warning', title, ...defined({ hint }) });
			return;
		}
		const { pastes: _, ...withoutPastes } = given;
		const outgoing = expanded === null ? given : { ...withoutPastes, ...expanded.value };
		// With the policy, which no first frame waits for.
		const { whyWithheld } = await import('../../core/session/prompts/withheld-file.js');
		const { blocks, problems, notes } = await attach(outgoing, takes, attachments, limits, (paths) =>
			whyWithheld(app.getState(), paths, expanded?.value.command),
		);
		const key = `${outgoing.images.length} ${outgoing.text}`;
		if (problems.length > 0 && warned !== key) {
			warned = key;
			giveBack(outgoing.draft);
			notify(messages.sendsAnyway(problems));
			return;
		}
		if (notes.length > 0) notify(sanitizeLine(notes.join(' · ')));
		else if (warned !== null) notify(null);
		warned = null;
		dispatch(outgoing, blocks, expanded?.value.command);
	}

	return {
		send(outgoing) {
			if (waiting === 0 && outgoing.isOwnCommand !== true && !hasAttachments(outgoing)) {
				if (warned !== null) notify(null);
				warned = null;
				dispatch(outgoing, [{ type: 'text', text: outgoing.text }]);
				return;
			}
			waiting += 1;
			serial
				.run(() => prepare(outgoing))
				.catch((error: unknown) => {
					giveBack(outgoing.draft);
					notify(`Not sent: ${sanitizeLine(String(error))}`);
				})
				.finally(() => {
					waiting -= 1;
				});
		},
	};
}
