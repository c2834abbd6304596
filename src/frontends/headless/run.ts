import type { App } from '../../app/app.js';
import { followPrompt } from './follow.js';
import type { HeadlessOptions } from './options.js';
import { watchRun } from './watch-run.js';

/** Runs one prompt and returns the exit code. Standard output gets the answer alone. The caller closes the app. */
export async function runHeadless(app: App, options: HeadlessOptions): Promise<number> {
	const isStream = options.format === 'stream-json';
	const stream = isStream ? (await import('./stream/open-stream.js')).openStream(app, options) : null;
	const watch = watchRun(app, options, stream?.lines ?? null);
	const { outcome, retries } = await followPrompt(app, options, watch.report);
	const code = await watch.end(outcome, retries);
	stream?.stop();
	return code;
}
