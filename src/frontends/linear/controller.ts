import type { App } from '../../app/app.js';
import { firstLinearFrame, type LinearFrame, linearView } from '../../view/linear/linear-view.js';
import type { ScreenContext } from '../../view/state/context.js';
import type { OpenSessionRow } from '../../view/state/open-sessions.js';
import { initialUi } from '../../view/state/ui-state.js';
import type { Painted } from '../interactive/frontend.js';
import {
	createViewController,
	type ViewController,
	type ViewControllerOptions,
} from '../interactive/view-controller.js';

export type LinearOptions = Pick<
	ViewControllerOptions<unknown, unknown>,
	'app' | 'clock' | 'table' | 'home' | 'perform'
> & {
	readonly browser: NonNullable<ScreenContext['browser']>;
	readonly columns: number;
	readonly rows: number;
	readonly greeting: string;
	readonly say: (lines: readonly string[]) => void;
};

export type LinearController = Omit<ViewController<Painted>, 'put' | 'changed' | 'tell' | 'show'> & {
	/** Says a message that no entry holds; of a session that is not in front when it is. */
	tell(words: string, app?: App): void;
	show(app: App, heading: string, sessions: readonly OpenSessionRow[]): void;
};

/** Milliseconds; lines within them are said together. */
const BREATH = 100;

export function createLinearController(options: LinearOptions): LinearController {
	const { app, clock, table, home, say, perform } = options;
	say([options.greeting]);
	const { tell, show, ...rest } = createViewController<LinearFrame, Painted>({
		app,
		clock,
		table,
		home,
		browser: options.browser,
		view: linearView,
		ui: initialUi(options.columns, options.rows, false),
		frame: firstLinearFrame(clock.now()),
		blank: { rows: [], cursor: null },
		stepped: ({ lines }) => say(lines),
		paint: ({ rows, cursor }, _, before) => (isSame({ rows, cursor }, before) ? before : { rows, cursor }),
		standsFor: () => BREATH,
		perform,
	});
	return {
		...rest,
		tell: (text, of) => tell(text, undefined, of),
		show(next, heading, sessions) {
			say([heading]);
			show(next, sessions);
		},
	};
}

function isSame({ rows, cursor }: Painted, before: Painted): boolean {
	if (cursor?.x !== before.cursor?.x || cursor?.y !== before.cursor?.y) return false;
	return rows.length === before.rows.length && rows.every((row, index) => row === before.rows[index]);
}
