import { isPointing } from '../../view/state/mouse-state.js';
import { hasHalfBlocks } from '../interactive/appearance.js';
import type { Frontend, FrontendHost } from '../interactive/frontend.js';
import type { InteractiveOptions } from '../interactive/interactive-options.js';
import { PictureStore } from '../interactive/pictures/picture-store.js';
import { runFrontend } from '../interactive/run-frontend.js';
import { createScreenParts } from '../interactive/screen-parts.js';

/** Runs the interface on the whole screen until the user leaves; returns the exit code. */
export function startFullScreen(options: InteractiveOptions): Promise<number> {
	return runFrontend(options, (host) => fullScreen(options, host));
}

function fullScreen(options: InteractiveOptions, host: FrontendHost): Frontend {
	const { terminal } = host;
	const pictures = pictureStoreFor(options, () => controller.redraw());
	const { controller, ...parts } = createScreenParts(options, host, pictures);
	const draw = (): void => {
		terminal.draw({ screen: 'alternate', lines: [], ...parts.draw() });
		terminal.setMode('mouse-moves', isPointing(controller.getUi()));
	};
	let unsubscribe = (): void => {};
	return {
		...parts,
		hasFirstScreen: true,
		opened() {
			// A row that the terminal draws wider than expected must not spill into the next one.
			terminal.setMode('line-wrapping', false);
			terminal.setMode('mouse', options.ui.mouse);
			unsubscribe = parts.source.subscribe(draw);
			draw();
			parts.opened();
		},
		suspended(isSuspended) {
			if (isSuspended) pictures.pause();
			else pictures.resume();
		},
		mouse: (isOn) => terminal.setMode('mouse', isOn),
		redraw() {
			// Whatever disturbed the screen may have removed the pictures.
			pictures.pause();
			pictures.resume();
			terminal.redraw();
			controller.redraw();
		},
		stop() {
			parts.stop();
			unsubscribe();
			pictures.pause();
			return [];
		},
	};
}

function pictureStoreFor(
	{ ui, env, clock, terminal, decodePicture, decodePixels }: InteractiveOptions,
	changed: () => void,
): PictureStore {
	return new PictureStore({
		clock,
		write: (data) => terminal.writeControl(data),
		changed,
		decode: decodePicture,
		decodePixels,
		hasHalfBlocks: hasHalfBlocks(ui.glyphs, env),
		isRemote: (env['SSH_CONNECTION'] ?? env['SSH_TTY'] ?? '') !== '',
	});
}
