import { defined } from '../../core/defined.js';
import { fail, type Result } from '../../core/failure.js';
import { splitCommand } from '../../core/split-command.js';
import type { UiRequest } from '../../view/state/step.js';
import type { Suspend } from './frontend.js';
import {
	ADDRESS_NOT_OPENED,
	ADDRESS_OPENED,
	copied,
	PICTURE_OPENED,
	pictureSaved,
	transcriptSaved,
	unreadableEditor,
} from './messages.js';
import type { InteractiveOptions } from './options.js';

/** What running them needs. */
export type ExternalProgramsOptions = {
	readonly options: Pick<
		InteractiveOptions,
		'app' | 'env' | 'editor' | 'exports' | 'pictures' | 'clipboard' | 'browser' | 'temporaryFolder'
	>;
	readonly suspend: Suspend;
	readonly tell: (words: string) => void;
};

/** Editor, picture viewer, clipboard and files. None throws for what can be expected to fail. */
export type ExternalPrograms = {
	/** A text in the user's editor; `use` gets it back as it was saved. */
	edit(text: string, use: (edited: string) => void): Promise<void>;
	openFile(request: { readonly path: string; readonly line?: number }): Promise<void>;
	exportTranscript(request: Extract<UiRequest, { type: 'export' }>): Promise<void>;
	/** A picture (base64) in another window, or saved where there is none. */
	showPicture(data: string): Promise<void>;
	copy(text: string, label: string): Promise<void>;
	/** An address in the user's browser. */
	openAddress(url: string): Promise<void>;
};

/** The user's editor with its arguments, split as a shell splits them: a path in quotes may hold blanks. */
export function editorCommand(env: Readonly<Record<string, string | undefined>>): Result<readonly string[]> {
	const name = env['VISUAL']?.trim() ? 'VISUAL' : 'EDITOR';
	const words = splitCommand(env[name]?.trim() || 'vi');
	return words.ok ? words : fail('usage', unreadableEditor(name, words.failure.message));
}

/** Runs them on the services that the interface was started with. */
export function createExternalPrograms({ options, suspend, tell }: ExternalProgramsOptions): ExternalPrograms {
	const { app, env, temporaryFolder } = options;
	const editor = editorCommand(env);
	return {
		async edit(text, use) {
			if (!editor.ok) return tell(editor.failure.message);
			await suspend(async () => {
				const edited = await options.editor.editText(text, { command: editor.value, dir: temporaryFolder });
				if (edited.ok) use(edited.value);
				else tell(edited.failure.message);
			});
		},
		async openFile({ path, line }) {
			if (!editor.ok) return tell(editor.failure.message);
			await suspend(async () => {
				const at = defined({ line });
				const opened = await options.editor.openFile(path, { command: editor.value, ...at });
				if (!opened.ok) tell(opened.failure.message);
			});
		},
		async exportTranscript(request) {
			const written = await options.exports.write(request, request.text);
			if (written.ok) {
				await app.wroteFile(written.value, request.text);
				app.dispatch({ type: 'note', level: 'info', title: transcriptSaved(written.value) });
			} else tell([written.failure.message, written.failure.hint].filter(Boolean).join(' '));
		},
		async showPicture(data) {
			const shown = await options.pictures.show(data);
			if (!shown.ok) tell(shown.failure.message);
			else if (shown.value.isOpened) tell(PICTURE_OPENED);
			else app.dispatch({ type: 'note', level: 'info', title: pictureSaved(shown.value.path) });
		},
		async openAddress(url) {
			tell((await options.browser.open(url)) ? ADDRESS_OPENED : ADDRESS_NOT_OPENED);
		},
		async copy(text, label) {
			const done = await options.clipboard.copy(text);
			tell(done.ok ? copied(label) : done.failure.message);
		},
	};
}
