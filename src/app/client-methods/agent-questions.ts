import type { AgentQuestion, AgentQuestions } from '../../core/agent-questions.js';
import { defined } from '../../core/defined.js';
import type { FormContent, FormField } from '../../core/elicitation/form.js';
import { secretWordIn } from '../../core/elicitation/secret-word.js';
import type { PermissionRequest } from '../../core/permission-request.js';
import { chooseOption } from '../../core/policy/choose-option.js';
import type { ActionRequest, PermissionOption, PermissionOutcome } from '../../core/policy/policy-types.js';
import { agentQuestion, formElicitation } from '../../core/session/question.js';
import { clip, sanitizeLine, sanitizeText } from '../../core/text/sanitize.js';
import { isReadOnlyKind } from '../../core/tool-call.js';
import { agentName, type ClientContext, report } from './client-context.js';
import { askForm } from './form.js';

const CANCELLED: PermissionOutcome = { type: 'cancelled' };

type Asked = {
	readonly client: ClientContext;
	readonly request: PermissionRequest;
	readonly action: ActionRequest;
	readonly signal: AbortSignal;
};

/** True for a request that only asks and neither runs, changes nor reaches anything. */
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
 * Asks the user an agent's questions in every mode: no policy knows the answers. Uses a form where the agent takes
 * answers; else shows all questions with the agent's own options. Cancelled without a user.
 */
export async function askQuestions(asked: Asked, { items, takesAnswers }: AgentQuestions): Promise<PermissionOutcome> {
	const { client, request, action } = asked;
	if (client.isHeadless) {
		report(client, action, { decision: 'deny', because: 'nobody is there to answer its questions' }, 'policy');
		return rejection(request);
	}
	return takesAnswers ? askWithForm(asked, items) : askAtOnce(asked, items);
}

/** All questions in one form; what is left open has no answer. */
async function askWithForm(asked: Asked, items: readonly AgentQuestion[]): Promise<PermissionOutcome> {
	const { client, request, action, signal } = asked;
	const submit = chooseOption(request.options, 'allow');
	if (submit === null) return askAtOnce(asked, items);
	const question = formElicitation({
		id: client.ports.ids.next('question'),
		askedAt: client.ports.clock.now(),
		agent: agentName(client),
		message: '',
		form: { fields: items.flatMap(fieldsOf) },
		isOfRequest: false,
		blocksTurn: true,
		...defined({ toolCallId: action.toolCallId, otherSession: action.otherSession, subagentId: action.subagentId }),
	});
	const answer = await askForm(client, question, signal);
	if (answer === null) return CANCELLED;
	if (answer.action !== 'accept') return rejection(request);
	report(client, action, { decision: 'allow', because: 'you answered' }, 'user');
	return { type: 'selected', optionId: submit.id, answers: answersOf(items, answer.content ?? {}) };
}

/** Unknown how to answer this agent: its options are named by their effect. */
async function askAtOnce(
	{ client, request, action, signal }: Asked,
	items: readonly AgentQuestion[],
): Promise<PermissionOutcome> {
	const labels = new Set(items.flatMap(({ choices }) => choices.map(({ label }) => label)));
	const outcome = await client.questions.put(
		agentQuestion({
			id: client.ports.ids.next('question'),
			title: action.title,
			fields: items.flatMap(({ header = 'question', text, choices }) => [
				{ name: header, value: text },
				...choices.map(({ label, description = '' }) => ({ name: `· ${label}`, value: description })),
			]),
			because: 'the agent asks you something, and takes no answers here',
			options: request.options.map((option) => ({ ...option, ...truthful(option, labels) })),
			toolCallId: action.toolCallId,
			...defined({ otherSession: action.otherSession, subagentId: action.subagentId }),
			askedAt: client.ports.clock.now(),
		}),
		signal,
	);
	return outcome.type === 'selected' ? { type: 'selected', optionId: outcome.optionId } : outcome;
}

/** Options that are answers keep their names. A yes has no letter, so that nothing is sent by accident. */
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

/** The agent's own no; `cancelled` where it offers none. */
export function rejection(request: PermissionRequest): PermissionOutcome {
	const option = chooseOption(request.options, 'deny');
	return option === null ? CANCELLED : { type: 'selected', optionId: option.id };
}

const MOST_TITLE = 300;

/** Answers by question index, as agents read them; unanswered questions are absent. */
function answersOf(items: readonly AgentQuestion[], content: FormContent): Readonly<Record<string, string>> {
	return Object.fromEntries(
		items.flatMap((_, place) => {
			const given = [content[nameOf(place)] ?? [], content[otherOf(place)] ?? []].flat();
			return given.length === 0 ? [] : [[String(place), given.join(', ')]];
		}),
	);
}

function nameOf(place: number): string {
	return `question-${place}`;
}

function otherOf(place: number): string {
	return `question-${place}-other`;
}

function fieldsOf({ text, header, choices, isMultiple }: AgentQuestion, place: number): readonly FormField[] {
	const name = nameOf(place);
	const line = sanitizeLine(text).trim();
	const title = header === undefined ? clip(line, MOST_TITLE) : clip(sanitizeLine(header), MOST_TITLE);
	const common = { name, title, ...(title === line ? {} : { description: sanitizeText(text).trim() }) };
	if (choices.length === 0) {
		const secretWord = secretWordIn([title, text]);
		const secret = secretWord === undefined ? {} : { secretWord };
		return [{ ...common, ...secret, isRequired: true, input: { type: 'text', isPath: false } }];
	}
	const options = new Map(
		choices.map(({ label, description = '' }) => [
			label,
			{
				value: label,
				title: clip(sanitizeLine(label), MOST_TITLE),
				...(description === '' ? {} : { description: sanitizeText(description) }),
			},
		]),
	);
	return [
		{
			...common,
			isRequired: false,
			input: { type: isMultiple ? 'choices' : 'choice', options: [...options.values()] },
		},
		{
			...{ name: otherOf(place), title: 'Other', otherOf: name },
			...{ isRequired: false, input: { type: 'text', isPath: false } },
		},
	];
}
