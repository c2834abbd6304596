import { counted } from '../../../core/text/counted.js';
import type { SessionActivity } from '../../../view/state/open-sessions.js';

export function activityWords(activity: SessionActivity, questions: number): string {
	switch (activity) {
		case 'starting':
			return 'starting';
		case 'idle':
			return 'idle';
		case 'working':
			return 'working';
		case 'waiting':
			return questions > 1 ? `waits for you, ${counted(questions, 'question')}` : 'waits for you';
		case 'done':
			return 'done';
		case 'failed':
			return 'failed';
	}
}

export function age(milliseconds: number): string {
	const minutes = Math.floor(milliseconds / 60_000);
	if (minutes < 1) return '';
	if (minutes < 60) return `${minutes} min ago`;
	const hours = Math.floor(minutes / 60);
	return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`;
}

export const heading = (number: number, name: string, agent: string, place: string): string =>
	`Session ${number}: ${name} · ${agent} in ${place}`;

export function sameFolder(number: number, name: string): { readonly title: string; readonly hint: string } {
	return {
		title: `Session ${number} (${name}) works in this folder as well: what both change at once may be lost.`,
		hint: '/worktree gives this session a copy of the repository with a branch of its own',
	};
}
