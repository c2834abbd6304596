import { autoRunPart } from '../policy/auto-run-files.js';
import { isGitControl } from './git-control.js';
import { gitFolderOf } from './git-folder.js';

/** A link of an agent's view, with where it leads from its place. */
export type LinkFacts = {
	readonly target: string;
	/** Every link on the way and its end, relative to the workspace; null: outside of it, or nobody can tell. */
	readonly places: readonly (string | null)[];
};

/** True where the way leads out of the workspace. */
export function leadsOutside({ places }: LinkFacts): boolean {
	return places.includes(null);
}

/**
 * False where whoever writes through the link reaches what is never changed unasked: files outside of the workspace, the
 * workspace as a whole, git's own, and those that programs run by themselves.
 */
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
