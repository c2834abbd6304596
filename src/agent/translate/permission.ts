import { defined } from '../../core/defined.js';
import { fail, type Result, succeed } from '../../core/failure.js';
import type { PermissionRequest } from '../../core/permission-request.js';
import type { OptionKind, PermissionOption } from '../../core/policy/types.js';
import type { ToolCallPatch } from '../../core/tool-call.js';
import { isObject, type JsonObject, objectOf, textOf } from '../json.js';
import { callDetailsOf } from './call-details.js';
import type { Faults } from './faults.js';
import { oddFieldsOfRequest } from './input/call-schema.js';
import { planApprovalOf } from './plan-approval.js';
import { questionsOf } from './questions.js';
import { toToolPatch } from './tool.js';

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
	const odd = oddFieldsOfRequest(params);
	const patch = complete(odd.length === 0 ? news : { ...news, oddFields: [...(news.oddFields ?? []), ...odd] });
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
