import { Screen } from '../../ui/screen.js';
import type { Form, FormHost } from '../interactive/frontend.js';
import type { InteractiveOptions } from '../interactive/options.js';
import { createGallery } from '../interactive/pictures/gallery.js';
import { runForm } from '../interactive/run-frontend.js';
import { createScreenParts } from '../interactive/screen-parts.js';

/** Runs the interface on the whole screen until the person leaves. Returns the exit code, as `runForm`. */
export function startInteractive(options: InteractiveOptions): Promise<number> {
	return runForm(options, (host) => fullScreen(options, host));
}

function fullScreen(options: InteractiveOptions, host: FormHost): Form {
	const { modes } = host;
	const gallery =
		options.ui.pictures === 'never'
			? null
			: createGallery({
					clock: options.clock,
					write: host.write,
					changed: () => controller.redraw(),
					decode: options.decodePicture,
					isRemote: (options.env['SSH_CONNECTION'] ?? options.env['SSH_TTY'] ?? '') !== '',
				});
	const { controller, ...parts } = createScreenParts(options, host, gallery);
	return {
		...parts,
		source: controller.source,
		element: (input) => <Screen source={controller.source} {...input} />,
		look: { alternateScreen: true, incrementalRendering: true },
		opened() {
			modes.wrapping(false);
			modes.mouse(options.ui.mouse);
			parts.opened();
		},
		away(isAway) {
			modes.wrapping(isAway);
			modes.mouse(!isAway && controller.getUi().isMouseOn);
			if (isAway) gallery?.pause();
			else gallery?.resume();
		},
		stop() {
			parts.stop();
			gallery?.pause();
		},
		mouse: modes.mouse,
		redraw: (lend) => lend(async () => undefined),
	};
}
