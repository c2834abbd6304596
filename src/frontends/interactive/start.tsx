import { render } from 'ink';
import type { Prompt } from '../../core/session/state.js';
import { Screen } from '../../ui/screen.js';
import { expandDraft } from '../../view/composer/chips.js';
import { fromInk } from '../../view/keys/from-ink.js';
import { emptyScan, scanReports } from '../../view/keys/scan-reports.js';
import type { UiRequest } from '../../view/screens/step.js';
import { createPainter } from '../../view/theme/paint.js';
import { createController } from './controller.js';
import { observeReads } from './observe-input.js';
import type { InteractiveOptions } from './options.js';
import { createTerminalModes } from './terminal-modes.js';

/** Frames are paced by the controller; Ink's own limit only has to be out of the way. */
const MAX_FPS = 1000;

/**
 * Runs the interface until the person leaves. Returns the exit code: 0, or 1 when the interface
 * itself failed. The terminal is given back before it settles; the app is closed by the caller.
 */
export async function startInteractive(options: InteractiveOptions): Promise<number> {
	const { app, stdin, stdout, clock } = options;
	const modes = createTerminalModes((data) => {
		stdout.write(data);
	});
	let handOver: ((work: () => Promise<void>) => Promise<void>) | null = null;
	const controller = createController({
		app,
		clock,
		table: options.table,
		painter: createPainter(options.theme, { colorLevel: options.colorLevel, hyperlinks: options.hyperlinks }),
		home: options.home,
		columns: stdout.columns,
		rows: stdout.rows,
		isMouseOn: options.mouse,
		perform,
	});
	const onResize = (): void => controller.resize(stdout.columns, stdout.rows);
	// Before Ink's own listener, so that Ink finds the new frame when it draws.
	stdout.prependListener('resize', onResize);
	let scan = emptyScan;
	const stopObserving = observeReads(stdin, (chunk) => {
		const found = scanReports(scan, chunk);
		scan = found.scan;
		for (const report of found.reports) controller.report(report);
	});
	const instance = render(
		<Screen
			source={controller.source}
			onInput={(input, key) => {
				for (const pressed of fromInk(input, key)) controller.key(pressed);
			}}
			onPaste={(text) => controller.paste(text)}
			onReady={(suspend) => {
				handOver = suspend;
			}}
		/>,
		{
			stdin,
			stdout,
			alternateScreen: true,
			incrementalRendering: true,
			exitOnCtrlC: false,
			maxFps: MAX_FPS,
			interactive: true,
			kittyKeyboard: { mode: 'auto', flags: ['disambiguateEscapeCodes'] },
		},
	);
	let isRestored = false;
	const restore = (): void => {
		if (isRestored) return;
		isRestored = true;
		controller.stop();
		stopObserving();
		stdout.off('resize', onResize);
		modes.restore();
		instance.unmount();
	};
	options.onRunning(restore);
	stdin.once('end', restore);
	modes.mouse(options.mouse);
	for (const notice of options.notices) app.dispatch({ type: 'note', level: 'info', title: notice });
	if (options.firstPrompt !== undefined) send(options.firstPrompt, false);
	void options.history.load().then((entries) => controller.setHistory(entries));

	function send(text: string, interrupts: boolean): void {
		const prompt: Prompt = { id: options.ids.next('prompt'), text, blocks: [{ type: 'text', text }] };
		app.dispatch({ type: 'prompt', prompt, ...(interrupts ? { interrupts } : {}) });
	}

	/** The terminal belongs to `work` for a while; afterwards the screen is drawn anew. */
	async function lend(work: () => Promise<void>): Promise<void> {
		if (handOver === null) return;
		const { isMouseOn } = controller.getUi();
		await handOver(async () => {
			modes.mouse(false);
			await work();
		});
		modes.mouse(isMouseOn);
		// The terminal may have been resized meanwhile.
		onResize();
	}

	async function edit(text: string, use: (edited: string) => void): Promise<void> {
		await lend(async () => {
			const edited = await options.edit(text);
			if (edited.ok) use(edited.value);
			else controller.toast(edited.failure.message);
		});
	}

	async function copy(text: string, label: string): Promise<void> {
		const copied = await options.copy(text, (data) => {
			stdout.write(data);
		});
		controller.toast(copied.ok ? `copied ${label}` : copied.failure.message);
	}

	function perform(request: UiRequest): void {
		switch (request.type) {
			case 'dispatch':
				return app.dispatch(request.event);
			case 'send':
				return send(request.text, request.interrupts);
			case 'remember':
				return run(options.history.add(request.text));
			case 'copy':
				return run(copy(request.text, request.label));
			case 'edit-draft':
				return run(edit(expandDraft(controller.getUi().composer.draft), (text) => controller.setDraft(text)));
			case 'edit-plan':
				// The agent keeps its plan: what the person writes goes to it as their words.
				return run(edit(request.text, (text) => (text === request.text ? undefined : controller.setDraft(text))));
			case 'mouse':
				return modes.mouse(request.isOn);
			case 'suspend':
				return run(lend(() => options.suspend()));
			case 'redraw':
				return run(lend(async () => undefined));
			case 'leave':
				return restore();
		}
	}

	function run(work: Promise<void>): void {
		work.catch((error: unknown) => controller.toast(`that did not work: ${String(error)}`));
	}

	try {
		await instance.waitUntilExit();
		return 0;
	} catch (error) {
		app.dispatch({ type: 'note', level: 'error', title: `The interface failed: ${String(error)}` });
		throw error;
	} finally {
		restore();
	}
}
