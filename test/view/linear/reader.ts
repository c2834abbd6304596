import type { AppEvent } from '../../../src/core/event.js';
import { keyOf } from '../../../src/terminal/key.js';
import { defaultKeymap } from '../../../src/view/actions/actions.js';
import { advance, type ViewInput } from '../../../src/view/advance.js';
import { reduceComposer } from '../../../src/view/composer/composer.js';
import { open as openHelp } from '../../../src/view/frame/help-panel.js';
import { firstLinearFrame, linearView } from '../../../src/view/linear/linear-view.js';
import { initialUi } from '../../../src/view/state/ui-state.js';
import type { UiRequest } from '../../../src/view/state/ui-step.js';
import { createRenderCache } from '../../../src/view/transcript/line-cache.js';
import { type Play, play, ready } from '../../core/session/play.js';

/** The lines for screen readers, on the real reducer. */
export function createReader(from: Play = ready()) {
	let session = from;
	let ui = initialUi(80, 24, false);
	let frame = firstLinearFrame(0);
	let said: string[] = [];
	let now = 110_000_000;
	const requests: UiRequest[] = [];
	const cache = createRenderCache();
	function put(input: ViewInput): void {
		const { state, lookups } = session;
		const context = { session: state, lookups, ui, table: defaultKeymap, now, home: '/home/ada', cache };
		const step = advance(linearView, context, frame, input);
		({ ui, frame } = step);
		said.push(...frame.lines);
		for (const request of step.requests) {
			requests.push(request);
			if (request.type === 'dispatch') session = play(session, request.event);
			if (request.type === 'load-panel' && request.name === 'help')
				put({ type: 'panel', name: 'help', open: openHelp });
		}
		if (step.requests.length > 0) put({ type: 'tick' });
	}
	const spoken = (): readonly string[] => {
		const lines = said;
		said = [];
		return lines;
	};
	return {
		put,
		spoken,
		/** Prompts that were sent. */
		sent: () => requests.flatMap((each) => (each.type === 'send' ? [each] : [])),
		queue: (): readonly string[] => session.state.queue.map(({ text }) => text),
		events: (): readonly AppEvent[] => requests.flatMap((each) => (each.type === 'dispatch' ? [each.event] : [])),
		happen(event: AppEvent): readonly string[] {
			session = play(session, event);
			put({ type: 'tick' });
			return spoken();
		},
		wait(milliseconds: number): void {
			now += milliseconds;
			put({ type: 'tick' });
		},
		/** Types the words and enter, and returns what is read out. */
		say(words: string): readonly string[] {
			ui = { ...ui, composer: reduceComposer(ui.composer, { type: 'set-text', text: words }) };
			put({ type: 'key', key: keyOf('enter') });
			return spoken();
		},
	};
}
