import type { ActionDetails } from './action-details.js';
import { autoRunPart, autoRunPartOf } from './auto-run-files.js';
import type { PathFact } from './types.js';

/** An edit by its own word and by what it is: no command, and no tool of a foreign server. */
export function isPlainEdit({ request, kind }: ActionDetails): boolean {
	return kind === 'edit' && (request.source === 'fs-write' || request.kind === 'edit') && request.mcp === undefined;
}

/** No program starts because of what is in it. Of a plan file only its name counts: its folder is known. */
export function isHarmlessFile(path: PathFact): boolean {
	if (!path.isPlanFile) return autoRunPartOf(path) === null;
	const real = path.real ?? '';
	return path.autoRunFolder === undefined && autoRunPart(real.slice(real.lastIndexOf('/') + 1)) === null;
}
