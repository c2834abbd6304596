import { isReadOnlyKind, READ_ONLY_KINDS, type ToolCallPatch, type ToolKind } from '../../../core/tool-call.js';
import { refersElsewhere } from './call-paths.js';
import { namesPlaceOfShell } from './paths.js';
import { couldBeToolName, isEditingTool, isReadOnlyTool, RUNS_OR_WRITES } from './tool-names.js';

/** What is known of the call beside its own fields. */
export type Known = {
	readonly hasCommand: boolean;
	readonly isTodoList: boolean;
	/** It is an edit by what it says, not by its kind. */
	readonly isEdit: boolean;
	readonly paths: readonly string[];
	/** The texts of its input. */
	readonly values: readonly string[];
};

/** Kinds under which a call may have been announced that is then requested as this one: none does more than it. */
const MILDER: Readonly<Partial<Record<ToolKind, readonly ToolKind[]>>> = {
	read: READ_ONLY_KINDS,
	search: READ_ONLY_KINDS,
	think: READ_ONLY_KINDS,
	edit: [...READ_ONLY_KINDS, 'edit'],
	execute: [...READ_ONLY_KINDS, 'execute'],
};

/**
 * What keeps a tool call from being understood beside its input ({@link notUnderstoodOf}): fields that ACP does
 * not have, another kind or name before, content that says more than the kind. In words, for the user.
 */
export function contradictionsOf(
	patch: ToolCallPatch,
	{ hasCommand, isTodoList, isEdit, paths, values }: Known,
): string[] {
	const { content = [] } = patch;
	const kind = isEdit ? 'edit' : patch.kind;
	const { kinds, toolNames, oddFields, isCut } = patch.announced ?? {
		kinds: kind === undefined ? [] : [kind],
		toolNames: patch.toolNames ?? (patch.name === undefined ? [] : [patch.name]),
		oddFields: patch.oddFields ?? [],
	};
	const reasons = [...oddFields];
	if (isCut === true) reasons.push('all that was said of it before');
	const usual = MILDER[hasCommand ? 'execute' : (kind ?? 'read')];
	// A kind that says nothing is no other one.
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
	// A file that is to be edited may be called so; a shell does not see its path.
	const isReplaced = (path: string): boolean => namesPlaceOfShell(path) && (isReadOnly || !path.startsWith('/'));
	reasons.push(...paths.filter(isReplaced).slice(0, 1));
	return reasons;
}

/** A title that is the name of a tool, and not of a file or of what is searched for. */
function isOddTitle(
	{ title = '' }: ToolCallPatch,
	isFitting: (name: string) => boolean,
	values: readonly string[],
): boolean {
	if (!couldBeToolName(title) || isFitting(title)) return false;
	// Titles are written for people, so here only words count that name a tool which does something.
	return RUNS_OR_WRITES.test(title) && !values.some((value) => value.includes(title));
}
