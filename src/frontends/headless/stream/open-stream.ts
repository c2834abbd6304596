import type { App } from '../../../app/app.js';
import type { HeadlessOptions } from '../headless-options.js';
import { withoutOwnOutput } from '../watch-run.js';
import { createOpenQuestions } from './open-questions.js';
import { createEventLines } from './stream-events.js';

/** Writes a line for each event of the session that scripts see, until `stop`. */
export function openStream(app: App, options: Pick<HeadlessOptions, 'clock' | 'write' | 'isOwnOutput'>) {
	const questions = createOpenQuestions();
	const lines = createEventLines(app.getState, questions, options.clock.now, options.write);
	const stop = app.onEvent((event, at) => lines.see(withoutOwnOutput(event, options), at));
	return { questions, lines, stop };
}
