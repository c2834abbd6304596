import type { CommitEffect } from '../core/commit/commit-event.js';
import type { SideQuestionEffect } from '../core/side-question/side-question-event.js';
import type { Commits } from './commit/commits.js';
import type { SideQuestionParts, SideQuestions } from './side-question/side-questions.js';

/** Questions beside the conversation: their code is loaded with the first one. */
export function lazySideWork(parts: SideQuestionParts) {
	let questions: Promise<SideQuestions> | null = null;
	let commits: Promise<Commits> | null = null;
	return {
		async perform(effect: SideQuestionEffect | CommitEffect): Promise<void> {
			if (effect.type === 'side-question') {
				questions ??= import('./side-question/side-questions.js').then((module) => new module.SideQuestions(parts));
				return (await questions).perform(effect.request);
			}
			commits ??= import('./commit/commits.js').then((module) => new module.Commits(parts));
			return (await commits).perform(effect.request);
		},
		async close(): Promise<void> {
			await Promise.all([(await questions)?.close(), (await commits)?.close()]);
		},
	};
}
