/** Rights of a command. `layer`: its changes go to a copy-on-write layer. Folders are absolute or begin with `~/`. */
export type CommandAccess =
	| { readonly files: 'read' }
	| { readonly files: 'layer'; readonly network: boolean }
	| { readonly files: 'write'; readonly network: boolean; readonly folders: readonly string[] };

export function hasNetwork(access: CommandAccess): boolean {
	return access.files !== 'read' && access.network;
}

/** Rights that an allow rule adds to those of every allowed command; `no-sandbox`: such a command runs without one. */
export type SandboxOpening = 'no-sandbox' | { readonly network: boolean; readonly folders: readonly string[] };

export function joinOpenings(openings: readonly SandboxOpening[]): SandboxOpening {
	const parts: Exclude<SandboxOpening, string>[] = [];
	for (const opening of openings) {
		if (opening === 'no-sandbox') return opening;
		parts.push(opening);
	}
	return {
		network: parts.some(({ network }) => network),
		folders: [...new Set(parts.flatMap(({ folders }) => folders))],
	};
}

export function meetOpenings(left: SandboxOpening, right: SandboxOpening): SandboxOpening {
	if (left === 'no-sandbox') return right;
	if (right === 'no-sandbox') return left;
	return {
		network: left.network && right.network,
		folders: left.folders.filter((folder) => right.folders.includes(folder)),
	};
}
