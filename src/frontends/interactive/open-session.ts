import type { App } from '../../app/app.js';
import { defined } from '../../core/defined.js';
import { unexpected } from '../../core/updated-meanwhile.js';
import type { SuspendedWork } from '../../terminal/terminal.js';
import { emptyDraft } from '../../view/composer/draft.js';
import { createSender } from '../prompt/sender.js';
import { createDraftSaver } from './draft-saver.js';
import { everyStep } from './every-step.js';
import { createExternalPrograms } from './external-programs.js';
import type { Frontend } from './frontend.js';
import { createImages } from './images.js';
import type { InteractiveOptions, InteractiveSession } from './interactive-options.js';
import { Passthrough } from './passthrough.js';
import { createPerformer, type PerformerParts } from './perform.js';

export type OpenSessionParts = Pick<PerformerParts, 'suspend' | 'leave' | 'sessions' | 'configure'> & {
	readonly options: InteractiveOptions;
	/** Shows this session; messages of another one go to its own screen. */
	readonly frontend: Frontend;
	readonly isInFront: (app: App) => boolean;
};

export function createOpenSession(session: InteractiveSession, parts: OpenSessionParts) {
	const { app } = session;
	const { frontend, isInFront } = parts;
	const options: InteractiveOptions = { ...parts.options, ...session };
	const compose: Frontend['compose'] = (action) => frontend.compose(action, app);
	const notify = (words: string): void => frontend.notify(words, false, app);
	const notifyLong = (words: string | null): void => frontend.notify(words, true, app);
	// In a session that is not in front, work that needs the terminal has to wait.
	const suspend = (work: SuspendedWork): Promise<void> =>
		isInFront(app) ? parts.suspend(work) : Promise.reject(new Error('Another session is on the screen'));
	const drafts = createDraftSaver({
		store: session.drafts,
		app,
		clock: options.clock,
		ui: () => frontend.getUi(app),
		compose,
		notify: notifyLong,
	});
	const sender = createSender({
		app,
		ids: options.ids,
		attachments: session.attachments,
		limits: session.mentions,
		notify: notifyLong,
		giveBack: (draft) => compose({ type: 'give-back', draft }),
	});
	const passthrough = new Passthrough({ app, shell: session.shell, suspend });
	const perform = createPerformer({
		options,
		frontend,
		sender,
		images: createImages({ attachments: session.attachments, compose, notify }),
		externalPrograms: createExternalPrograms({ options, suspend, notify }),
		passthrough,
		suspend,
		leave: parts.leave,
		sessions: parts.sessions,
		configure: parts.configure,
	});
	let isStopped = false;
	let unsubscribe = (): void => {};
	const run = (work: Promise<void>): void => {
		work.catch((error: unknown) => notify(unexpected(error)));
	};
	const changed = (): void => {
		if (!isStopped) drafts.changed();
	};
	return {
		app,
		session,
		perform,
		/** Sends a text as if it had been written; it returns to the draft if it cannot be sent. */
		send(text: string): void {
			const draft = { ...emptyDraft, text, cursor: text.length };
			const isOwnCommand = text.startsWith('/') ? (true as const) : undefined;
			sender.send({ text, written: text, images: [], interrupts: false, draft, ...defined({ isOwnCommand }) });
		},
		changed,
		begin(): void {
			// The queue belongs to the app, and is saved as well.
			unsubscribe = app.subscribe(changed);
			run(drafts.restore());
			run(session.history.load().then((entries) => compose({ type: 'history', entries })));
		},
		stop(): void {
			isStopped = true;
			unsubscribe();
			everyStep([() => drafts.flush(), () => passthrough.stop()]);
		},
	};
}

export type OpenSession = ReturnType<typeof createOpenSession>;
