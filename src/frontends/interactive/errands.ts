import type { UiRequest } from '../../view/screens/step.js';
import type { InteractiveOptions } from './options.js';

/** What errands need. */
export type ErrandsOptions = {
	readonly options: Pick<
		InteractiveOptions,
		'app' | 'env' | 'editor' | 'exports' | 'pictures' | 'clipboard' | 'temporaryFolder'
	>;
	/** Hands the terminal over for as long as the work takes. */
	readonly lend: (work: () => Promise<void>) => Promise<void>;
	readonly tell: (words: string) => void;
};

/** What the screen wants done outside of it. None of them throws for what can be expected to fail. */
export type Errands = {
	/** A text in the person's editor; `use` gets it back as it was saved. */
	edit(text: string, use: (edited: string) => void): Promise<void>;
	openFile(request: { readonly path: string; readonly line?: number }): Promise<void>;
	exportTranscript(request: Extract<UiRequest, { type: 'export' }>): Promise<void>;
	/** A picture (base64) in another window, or saved where there is none. */
	showPicture(data: string): Promise<void>;
	copy(text: string, label: string): Promise<void>;
};

/** Runs them on the services that the interface was started with. */
export function createErrands({ options, lend, tell }: ErrandsOptions): Errands {
	const { app, env, temporaryFolder } = options;
	const editor = (env['VISUAL'] || env['EDITOR'] || 'vi').split(/\s+/).filter(Boolean);
	return {
		async edit(text, use) {
			await lend(async () => {
				const edited = await options.editor.editText(text, { command: editor, dir: temporaryFolder });
				if (edited.ok) use(edited.value);
				else tell(edited.failure.message);
			});
		},
		async openFile({ path, line }) {
			await lend(async () => {
				const at = line === undefined ? {} : { line };
				const opened = await options.editor.openFile(path, { command: editor, ...at });
				if (!opened.ok) tell(opened.failure.message);
			});
		},
		async exportTranscript(request) {
			const written = await options.exports.write(request, request.text);
			if (written.ok) app.dispatch({ type: 'note', level: 'info', title: `The transcript is in ${written.value}` });
			else tell([written.failure.message, written.failure.hint].filter(Boolean).join(' '));
		},
		async showPicture(data) {
			const shown = await options.pictures.show(data);
			if (!shown.ok) tell(shown.failure.message);
			else if (shown.value.isOpened) tell('the picture is opened');
			else app.dispatch({ type: 'note', level: 'info', title: `The picture is in ${shown.value.path}` });
		},
		async copy(text, label) {
			const copied = await options.clipboard.copy(text);
			tell(copied.ok ? `copied ${label}` : copied.failure.message);
		},
	};
}
