import { expect, test } from 'vitest';
import type { ContentBlock } from '../../../src/core/content.js';
import * as messages from '../../../src/frontends/prompt/attach-messages.js';
import { attach } from '../../../src/frontends/prompt/prompt-attachments.js';
import { type FakeWorld, fakeAttachments, PICTURE } from './fake-attachments.js';

const ALL = { image: true, audio: false, embeddedContext: true };
const all = (): null => null;
const NONE = { image: false, audio: false, embeddedContext: false };

const world: FakeWorld = {
	files: {
		'a.ts': 'one\ntwo\nthree\n',
		'large.ts': 'x'.repeat(101),
		'data.bin': null,
		'p.png': 'picture',
		's.wav': null,
		'src/b.ts': 'b\n',
		'my file': 'mine',
	},
	changes: { diff: { text: '+ new', isCut: false }, staged: { text: '', isCut: false } },
};

function blocksOf(written: string, takes = ALL, images: readonly (typeof PICTURE)[] = []) {
	const prompt = { text: written, written, images };
	return attach(prompt, takes, fakeAttachments(world), { embedBytes: 100 }, all);
}

/** A block in a few words. */
function say(block: ContentBlock): string {
	switch (block.type) {
		case 'text':
			return `text ${block.text}`;
		case 'image':
		case 'audio':
			return block.type;
		case 'resource_link':
			return `link ${block.name} ${block.uri}`;
		case 'resource':
			return `resource ${block.uri} ${block.text}`;
		case 'unknown':
			return 'unknown';
	}
}

test.each<[string, typeof ALL, readonly string[]]>([
	['@a.ts', ALL, ['resource file:///w/a.ts one\ntwo\nthree\n']],
	['@a.ts', NONE, ['link a.ts file:///w/a.ts']],
	['@a.ts:2-3', ALL, ['resource file:///w/a.ts#L2-3 two\nthree\n']],
	['@a.ts:2', ALL, ['resource file:///w/a.ts#L2 two\n']],
	['@a.ts:2-3', NONE, ['link a.ts:2-3 file:///w/a.ts#L2-3']],
	['@data.bin', ALL, ['link data.bin file:///w/data.bin']],
	['@src', ALL, ['link src/ file:///w/src/']],
	['@src/', NONE, ['link src/ file:///w/src/']],
	['@"my file"', ALL, ['resource file:///w/my file mine']],
	[
		'@a.ts @src/b.ts and @a.ts again',
		ALL,
		['resource file:///w/a.ts one\ntwo\nthree\n', 'resource file:///w/src/b.ts b\n'],
	],
	['@p.png', ALL, ['image']],
	['@p.png', { ...ALL, image: false }, ['resource file:///w/p.png picture']],
	['@diff', ALL, ['resource git-diff:unstaged + new']],
	['@diff', NONE, ['text Output of git diff:\n+ new']],
	['mail me@example.org', ALL, []],
	['@alice, use @Override and @angular/core', ALL, []],
	['upgrade @angular/core@19.1 and @biome@2.5.15', ALL, []],
])('%j goes as %#', async (written, takes, expected) => {
	const { blocks, problems, notes } = await blocksOf(written, takes);
	expect(blocks.map(say)).toEqual([`text ${written}`, ...expected]);
	expect([problems, notes]).toEqual([[], []]);
});

test('a sound is sent as a link, and where the agent takes sounds that is said', async () => {
	const taken = await blocksOf('@s.wav', { ...ALL, audio: true });
	expect(taken.blocks.map(say)).toEqual(['text @s.wav', 'link s.wav file:///w/s.wav']);
	expect(taken.notes).toEqual([messages.soundAsLink('s.wav')]);
	expect((await blocksOf('@s.wav', { ...ALL, audio: false })).notes).toEqual([]);
});

test('a file over the limit is sent as a link, and that is said', async () => {
	const { blocks, problems, notes } = await blocksOf('@large.ts');
	expect(blocks.map(say)).toEqual(['text @large.ts', 'link large.ts file:///w/large.ts']);
	expect(problems).toEqual([]);
	expect(notes).toEqual([messages.tooLargeToEmbed('large.ts', 100)]);
	expect((await blocksOf('@large.ts', NONE)).notes).toEqual([]);
});

test.each([
	['@gone.ts', 'no such file'],
	['@src/gone', 'no such file'],
	['@"gone file"', 'no such file'],
	['@gone:3', 'no such file'],
	['@gone/', 'no such file'],
	['@./gone', 'no such file'],
	['@../secret', 'outside the workspace'],
	['@a.ts:9-12', messages.noSuchLine(9)],
	['@src:1-2', messages.folderHasNoLines],
	['@data.bin:1', 'not a text file'],
	['@staged', 'nothing staged'],
])('%s is named before it is sent: %s', async (written, reason) => {
	const { blocks, problems } = await blocksOf(`see ${written}`);
	expect(problems).toEqual([{ name: written, reason }]);
	expect(messages.cannotAttach(problems)).toBe(`Cannot attach ${written}: ${reason}`);
	expect(blocks.map(say)).toEqual([`text see ${written}`]);
});

test('pictures go in their order after the text, and what is mentioned after them', async () => {
	const { blocks } = await blocksOf('[Image 1] [Image 2] @a.ts', ALL, [PICTURE, PICTURE]);
	expect(blocks.map(({ type }) => type)).toEqual(['text', 'image', 'image', 'resource']);
});

test('an agent that takes no images is named before sending; what is sent all the same says where they lie', async () => {
	const pasted = { ...PICTURE, uri: undefined };
	const { uri: _none, ...fromClipboard } = pasted;
	const { blocks, problems } = await blocksOf('[Image 1] [Image 2]', NONE, [PICTURE, fromClipboard]);
	expect(messages.cannotAttach(problems)).toBe(messages.cannotAttach([messages.noPictures]));
	expect(blocks.map(say)).toEqual(['text [Image 1] [Image 2]', 'link p.png file:///w/p.png']);
});

test('what was pasted as a block is not searched for mentions', async () => {
	const prompt = { text: '@a.ts and more', written: '[Pasted 40 lines #1]', images: [] };
	const { blocks } = await attach(prompt, ALL, fakeAttachments(world), { embedBytes: 100 }, all);
	expect(blocks.map(say)).toEqual(['text @a.ts and more']);
});

test('lines beyond a megabyte go as a link, a cut diff is said to be cut', async () => {
	const huge: FakeWorld = {
		files: { 'min.js': 'x'.repeat(1_000_001) },
		changes: { diff: { text: '+', isCut: true }, staged: { text: '+', isCut: false } },
	};
	const prompt = { text: '', written: '@min.js:1 @diff', images: [] };
	const { blocks, notes } = await attach(prompt, ALL, fakeAttachments(huge), { embedBytes: 100 }, all);
	expect(blocks.map(({ type }) => type)).toEqual(['text', 'resource_link', 'resource']);
	expect(notes).toHaveLength(2);
	expect(say(blocks[2] ?? { type: 'text', text: '' })).toContain('[cut here]');
});
