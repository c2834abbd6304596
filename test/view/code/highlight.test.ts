import fc from 'fast-check';
import core from 'highlight.js/lib/core';
import javascript from 'highlight.js/lib/languages/javascript';
import xml from 'highlight.js/lib/languages/xml';
import { expect, test } from 'vitest';
import {
	highlightCode,
	languageOfPath,
	loadLanguage,
	SpanEmitter,
	styleOfScope,
} from '../../../src/view/code/highlight.js';
import { grammars } from '../../../src/view/code/languages.js';
import { lineText } from '../../../src/view/spans.js';

test('every language loads and gives back the code it got', async () => {
	const code = 'a <b c="d">e</b> /* f */ # g\n"h" 12 { i: [j] }\n\n\tend\n';
	for (const language of Object.keys(grammars)) {
		await loadLanguage(language);
		const text = highlightCode(code, language).map(lineText).join('\n');
		expect(text, language).toBe(code.replace('\t', '    '));
	}
}, 30_000);

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

test('a scope falls back to what it is a kind of', () => {
	expect(styleOfScope('title.class.inherited')).toEqual({ color: 'syntax.type' });
	expect(styleOfScope('title.function')).toEqual({ color: 'syntax.function' });
	expect(styleOfScope('params')).toBeUndefined();
});

const where = 'highlight.js works differently now: see src/view/code/span-emitter.ts and highlight.ts';

/** An engine that writes to our emitter: `__emitter` and `_emitter` are in no documentation of the package. */
function engine(): ReturnType<typeof core.newInstance> {
	const created = core.newInstance();
	created.configure({ __emitter: SpanEmitter });
	created.registerLanguage('javascript', javascript);
	created.registerLanguage('xml', xml);
	return created;
}

test('highlight.js hands an embedded language to the same emitter', () => {
	const emitter = engine().highlight('<b><script>let a</script></b>', { language: 'xml' })._emitter;
	if (!(emitter instanceof SpanEmitter)) throw new TypeError(where);
	expect(emitter.lines.map(lineText).join('\n'), where).toBe('<b><script>let a</script></b>');
	expect(emitter.lines.flat(), where).toContainEqual({ text: 'let', style: { color: 'syntax.keyword' } });
});
