import { detailsOf } from '../../core/policy/action-details.js';
import type { ActionRequest } from '../../core/policy/types.js';
import { onlyLooks } from '../../core/tool-call.js';

/** Something that was let through in the running turn and may have changed files. */
export type Allowance = {
	readonly title: string;
	/** Relative to the workspace, with `/`. */
	readonly paths: readonly string[];
	/** It may have changed files that it does not name: a command, a tool of a foreign server. */
	readonly isOpenEnded: boolean;
};

/** What was let through since the turn began, so that nothing of it is taken for tampering. */
export type Allowances = {
	add(request: ActionRequest): void;
	/** Something that goes on over turns; returns what ends it. It counts until the turn after that. */
	hold(request: ActionRequest): () => void;
	list(): readonly Allowance[];
	clear(): void;
};

/** Makes an empty list. */
export function createAllowances(): Allowances {
	let allowed: Allowance[] = [];
	const held = new Set<Allowance>();
	return {
		add(request) {
			const allowance = allowanceOf(request);
			if (allowance !== null) allowed.push(allowance);
		},
		hold(request) {
			const allowance = allowanceOf(request);
			if (allowance === null) return () => {};
			held.add(allowance);
			return () => {
				if (held.delete(allowance)) allowed.push(allowance);
			};
		},
		list: () => [...allowed, ...held],
		clear() {
			allowed = [];
		},
	};
}

function allowanceOf(request: ActionRequest): Allowance | null {
	const facts = detailsOf(request);
	const { title } = request;
	if (!facts.isChange && (facts.isReadOnlyCommand || isLooking(request))) return null;
	const paths = request.paths.flatMap((path) => (path.relative === null ? [] : [path.relative]));
	return { title, paths: facts.isChange ? paths : [], isOpenEnded: !facts.isChange || paths.length === 0 };
}

function isLooking({ kind, command, mcp }: ActionRequest): boolean {
	if (command !== undefined || mcp !== undefined) return false;
	return onlyLooks(kind) || kind === 'fetch' || kind === 'switch_mode';
}
