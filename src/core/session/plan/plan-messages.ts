import { clip } from '../../text/clip.js';
import { counted } from '../../text/counted.js';
import { named } from '../changes/changes.js';

const MOST_CHARS = 120;
const MOST_FILES = 8;

export function comparedTitle(unseen: number, unnamed: number): string {
	const parts = [
		...(unseen === 0 ? [] : [`nothing seen for ${counted(unseen, 'step')}`]),
		...(unnamed === 0 ? [] : [`${counted(unnamed, 'changed file')} that it does not name`]),
	];
	return parts.length === 0 ? 'The approved plan and its file differ' : `Approved plan: ${parts.join(', ')}`;
}

export const unseenStep = ({
	number,
	text,
	isClaimed,
}: {
	readonly number: number;
	readonly text: string;
	readonly isClaimed: boolean;
}): string => `Nothing seen for ${number}. ${clip(text, MOST_CHARS)}${isClaimed ? ' (completed, the agent says)' : ''}`;
export const unnamedFiles = (paths: readonly string[]): string => `Not in the plan: ${named(paths, MOST_FILES)}`;
export const differs = (path: string): string => `${path} says something else than the plan that you reviewed`;
export const vagueSteps = (count: number): string =>
	count === 1 ? '1 step names no file or command' : `${count} steps name no file or command`;
export const NO_CHECKLIST = 'The plan has no list and no numbered headings, so there is no checklist';
