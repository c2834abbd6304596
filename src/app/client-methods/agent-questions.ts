import type { AgentQuestion, AgentQuestions } from '../../core/agent-questions.js';
import type { PermissionRequest } from '../../core/permission-request.js';
import { chooseOption } from '../../core/policy/choose-option.js';
import type { ActionRequest, PermissionOption, PermissionOutcome, ToolInput } from '../../core/policy/types.js';
import { agentQuestion, type QuestionFromAgent } from '../../core/session/questions/question.js';
import { isReadOnlyKind } from '../../core/tool-call.js';
import type { Client } from './client.js';
import { report } from './decide-now.js';

const CANCELLED: PermissionOutcome = { type: 'cancelled' };
const CANCEL_ID = 'cancel-questions';
const DONE_ID = 'all-chosen';

/** True for a request that only asks: what also runs, changes or reaches something is decided about as that. */
export function onlyAsks({ kind, command, diffs, writes, mcp, paths }: ActionRequest): boolean {
	return (
		(isReadOnlyKind(kind) || kind === 'other') &&
		command === undefined &&
		diffs.length === 0 &&
		writes !== true &&
		mcp === undefined &&
		paths.length === 0
	);
}

/**
 * Puts an agent's questions to the user, whatever the mode and the rules say: no policy knows the answers.
 * Where answers can reach the agent they are asked one by one; else all are shown, and the agent's own options
 * are what can be chosen. Without a user the request is cancelled.
 */
export async function askQuestions(
	client: Client,
	request: PermissionRequest,
	questions: AgentQuestions,
	action: ActionRequest,
	signal: AbortSignal,
): Promise<PermissionOutcome> {
	if (client.isHeadless) {
		report(client, action, { decision: 'deny', because: 'nobody is there to answer its questions' }, 'policy');
		return rejection(request);
	}
	return questions.takesAnswers
		? askOneByOne(client, request, questions.items, action, signal)
		: askAtOnce(client, request, questions.items, action, signal);
}

async function askOneByOne(
	client: Client,
	request: PermissionRequest,
	items: readonly AgentQuestion[],
	action: ActionRequest,
	signal: AbortSignal,
): Promise<PermissionOutcome> {
	const submit = chooseOption(request.options, 'allow');
	if (submit === null) return askAtOnce(client, request, items, action, signal);
	const answers: Record<string, string> = {};
	for (const [index, item] of items.entries()) {
		const place = items.length > 1 ? ` (${index + 1} of ${items.length})` : '';
		const answer = await askOne(client, item, place, action, signal);
		if (answer === undefined) return CANCELLED;
		if (answer === null) return rejection(request);
		answers[String(index)] = answer;
	}
	report(client, action, { decision: 'allow', because: 'you answered' }, 'user');
	return { type: 'selected', optionId: submit.id, answers };
}

/** One question; of several choices as many as the user wants. Null when they cancelled, undefined when it was taken back. */
async function askOne(
	client: Client,
	item: AgentQuestion,
	place: string,
	action: ActionRequest,
	signal: AbortSignal,
): Promise<string | null | undefined> {
	const chosen: string[] = [];
	for (;;) {
		const left = item.choices.filter(({ label }) => !chosen.includes(label));
		const options: PermissionOption[] = [
			...left.map(({ label }, index) => ({ id: `choice-${index}`, name: label, kind: 'unknown' as const })),
			...(chosen.length > 0 ? [{ id: DONE_ID, name: 'That is all', kind: 'unknown' as const }] : []),
			{ id: CANCEL_ID, name: 'Cancel the questions', kind: 'reject_once' },
		];
		const about = item.header === undefined ? '' : `${item.header}: `;
		const outcome = await put(
			client,
			{
				title: `${about}${item.text}${place}`,
				fields: [
					...left.flatMap(({ label, description = '' }) =>
						description === '' ? [] : [{ name: label, value: description }],
					),
					...chosen.map((label) => ({ name: 'chosen', value: label })),
				],
				because: `choose ${item.isMultiple ? 'one or several' : 'one'}, or type your own answer and press enter`,
				takesWords: true,
			},
			options,
			action,
			signal,
		);
		if (outcome.type === 'cancelled') return undefined;
		// Words of their own say all that the user wants to say.
		if (outcome.words !== undefined) return [...chosen, outcome.words].join(', ');
		if (outcome.optionId === CANCEL_ID) return null;
		if (outcome.optionId === DONE_ID) return chosen.join(', ');
		const choice = left[options.findIndex((option) => option.id === outcome.optionId)];
		if (choice === undefined) return null;
		chosen.push(choice.label);
		if (!item.isMultiple || chosen.length === item.choices.length) return chosen.join(', ');
	}
}

/** Nobody knows how to answer this agent: its options are named by what choosing them does. */
async function askAtOnce(
	client: Client,
	request: PermissionRequest,
	items: readonly AgentQuestion[],
	action: ActionRequest,
	signal: AbortSignal,
): Promise<PermissionOutcome> {
	const labels = new Set(items.flatMap(({ choices }) => choices.map(({ label }) => label)));
	const outcome = await put(
		client,
		{
			title: action.title,
			fields: items.flatMap(({ header = 'question', text, choices }) => [
				{ name: header, value: text },
				...choices.map(({ label, description = '' }) => ({ name: `· ${label}`, value: description })),
			]),
			because: 'the agent asks you something, and takes no answers here',
			takesWords: false,
		},
		request.options.map((option) => ({ ...option, ...truthful(option, labels) })),
		action,
		signal,
	);
	return outcome.type === 'selected' ? { type: 'selected', optionId: outcome.optionId } : outcome;
}

/** An option that is one of the answers keeps its name. A yes has no letter: nobody sends nothing by accident. */
function truthful(
	{ name, kind }: PermissionOption,
	labels: ReadonlySet<string>,
): Pick<PermissionOption, 'name' | 'kind'> {
	if (labels.has(name)) return { name, kind: 'unknown' };
	if (kind === 'allow_once' || kind === 'allow_always')
		return { name: `Submit without answers (${name})`, kind: 'unknown' };
	if (kind === 'reject_once') return { name: `Cancel, and answer in a message (${name})`, kind };
	return { name, kind };
}

type Shown = Pick<ToolInput, 'fields'> & Pick<QuestionFromAgent, 'because' | 'takesWords'> & { readonly title: string };

function put(
	client: Client,
	shown: Shown,
	options: readonly PermissionOption[],
	action: ActionRequest,
	signal: AbortSignal,
): Promise<PermissionOutcome> {
	return client.questions.put(
		agentQuestion({
			...shown,
			id: client.ports.ids.next('question'),
			options,
			toolCallId: action.toolCallId,
			askedAt: client.ports.clock.now(),
		}),
		signal,
	);
}

function rejection(request: PermissionRequest): PermissionOutcome {
	const option = chooseOption(request.options, 'deny');
	return option === null ? CANCELLED : { type: 'selected', optionId: option.id };
}
