import type { App } from '../../app/app.js';
import type { UiState } from '../../view/state/ui-state.js';

type Screen<F> = { readonly ui: UiState; readonly frame: F };

type ScreensAside<F> = {
	of(app: App): Screen<F>;
	put(app: App, screen: Screen<F>): void;
	take(app: App): Screen<F>;
	change(app: App, how: (ui: UiState) => UiState): void;
	forget(app: App): void;
};

/** A session that was never in front has the `first` screen. */
export function createScreensAside<F>(first: Screen<F>): ScreensAside<F> {
	const screens = new Map<App, Screen<F>>();
	const of = (app: App): Screen<F> => screens.get(app) ?? first;
	return {
		of,
		put: (app, screen) => void screens.set(app, screen),
		take(app) {
			const screen = of(app);
			screens.delete(app);
			return screen;
		},
		change: (app, how) => void screens.set(app, { ...of(app), ui: how(of(app).ui) }),
		forget: (app) => void screens.delete(app),
	};
}
