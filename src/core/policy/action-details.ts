import type { ToolKind } from '../tool-call.js';
import { type CommandPart, commandParts } from './command-parts.js';
import { type CommandView, joinViews, viewCommand } from './command-view.js';
import type { ActionRequest, CommandFact, PathFact } from './policy-types.js';
import { isReadOnlyCommand } from './read-only/read-only-command.js';
import { PROVEN } from './read-only/verdict.js';

/** A request with what follows from it, worked out once for all rules. */
export type ActionDetails = {
	readonly request: ActionRequest;
	/** Kind of it whatever it calls itself: a command is an execute, a change of a file an edit. */
	readonly kind: ToolKind;
	/** Every kind that a deny or ask rule may know it by. */
	readonly kinds: ReadonlySet<ToolKind>;
	readonly isReadOnlyCommand: boolean;
	/** Why a command is not known to only read, in words; null for one that is, and for what is no command. */
	readonly doubt: string | null;
	/** The repository above the workspace that alone keeps a command from only reading: a yes opens it for the session. */
	readonly repository: string | null;
	readonly command: CommandView | null;
	/** The simple commands that would run, as allow rules see them; null where a rule can name none. */
	readonly parts: readonly CommandPart[] | null;
	/** Edits, deletes or moves, or shows a change. */
	readonly isChange: boolean;
	readonly isAllInside: boolean;
	/** Parts of it not known to be harmless: with any of that it is not allowed because it only looks. */
	readonly notUnderstood: readonly string[];
};

/** Works out what a request is. What it calls itself counts only where that makes it stricter. */
export function detailsOf(request: ActionRequest): ActionDetails {
	const { command } = request;
	const kind = effectiveKind(request);
	const isChange =
		isChangeKind(request.kind) || isChangeKind(kind) || request.diffs.length > 0 || request.writes === true;
	const verdict = command === undefined ? null : isReadOnlyCommand(command);
	const isReadOnly = !isChange && isCommandAlone(request) && verdict?.readOnly === true;
	const kinds = new Set<ToolKind>([request.kind, kind]);
	if (isChange && kind !== 'execute' && !isChangeKind(request.kind)) kinds.add('edit');
	if (isReadOnly) kinds.add('read');
	if (request.host !== undefined) kinds.add('fetch');
	const view = viewAll(request);
	if (view !== null) kinds.add('execute');
	return {
		request,
		kind,
		kinds,
		isReadOnlyCommand: isReadOnly,
		doubt: verdict === null || verdict.readOnly ? null : verdict.because,
		repository: command === undefined || isReadOnly ? null : repositoryToOpen(command),
		command: view,
		parts: partsForRules(request),
		isChange,
		isAllInside: request.paths.every(isInside),
		notUnderstood: request.toolInput?.notUnderstood ?? [],
	};
}

function repositoryToOpen(command: CommandFact): string | null {
	const { repository } = command;
	if (repository === undefined || repository.readOnly || repository.repository === undefined) return null;
	return isReadOnlyCommand({ ...command, repository: PROVEN }).readOnly ? repository.repository : null;
}

/** Where something else in the input may be what runs, no rule names it. */
function partsForRules({ command, toolInput }: ActionRequest): readonly CommandPart[] | null {
	if (command === undefined || (toolInput?.possibleCommands.length ?? 0) > 0) return null;
	const found = commandParts(command);
	return 'parts' in found ? found.parts : null;
}

/** The command, and for deny and ask rules whatever else the input may mean to run. */
function viewAll({ command, toolInput }: ActionRequest): CommandView | null {
	const view = command === undefined ? null : viewCommand(command);
	const possible = toolInput?.possibleCommands ?? [];
	if (possible.length === 0) return view;
	const views = possible.map((text) => viewCommand({ text, line: text, envNames: [] }));
	return joinViews(view === null ? views : [view, ...views]);
}

/** Actions that also reach a foreign server, the network or the mode do more than their command. */
function isCommandAlone({ kind, mcp, host }: ActionRequest): boolean {
	return mcp === undefined && host === undefined && kind !== 'fetch' && kind !== 'switch_mode';
}

function effectiveKind(request: ActionRequest): ToolKind {
	switch (request.source) {
		case 'fs-read':
			return 'read';
		case 'fs-write':
			return 'edit';
		case 'terminal':
			return 'execute';
		case 'permission':
			if (request.command !== undefined) return 'execute';
			if (request.kind === 'delete' || request.kind === 'move') return request.kind;
			return request.kind === 'edit' || request.diffs.length > 0 || request.writes === true
				? kindOfEdit(request)
				: request.kind;
	}
}

/** Kind of an edit: its patch may delete or move files. */
function kindOfEdit({ changes = [] }: ActionRequest): ToolKind {
	if (changes.some(({ doubt }) => doubt === 'deletes-file')) return 'delete';
	return changes.some(({ movedTo }) => movedTo !== undefined) ? 'move' : 'edit';
}

export function isChangeKind(kind: ToolKind): boolean {
	return kind === 'edit' || kind === 'delete' || kind === 'move';
}

/** True when a path was resolved and lies inside the workspace or an additional directory. */
export function isInside(path: PathFact): boolean {
	return path.isInside && path.real !== null && (path.relative !== null || path.root !== undefined);
}
