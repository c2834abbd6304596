import { defined } from '../../core/defined.js';
import { fail, type Result, succeed } from '../../core/failure.js';
import type { PermissionRequest } from '../../core/permission-request.js';
import type { OptionKind, PermissionOption } from '../../core/policy/policy-types.js';
import { type ToolCallPatch, textsOfContent } from '../../core/tool-call.js';
import { isObject, type JsonObject, objectOf, textOf } from '../json.js';
import { callDetailsOf } from './call-details.js';
import type { Faults } from './faults.js';
import { malformedFieldsOfRequest } from './input/call-schema.js';
import { plainName } from './input/walk.js';
import { questionsOf } from './translate-questions.js';
import { toToolPatch } from './translate-tool-call.js';

/** Reads `session/request_permission`. `complete` adds what earlier updates said, which agents leave out. */
export function toPermissionRequest(
	params: JsonObject,
	faults: Faults,
	complete: (patch: ToolCallPatch) => ToolCallPatch,
): Result<PermissionRequest> {
	const sessionId = textOf(params['sessionId']);
	if (sessionId === undefined) return fail('invalid', 'session/request_permission needs a sessionId.');
	const news = toToolPatch(objectOf(params['toolCall']), faults);
	if (news === null) return fail('invalid', 'session/request_permission needs a toolCall with a toolCallId.');
	if (!Array.isArray(params['options'])) return fail('invalid', 'session/request_permission needs a list of options.');
	const options = params['options'].map(toOption).filter((option) => option !== null);
	if (options.length < params['options'].length) faults.push('options');
	if (options.length === 0) return fail('invalid', 'session/request_permission needs an option with an optionId.');
	const odd = malformedFieldsOfRequest(params);
	const patch = complete(
		odd.length === 0 ? news : { ...news, malformedFields: [...(news.malformedFields ?? []), ...odd] },
	);
	const questions = questionsOf({ ...objectOf(params['toolCall']), rawInput: patch.rawInput });
	return succeed({
		sessionId,
		patch,
		options,
		...callDetailsOf(patch),
		...planApprovalOf(patch),
		...defined({ questions }),
	});
}

const KINDS: readonly OptionKind[] = ['allow_once', 'allow_always', 'reject_once', 'reject_always'];

function toOption(value: unknown): PermissionOption | null {
	if (!isObject(value)) return null;
	const id = textOf(value['optionId']);
	if (id === undefined) return null;
	return { id, name: textOf(value['name']) ?? id, kind: KINDS.find((kind) => kind === value['kind']) ?? 'unknown' };
}

type PlanApproval = Pick<PermissionRequest, 'isExitPlan' | 'holdsPlan' | 'plan' | 'planPath'>;

const NO: PlanApproval = { isExitPlan: false };

const APPROVES =
	/(?:exit|leav|approv|accept|implement|review|submit|present|finish|finali[sz]|confirm|execut|ready)\w*(?:[\s_-]+\w+){0,3}?[\s_-]*(?:plan|spec)(?:ification|[\s_-]?mode)?\b|(?:plan|spec)(?:ification)?[\s_-]+(?:mode[\s_-]+)?(?:exit|approv|review|ready|done|complet|confirm)/i;
const ENTERS =
	/(?:enter|start|begin|switch\w* to|need|mak|creat|writ|sav|updat|edit|read|todo)\w*(?:[\s_-]+\w+){0,2}?[\s_-]*(?:plan|spec)/i;

/** Recognises a plan's approval by content and words: the kind `switch_mode` may also mean entering plan mode. */
function planApprovalOf(patch: ToolCallPatch): PlanApproval {
	if (isEntering(patch)) return NO;
	const input = objectOf(patch.rawInput);
	const { title = '', name } = patch;
	const words = [name ?? '', title, idName(patch.id)].map(spaced);
	const isSwitch = patch.kind === 'switch_mode';
	const isPlain = patch.kind === undefined || patch.kind === 'other' || patch.kind === 'think';
	if (!isSwitch && !isPlain) return NO;
	const isTool = [name ?? '', idName(patch.id)].some((text) => APPROVES.test(spaced(text)));
	// A thought with such a title may be about carrying out the plan.
	const isNamed = isTool || (patch.kind !== 'think' && APPROVES.test(spaced(title)) && !asks(input));
	const text = textOf(input['plan']) ?? textOf(input['spec']);
	const plan = text ?? (isSwitch || isNamed ? contentText(patch) : undefined);
	const planPath = fileIn(input) ?? pathInTitle(title);
	if (isTool || ((isSwitch || isNamed) && (plan !== undefined || planPath !== undefined))) {
		return { isExitPlan: true, ...defined({ plan, planPath }) };
	}
	const isKept = words.some((word) => ENTERS.test(word));
	return text === undefined || isKept ? NO : { isExitPlan: false, holdsPlan: true, plan: text };
}

function spaced(text: string): string {
	return text.replaceAll(/([a-z])([A-Z])/g, '$1 $2');
}

/** A question about a plan is no approval. */
function asks(input: JsonObject): boolean {
	return ['question', 'questions', 'options', 'choices'].some((field) => field in input);
}

/** Tool name at the start of a call's id: `exit_plan_mode__call_1`. */
function idName(id: string): string {
	return /^([a-z_]+)__/.exec(id)?.[1] ?? '';
}

/** File of a plan in any spelling: `planFilePath`, `plan_filename`. */
function fileIn(input: JsonObject): string | undefined {
	const found = Object.entries(input).find(([key]) =>
		/^(?:plan|spec)file(?:name|path)?$|^(?:plan|spec)path$/.test(plainName(key)),
	);
	return textOf(found?.[1]);
}

/** Plan file in a title: `Requesting plan approval for: /path`. */
function pathInTitle(title: string): string | undefined {
	return /\b(?:plan|spec)\b[^:]*: (\/.+\.(?:md|markdown|txt))$/i.exec(title)?.[1];
}

function isEntering(patch: ToolCallPatch): boolean {
	const input = objectOf(patch.rawInput);
	const names = [patch.name ?? '', idName(patch.id)];
	return (
		names.some((name) => /enter_?plan/i.test(name)) ||
		[input['mode'], input['modeId'], input['mode_id']].includes('plan')
	);
}

function contentText(patch: ToolCallPatch): string | undefined {
	const texts = textsOfContent(patch.content ?? []);
	return textOf(texts.join('\n'));
}
