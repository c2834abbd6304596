import { defined } from '../../core/defined.js';
import type { EmbeddedFile } from '../../core/embedded-file.js';
import { fail, failureWords, type Result } from '../../core/failure.js';
import type { SessionState } from '../../core/session/state.js';
import { splitCommand } from '../../core/split-command.js';
import { formatBytes } from '../../core/text/bytes.js';
import type { ExportFile } from '../../view/export/export-file.js';
import type { UiRequest } from '../../view/state/ui-step.js';
import type { Suspend } from './frontend.js';
import { copied, transcriptSaved, unreadableEditor } from './interactive-messages.js';
import type { InteractiveOptions } from './interactive-options.js';

export type ExternalProgramsOptions = {
	readonly options: Pick<
		InteractiveOptions,
		'app' | 'env' | 'editor' | 'exports' | 'fileViewer' | 'clipboard' | 'browser' | 'temporaryFolder' | 'clock'
	>;
	readonly suspend: Suspend;
	readonly notify: (words: string) => void;
};

/** The user's editor with arguments, split as a shell does: a quoted path may contain blanks. */
export function editorCommand(env: Readonly<Record<string, string | undefined>>): Result<readonly string[]> {
	const name = env['VISUAL']?.trim() ? 'VISUAL' : 'EDITOR';
	const words = splitCommand(env[name]?.trim() || 'vi');
	return words.ok ? words : fail('usage', unreadableEditor(name, words.failure.message));
}

type ExportTarget = Parameters<InteractiveOptions['exports']['write']>[0];

/** Editor, file viewer, clipboard and files. Expected failures are reported, never thrown. */
export function createExternalPrograms({ options, suspend, notify }: ExternalProgramsOptions) {
	const { app, env, temporaryFolder } = options;
	const editor = editorCommand(env);
	const exported = async (session: SessionState, words: string): Promise<ExportFile> =>
		(await import('../../view/export/export-file.js')).exportFile(session, words, options.clock.now());
	const note = (title: string): void => app.dispatch({ type: 'note', level: 'info', title });
	/** Writes a file and returns its path; null after a failure, which a message reports. */
	const write = async (file: ExportTarget, content: string | Uint8Array): Promise<string | null> => {
		const written = await options.exports.write(file, content);
		if (!written.ok) {
			notify(failureWords(written.failure));
			return null;
		}
		await app.wroteFile(written.value, typeof content === 'string' ? content : new TextDecoder().decode(content));
		return written.value;
	};
	return {
		async edit(text: string, path: string, use: (edited: string) => void): Promise<void> {
			if (!editor.ok) return notify(editor.failure.message);
			await suspend(async () => {
				const edited = await options.editor.editText(text, { command: editor.value, dir: temporaryFolder, path });
				if (edited.ok) use(edited.value);
				else notify(edited.failure.message);
			});
		},
		async openFile({ path, line }: { readonly path: string; readonly line?: number }): Promise<void> {
			if (!editor.ok) return notify(editor.failure.message);
			await suspend(async () => {
				const at = defined({ line });
				const opened = await options.editor.openFile(path, { command: editor.value, ...at });
				if (!opened.ok) notify(opened.failure.message);
			});
		},
		async exportTranscript(request: Extract<UiRequest, { type: 'export' }>): Promise<void> {
			const file = await exported(request.session, request.words);
			const path = await write(file, file.text);
			if (path !== null) note(transcriptSaved(path));
		},
		async exportSession(recordId: string): Promise<void> {
			const session = await app.olderSession(recordId);
			if (!session.ok) return notify(failureWords(session.failure));
			const file = await exported(session.value, '');
			const path = await write(file, file.text);
			if (path !== null) notify(transcriptSaved(path));
		},
		async openEmbeddedFile(file: EmbeddedFile): Promise<void> {
			const shown = await options.fileViewer.show(bytesOf(file));
			if (!shown.ok) notify(shown.failure.message);
			else if (shown.value.isOpened) notify('Opened in another window');
			else note(`Nothing here can open it; it is saved as ${shown.value.path}`);
		},
		async saveEmbeddedFile(file: EmbeddedFile): Promise<void> {
			const bytes = bytesOf(file);
			const path = await write({ file: null, name: file.name }, bytes);
			if (path !== null) note(`Saved as ${path} (${formatBytes(bytes.length)})`);
		},
		async openAddress(url: string): Promise<void> {
			const isOpen = await options.browser.open(url);
			notify(isOpen ? 'Opened in your browser' : 'No browser could be started; copy the address instead');
		},
		async copy(text: string, label: string): Promise<void> {
			const done = await options.clipboard.copy(text);
			notify(done.ok ? copied(label) : done.failure.message);
		},
	};
}

export type ExternalPrograms = ReturnType<typeof createExternalPrograms>;

function bytesOf({ content, encoding }: EmbeddedFile): Buffer {
	return Buffer.from(content, encoding);
}
