import type { AttachmentsPort } from '../../core/attachment-ports.js';
import type { ImageBlock } from '../../core/content.js';
import type { Failure } from '../../core/failure.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import type { ComposerAction } from '../../view/composer/composer.js';
import { NO_CLIPBOARD_PICTURE } from './messages.js';

export type ImagesOptions = {
	readonly attachments: AttachmentsPort;
	readonly compose: (action: ComposerAction) => void;
	readonly tell: (words: string) => void;
};

export type Images = {
	attach(paths: readonly string[], text: string): Promise<void>;
	/** Picture of the clipboard; `isQuiet`: no message where there is none. */
	paste(isQuiet: boolean): Promise<void>;
};

export function createImages({ attachments, compose, tell }: ImagesOptions): Images {
	return {
		async attach(paths, text) {
			const images: ImageBlock[] = [];
			for (const path of paths) {
				const image = await attachments.readImage(path);
				if (!image.ok) {
					compose({ type: 'paste', text });
					// A path that leads nowhere is just a word.
					if (image.failure.code !== 'not-found') tell(sanitizeLine(image.failure.message));
					return;
				}
				images.push(image.value);
			}
			for (const image of images) compose({ type: 'attach-image', image });
		},
		async paste(isQuiet) {
			const image = await attachments.clipboardImage();
			if (image.ok && image.value !== null) compose({ type: 'attach-image', image: image.value });
			else if (!isQuiet) tell(image.ok ? NO_CLIPBOARD_PICTURE : failureWords(image.failure));
		},
	};
}

function failureWords({ message, hint }: Failure): string {
	return sanitizeLine(hint === undefined ? message : `${message} ${hint}`);
}
