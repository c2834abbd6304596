import type { AttachmentsPort } from '../../core/attachment-ports.js';
import type { ImageBlock } from '../../core/content.js';
import { failureWords } from '../../core/failure.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import type { ComposerAction } from '../../view/composer/composer.js';
import { NO_CLIPBOARD_PICTURE } from './interactive-messages.js';

export type ImagesOptions = {
	readonly attachments: AttachmentsPort;
	readonly compose: (action: ComposerAction) => void;
	readonly notify: (words: string) => void;
};

export function createImages({ attachments, compose, notify }: ImagesOptions) {
	return {
		async attach(paths: readonly string[], text: string): Promise<void> {
			const images: ImageBlock[] = [];
			for (const path of paths) {
				const image = await attachments.readImage(path);
				if (!image.ok) {
					compose({ type: 'paste', text });
					// A path that leads nowhere is just a word.
					if (image.failure.code !== 'not-found') notify(sanitizeLine(image.failure.message));
					return;
				}
				images.push(image.value);
			}
			for (const image of images) compose({ type: 'attach-image', image });
		},
		/** Picture of the clipboard; `isQuiet`: no message where there is none. */
		async paste(isQuiet: boolean): Promise<void> {
			const image = await attachments.clipboardImage();
			if (image.ok && image.value !== null) compose({ type: 'attach-image', image: image.value });
			else if (!isQuiet) notify(image.ok ? NO_CLIPBOARD_PICTURE : sanitizeLine(failureWords(image.failure)));
		},
	};
}

export type Images = ReturnType<typeof createImages>;
