import core from 'highlight.js/lib/core';
import javascript from 'highlight.js/lib/languages/javascript';
import xml from 'highlight.js/lib/languages/xml';
import { expect, test } from 'vitest';
import { SpanEmitter } from '../../../src/view/code/span-emitter.js';
import { lineText } from '../../../src/view/spans.js';

const where = 'highlight.js works differently now: see src/view/code/span-emitter.ts and highlight.ts';

/** An engine that writes to our emitter: `__emitter` and `_emitter` are in no documentation of the package. */
function engine(): ReturnType<typeof core.newInstance> {
	const created = core.newInstance();
	created.configure({ __emitter: SpanEmitter });
	created.registerLanguage('javascript', javascript);
	created.registerLanguage('xml', xml);
	return created;
}

test('highlight.js makes the emitter that it is given, and hands it back with the result', () => {
	const emitter = engine().highlight('let a = `b`;\n// d', { language: 'javascript' })._emitter;
	expect(emitter, where).toBeInstanceOf(SpanEmitter);
	if (!(emitter instanceof SpanEmitter)) return;
	expect(emitter.lines.map(lineText).join('\n'), where).toBe('let a = `b`;\n// d');
	expect(emitter.lines[0]?.[0], where).toEqual({ text: 'let', style: { color: 'syntax.keyword' } });
	expect(emitter.lines[1]?.[0], where).toEqual({ text: '// d', style: { color: 'syntax.comment', italic: true } });
});

test('highlight.js hands an embedded language to the same emitter', () => {
	const emitter = engine().highlight('<b><script>let a</script></b>', { language: 'xml' })._emitter;
	if (!(emitter instanceof SpanEmitter)) throw new TypeError(where);
	expect(emitter.lines.map(lineText).join('\n'), where).toBe('<b><script>let a</script></b>');
	expect(emitter.lines.flat(), where).toContainEqual({ text: 'let', style: { color: 'syntax.keyword' } });
});
