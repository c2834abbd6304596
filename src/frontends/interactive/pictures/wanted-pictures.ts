import type { TerminalReport } from '../../../terminal/input/reports.js';
import type { Terminal } from '../../../terminal/terminal.js';
import type { UiOptions } from '../../../view/ui-options.js';
import type { PictureStore } from './picture-store.js';
import { createPictureProbe, mayShowPictures } from './probe.js';

type Place = {
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly terminal: Pick<Terminal, 'query'>;
};

/** Pictures in the way that the terminal shows them, as long as they are wanted; without a store there are none. */
export function createWantedPictures(store: PictureStore | null, { env, terminal }: Place) {
	let choice: UiOptions['pictures'] = 'never';
	const isWanted = (): boolean => choice !== 'never';
	const probe = createPictureProbe({
		ask: (query) => terminal.query(query),
		found: (cell) => isWanted() && store?.open(cell),
		missed: () => isWanted() && store?.openAsText(),
	});
	return {
		take: (report: TerminalReport): void => probe.take(report),
		configure(next: UiOptions['pictures']): void {
			if (next === choice || store === null) return;
			choice = next;
			if (!isWanted()) store.close();
			else if (mayShowPictures(env)) probe.start();
			else store.openAsText();
		},
	};
}
