import type { ToolKind } from '../tool-call.js';
import { type CommandView, joinViews, viewCommand } from './command-view.js';
import { doubtAboutReading, isReadOnlyCommand } from './read-only/read-only-command.js';
import type { ActionRequest, PathFact } from './types.js';

/** A request with what follows from it, worked out once for all rules. */
export type ActionDetails = {
	readonly request: ActionRequest;
	/** What it is whatever it calls itself: a command is an execute, a change of a file an edit. */
	readonly kind: ToolKind;
	/** Every kind that a deny or ask rule may know it by. */
	readonly kinds: ReadonlySet<ToolKind>;
	readonly isReadOnlyCommand: boolean;
	/** Why a command that only reads by its text may do more here, in words; null for all others. */
	readonly doubt: string | null;
	readonly command: CommandView | null;
	/** It edits, deletes or moves, or shows a change. */
	readonly isChange: boolean;
	readonly isAllInside: boolean;
	/** What of it is not known to be harmless: with any of that it is not let through because it only looks. */
	readonly notUnderstood: readonly string[];
};

/** Works out what a request is. What it calls itself counts only where that makes it stricter. */
export function detailsOf(request: ActionRequest): ActionDetails {
	const { command } = request;
	const kind = effectiveKind(request);
	const isChange = isChangeKind(request.kind) || kind === 'edit' || request.diffs.length > 0 || request.writes === true;
	const isReadOnly =
		command !== undefined && !isChange && isCommandAlone(request) && isReadOnlyCommand(command).readOnly;
	const kinds = new Set<ToolKind>([request.kind, kind]);
	if (isReadOnly) kinds.add('read');
	if (request.host !== undefined) kinds.add('fetch');
	const view = viewAll(request);
	if (view !== null) kinds.add('execute');
	return {
		request,
		kind,
		kinds,
		isReadOnlyCommand: isReadOnly,
		doubt: command === undefined ? null : doubtAboutReading(command),
		command: view,
		isChange,
		isAllInside: request.paths.every(isInside),
		notUnderstood: request.toolInput?.notUnderstood ?? [],
	};
}

/** The command, and for deny and ask rules whatever else the input may mean to run; beside that nothing is exact. */
function viewAll({ command, toolInput }: ActionRequest): CommandView | null {
	const view = command === undefined ? null : viewCommand(command);
	const possible = toolInput?.possibleCommands ?? [];
	if (possible.length === 0) return view;
	const views = possible.map((text) => viewCommand({ text, line: text, envNames: [] }));
	return joinViews(view === null ? views : [view, ...views]);
}

/** What also reaches a foreign server, the network or the mode does more than its command. */
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
			return (request.diffs.length > 0 || request.writes === true) && !isChangeKind(request.kind)
				? 'edit'
				: request.kind;
	}
}

/** True for the kinds that change files. */
export function isChangeKind(kind: ToolKind): boolean {
	return kind === 'edit' || kind === 'delete' || kind === 'move';
}

/** True when a path was resolved and lies inside the workspace or an additional directory. */
export function isInside(path: PathFact): boolean {
	return path.isInside && path.real !== null && (path.relative !== null || path.root !== undefined);
}
