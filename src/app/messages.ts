/** What the app says of its own in the transcript. */

/** A defect of ours while an effect was carried out. */
export function internalError(effect: string, error: unknown): string {
	return `Something went wrong in acp-tui (${effect}): ${String(error)}`;
}

/** An agent that takes no folders beside the workspace. */
export function directoriesNotTaken(agent: string, folders: readonly string[]) {
	return {
		title: `${agent} does not support additional directories, so it was not told about them.`,
		detail: folders.join('\n'),
		hint: 'it can still read and edit files there when a prompt names them by their full path',
	};
}
