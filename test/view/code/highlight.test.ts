import fc from 'fast-check';
import { expect, test } from 'vitest';
import { highlightCode, highlightVersion, languageOfPath, loadLanguage } from '../../../src/view/code/highlight.js';
import { canonicalLanguage, languageLoaders } from '../../../src/view/code/languages.js';
import { styleOfScope } from '../../../src/view/code/syntax-styles.js';
import { lineText } from '../../../src/view/spans.js';

test('every language loads and gives back the code it got', async () => {
	const code = 'a <b c="d">e</b> /* f */ # g\n"h" 12 { i: [j] }\n\n\tend\n';
	for (const language of Object.keys(languageLoaders)) {
		await loadLanguage(language);
		const text = highlightCode(code, language).map(lineText).join('\n');
		expect(text, language).toBe(code.replace('\t', '    '));
	}
}, 30_000);

test('a comment over lines is coloured on each', async () => {
	await loadLanguage('js');
	const comment = { color: 'syntax.comment', italic: true };
	expect(highlightCode('/* a\nb */', 'js')).toEqual([
		[{ text: '/* a', style: comment }],
		[{ text: 'b */', style: comment }],
	]);
});

test('script in a page is coloured by its own language', async () => {
	await loadLanguage('html');
	expect(highlightCode('<script>let a</script>', 'html').flat()).toContainEqual({
		text: 'let',
		style: { color: 'syntax.keyword' },
	});
});

test('no code is lost or made up, whatever it holds', async () => {
	await loadLanguage('ts');
	const code = fc.array(
		fc.constantFrom('`${', '}', '"', "'", '/*', '*/', '//', '\n', '<a>', 'const ', '漢', '/x/', '{', '\\', ' '),
		{ maxLength: 30 },
	);
	fc.assert(
		fc.property(code, (parts) => {
			expect(highlightCode(parts.join(''), 'ts').map(lineText).join('\n')).toBe(parts.join(''));
		}),
		{ numRuns: 500 },
	);
});

test('control characters do not survive', () => {
	expect(highlightCode('a\x1b[31mb\x07', 'ts').map(lineText)).toEqual(['ab']);
});

test('huge code and huge lines stay plain', () => {
	for (const code of ['const a = 1\n'.repeat(10_000), `const a = "${'x'.repeat(6000)}"`]) {
		expect(
			highlightCode(code, 'ts')
				.flat()
				.some((span) => span.style),
		).toBe(false);
	}
});

test('an unknown language loads nothing and does not fail', async () => {
	const before = highlightVersion();
	await loadLanguage('no such');
	await loadLanguage('constructor');
	expect(highlightVersion()).toBe(before);
	expect(highlightCode('a', '__proto__')).toEqual([[{ text: 'a' }]]);
});

test.each([
	['src/a.ts', 'typescript'],
	['a.TSX', 'typescript'],
	['/x/y/Makefile', 'makefile'],
	['Dockerfile.dev', 'dockerfile'],
	['.env.local', 'ini'],
	['C:\\x\\a.py', 'python'],
	['a.b.yml', 'yaml'],
	['Cargo.toml', 'ini'],
	['README', ''],
	['a.unknown', ''],
	['', ''],
	['.constructor', ''],
])('the language of %j is %j', (path, language) => {
	expect(languageOfPath(path)).toBe(language);
});

test.each([
	['sh', 'bash'],
	['TS', 'typescript'],
	[' js ', 'javascript'],
	['c++', 'cpp'],
	['jsonc', 'json'],
	['text', ''],
	['toString', ''],
])('%j is the language %j', (name, language) => {
	expect(canonicalLanguage(name)).toBe(language);
});

test('a scope falls back to what it is a kind of', () => {
	expect(styleOfScope('title.class.inherited')).toEqual({ color: 'syntax.type' });
	expect(styleOfScope('title.function')).toEqual({ color: 'syntax.function' });
	expect(styleOfScope('params')).toBeUndefined();
});
