import { isReadOnlyKind, READ_ONLY_KINDS, type ToolCallPatch, type ToolKind } from '../../../core/tool-call.js';
import { namesPlaceOfShell, refersElsewhere } from './input-paths.js';
import { couldBeToolName, isEditingTool, isReadOnlyTool, RUNS_OR_WRITES } from './tool-names.js';

export type Known = {
	readonly hasCommand: boolean;
	readonly isTodoList: boolean;
	/** An edit by content, not by kind. */
	readonly isEdit: boolean;
	readonly paths: readonly string[];
	readonly values: readonly string[];
};

/** Kinds that a call may have been announced with before it is requested as this one: none does more. */
const MILDER: Readonly<Partial<Record<ToolKind, readonly ToolKind[]>>> = {
	read: READ_ONLY_KINDS,
	search: READ_ONLY_KINDS,
	think: READ_ONLY_KINDS,
	edit: [...READ_ONLY_KINDS, 'edit'],
	execute: [...READ_ONLY_KINDS, 'execute'],
};

/** Reasons, for the user, why a call is not understood: malformed fields, another kind or name before, more content. */
export function contradictionsOf(
	patch: ToolCallPatch,
	{ hasCommand, isTodoList, isEdit, paths, values }: Known,
): string[] {
	const { content = [] } = patch;
	const kind = isEdit ? 'edit' : patch.kind;
	const { kinds, toolNames, malformedFields, isCut } = patch.announced ?? {
		kinds: kind === undefined ? [] : [kind],
		toolNames: patch.toolNames ?? (patch.name === undefined ? [] : [patch.name]),
		malformedFields: patch.malformedFields ?? [],
	};
	const reasons = [...malformedFields];
	if (isCut === true) reasons.push('all that was said of it before');
	const usual = MILDER[hasCommand ? 'execute' : (kind ?? 'read')];
	// A kind that says nothing contradicts nothing.
	const isOpen = isTodoList || isEdit || (hasCommand && kind === 'other');
	const milder = isOpen ? [...(isTodoList ? READ_ONLY_KINDS : (usual ?? [])), 'other' as const] : usual;
	if (milder !== undefined) {
		reasons.push(...kinds.filter((each) => !milder.includes(each)).map((each) => `announced as ${each}`));
	}
	if (content.some((item) => item.type === 'unknown' || (item.type === 'content' && item.block.type === 'unknown'))) {
		reasons.push('content of a form that is not known');
	}
	const isReadOnly = kind === undefined || isReadOnlyKind(kind) || isTodoList;
	if (hasCommand || !(isReadOnly || kind === 'edit')) return reasons;
	const isFitting = isReadOnly ? isReadOnlyTool : isEditingTool;
	reasons.push(...toolNames.filter((name) => !isFitting(name)).map((name) => `the tool name ${name}`));
	if (isOddTitle(patch, isFitting, [...paths, ...values])) reasons.push(`the title ${patch.title}`);
	if (content.some((item) => item.type === 'terminal')) reasons.push('a terminal without its command');
	if (refersElsewhere(patch)) reasons.push('a link');
	// A file to be edited may have such a name; its path reaches no shell.
	const isReplaced = (path: string): boolean => namesPlaceOfShell(path) && (isReadOnly || !path.startsWith('/'));
	reasons.push(...paths.filter(isReplaced).slice(0, 1));
	return reasons;
}

/** A title that is a tool's name, not a file or a search term. */
function isOddTitle(
	{ title = '' }: ToolCallPatch,
	isFitting: (name: string) => boolean,
	values: readonly string[],
): boolean {
	if (!couldBeToolName(title) || isFitting(title)) return false;
	// Titles are written for people: only words that name a running or writing tool count.
	return RUNS_OR_WRITES.test(title) && !values.some((value) => value.includes(title));
}
