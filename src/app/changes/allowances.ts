import { titleOfRequest } from '../../core/command-title.js';
import { defined } from '../../core/defined.js';
import { detailsOf } from '../../core/policy/action-details.js';
import { fileName } from '../../core/policy/file-name.js';
import type { ActionRequest } from '../../core/policy/policy-types.js';
import { isReadOnlyKind } from '../../core/tool-call.js';

export type Allowance = {
	readonly title: string;
	readonly shown: string;
	readonly paths: readonly string[];
	/** May have changed files that it does not name: a command, a tool of a foreign server. */
	readonly isOpenEnded: boolean;
	/** Texts that it left, by their paths, where they are known: of a deleted file an empty one. */
	readonly left?: ReadonlyMap<string, string>;
};

/** Allowed actions since the turn began, none of which is tampering. */
export function createAllowances() {
	let allowed: Allowance[] = [];
	const ongoing = new Set<Allowance>();
	return {
		add(request: ActionRequest, left?: Allowance['left']): void {
			const allowance = allowanceOf(request);
			if (allowance !== null) allowed.push({ ...allowance, ...defined({ left }) });
		},
		/** Adds an action that lasts over turns; returns what ends it. It counts until the turn after its end. */
		hold(request: ActionRequest): () => void {
			const allowance = allowanceOf(request);
			if (allowance === null) return () => {};
			ongoing.add(allowance);
			return () => {
				if (ongoing.delete(allowance)) allowed.push(allowance);
			};
		},
		list: (): readonly Allowance[] => [...allowed, ...ongoing],
		clear(): void {
			allowed = [];
		},
	};
}

export type Allowances = ReturnType<typeof createAllowances>;

function allowanceOf(request: ActionRequest): Allowance | null {
	const facts = detailsOf(request);
	const { title } = request;
	if (!facts.isChange && (facts.isReadOnlyCommand || isReadOnly(request))) return null;
	const named = facts.isChange ? request.paths : [];
	// A command names the files that its redirections write.
	const paths = [...named, ...(request.command?.outputs ?? [])].map(fileName).filter((name) => name !== null);
	return { title, shown: titleOfRequest(request), paths, isOpenEnded: !facts.isChange || paths.length === 0 };
}

function isReadOnly({ kind, command, mcp }: ActionRequest): boolean {
	if (command !== undefined || mcp !== undefined) return false;
	return isReadOnlyKind(kind) || kind === 'fetch' || kind === 'switch_mode';
}
