import type { SideQuestionRequest } from '../../core/side-question/side-question-event.js';
import type { SideQuestionParts, SideQuestions } from './side-questions.js';

export class LateSideQuestions {
	readonly #parts: SideQuestionParts;
	#loading: Promise<SideQuestions> | null = null;

	constructor(parts: SideQuestionParts) {
		this.#parts = parts;
	}

	async perform(request: SideQuestionRequest): Promise<void> {
		this.#loading ??= import('./side-questions.js').then((module) => new module.SideQuestions(this.#parts));
		(await this.#loading).perform(request);
	}

	async close(): Promise<void> {
		await (await this.#loading)?.close();
	}
}
