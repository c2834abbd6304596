import { expect, test } from 'vitest';
import type { FileHit } from '../../../src/core/attachment-ports.js';
import { reduceComposer } from '../../../src/view/composer/composer.js';
import { type ComposerState, createComposer } from '../../../src/view/composer/composer-state.js';
import { renderComposer } from '../../../src/view/composer/render-draft.js';
import { composerWith, press } from './press.js';

const sources = {
	local: [{ name: 'theme', aliases: ['colours'], description: '' }],
	agent: [{ name: 'review', description: '' }],
	arguments: new Map(),
};

/** Words of the draft that have a style, with its colour, and `_` where they are underlined. */
function words(state: ComposerState, width = 80): readonly string[] {
	const { lines } = renderComposer(state, { width, maxRows: 9, prompt: '', placeholder: '' });
	return lines.flatMap((line) =>
		line.flatMap(({ text, style }) =>
			style?.color === undefined || text === '' ? [] : [`${text} ${style.color}${style.underline === true ? '_' : ''}`],
		),
	);
}

/** Result of a search. */
function found(state: ComposerState, query: string, ...paths: readonly string[]): ComposerState {
	const hits = paths.map((path): FileHit => ({ path, kind: path.endsWith('/') ? 'folder' : 'file', isRecent: false }));
	return reduceComposer(state, { type: 'mention-results', query, hits });
}

const known = found(found(createComposer(), 'src/lo', 'src/login.ts', 'src/', 'my file'), 'src/logn.ts');

test.each<[string, readonly string[]]>([
	['see @src/login.ts now', ['@src/login.ts link']],
	['see @src/login.ts:3-9, and @"my file"', ['@src/login.ts:3-9 link', '@"my file" link']],
	['all of @src/ and @src', ['@src/ link', '@src link']],
	['not @src/logn.ts here', ['@src/logn.ts warning_']],
	['@diff and @staged', ['@diff link', '@staged link']],
	['unknown @dist/a.js and mail me@src/login.ts', []],
	['@src/logn.ts', []],
])('mentions of %j are drawn as what is known of them', (text, drawn) => {
	expect(words(press(known, `\`${text}\``))).toEqual(drawn);
});

test('a name that nothing was found for in an unknown folder is no mistake', () => {
	const state = found(found(createComposer(), 'dist/a.js'), 'nope.txt');
	expect(words(press(state, '`@dist/a.js @nope.txt `'))).toEqual([]);
	expect(words(found(press(known, '`@src/logn.ts `'), 'src/logn.ts', 'src/logn.ts'))).toEqual(['@src/logn.ts link']);
});

test.each<[string, readonly string[]]>([
	['/theme dark', ['/theme accent']],
	['/colours', ['/colours accent']],
	['/review @src/login.ts', ['/review accent', '@src/login.ts link']],
	['/acp:theme', ['/acp:theme accent']],
	['/unknown', []],
	['/usr/bin/env', []],
	['say /theme', []],
	['!npm test', ['!  warning', 'npm warning']],
	['!!npm test', ['!  warning', '!npm warning']],
])('%j shows the command that it is', (text, drawn) => {
	const state = reduceComposer(known, { type: 'sources', sources });
	expect(words(press(state, `\`${text}\``))).toEqual(drawn);
});

test('a mention over two rows, in a selection and far down a long draft has its colour', () => {
	expect(words(press(known, '`a @src/login.ts b`'), 10)).toEqual(['@src/logi link', 'n.ts link']);
	const { lines } = renderComposer(press(press(known, '`@src/login.ts`'), 'shift+home'), {
		width: 80,
		maxRows: 9,
		prompt: '',
		placeholder: '',
	});
	expect(lines[0]?.find(({ text }) => text.startsWith('@'))?.style).toEqual({ color: 'link', background: 'selection' });
	const long = composerWith(`${'word '.repeat(5000)}@src/login.ts |`);
	expect(words({ ...long, files: known.files })).toEqual(['@src/login.ts link']);
});

test('what is remembered of searches is bounded', () => {
	let state = createComposer();
	for (let at = 0; at < 3000; at += 1) state = found(state, `src/${at}x`, `src/${at}`);
	expect(state.files.found.size + state.files.missing.size).toBeLessThan(1100);
});
