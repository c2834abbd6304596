import { expect, test } from 'vitest';
import type { ImageBlock } from '../../../src/core/content.js';
import { imagesIn } from '../../../src/view/composer/chips.js';
import { reduceComposer } from '../../../src/view/composer/composer.js';
import { type ComposerState, createComposer } from '../../../src/view/composer/composer-state.js';
import { droppedImages } from '../../../src/view/composer/dropped-images.js';
import { composerWith, marked, press } from './press.js';

test.each<[string, readonly string[] | null]>([
	['/home/me/a.png', ['/home/me/a.png']],
	[' /home/me/a.PNG \n', ['/home/me/a.PNG']],
	['~/a.jpeg', ['~/a.jpeg']],
	['./a.webp', ['./a.webp']],
	['/home/me/My\\ Shot.png', ['/home/me/My Shot.png']],
	["'/home/me/My Shot.png'", ['/home/me/My Shot.png']],
	["'/home/me/It'\\''s.png'", ["/home/me/It's.png"]],
	['"/home/me/My \\"Shot\\".gif"', ['/home/me/My "Shot".gif']],
	['/home/me/My Shot.png', ['/home/me/My Shot.png']],
	['file:///home/me/My%20Shot.png', ['/home/me/My Shot.png']],
	['file://localhost/home/me/a.png', ['/home/me/a.png']],
	['file:///home/me/100%.png', ['/home/me/100%.png']],
	['file://elsewhere/a.png', null],
	['/a.png /b.jpg', ['/a.png', '/b.jpg']],
	["'/a b.png' '/c d.png' ", ['/a b.png', '/c d.png']],
	['file:///a.png\nfile:///b.png', ['/a.png', '/b.png']],
	['/a.png and /b.png', ['/a.png and /b.png']],
	['a.png', null],
	['look at a.png', null],
	['/etc/passwd', null],
	['https://example.org/a.png', null],
	['/a.png\n/etc/passwd', null],
	['', null],
	[`/${'x'.repeat(9000)}.png`, null],
	['/a\x1b[2J.png', null],
	['C:\\Users\\me\\a.png', ['C:\\Users\\me\\a.png']],
])('of a pasted %j the pictures are %j', (text, paths) => {
	expect(droppedImages(text)).toEqual(paths);
});

function image(data: string): ImageBlock {
	return { type: 'image', mimeType: 'image/png', data, bytes: 3 };
}

function withImages(state: ComposerState, ...names: readonly string[]): ComposerState {
	return names.reduce((now, name) => reduceComposer(now, { type: 'attach-image', image: image(name) }), state);
}

test('a picture is a numbered mark, apart from the words around it', () => {
	expect(marked(withImages(composerWith('see|'), 'one'))).toBe('see [Image 1] |');
	expect(marked(withImages(composerWith('see | now'), 'one'))).toBe('see [Image 1]| now');
	expect(marked(withImages(createComposer(), 'one', 'two'))).toBe('[Image 1] [Image 2] |');
});

test('a prompt that is taken back has its pictures again', () => {
	const images = [image('one'), image('two')];
	const back = reduceComposer(createComposer(), {
		type: 'take-back',
		taken: { prompt: { id: 'p', text: 'a [Image 2] b [Image 5]', blocks: images }, place: 0 },
	});
	expect(imagesIn(back.draft)).toEqual(images);
	expect(withImages(back, 'new').draft.text).toContain('[Image 6]');
});

test('a draft that could not be sent comes back whole, or is put aside where something else is written', () => {
	const sent = press(withImages(composerWith('see |'), 'one'), 'enter');
	const draft = sent.outcome?.draft ?? sent.draft;
	const back = reduceComposer(sent, { type: 'give-back', draft });
	expect(marked(back)).toBe('see [Image 1] |');
	expect(imagesIn(back.draft)).toHaveLength(1);
	const busy = reduceComposer(press(sent, '`more`'), { type: 'give-back', draft });
	expect(marked(busy)).toBe('more|');
	expect(marked(press(busy, 'ctrl+u ctrl+s'))).toBe('see [Image 1] |');
});
