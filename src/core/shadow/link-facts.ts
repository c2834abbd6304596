import { autoRunPart } from '../policy/auto-run-files.js';
import { isGitControl } from './git-control.js';
import { gitFolderOf } from './git-folder.js';

export type LinkFacts = {
	readonly target: string;
	/** Every link on the way and its end, relative to the workspace; null: outside of it, or unknown. */
	readonly places: readonly (string | null)[];
};

/** False where writes through the link reach what is never changed unasked. */
export function isHarmlessLink(link: LinkFacts): boolean {
	return link.places.every(
		(place) =>
			place !== null &&
			place !== '' &&
			gitFolderOf(place) === null &&
			!isGitControl(place) &&
			autoRunPart(place) === null,
	);
}
