import { expect, test } from 'vitest';
import { collectMessages } from '../../../src/core/sessions/collect-messages.js';

const chunk = (text: string, messageId?: string) => ({
	type: 'text',
	role: 'agent',
	text,
	...(messageId === undefined ? {} : { messageId }),
});

/** Texts of the messages that the events make; `null`: another line came between. */
function textsOf(events: readonly (object | null)[]): readonly string[] {
	const said = collectMessages(1000);
	for (const [at, event] of events.entries()) {
		if (event === null) said.pause();
		else said.add(event, at);
	}
	return said.end().map(({ text }) => text);
}

test.each([
	['words in a row', [chunk('one '), chunk('two')], ['one two']],
	['words around another line', [chunk('one'), null, chunk('two')], ['one', 'two']],
	['words that go on behind another line', [chunk('one'), null, chunk('two '), chunk('three')], ['one', 'two three']],
	['an id around another line', [chunk('one ', 'a'), null, chunk('two', 'a')], ['one two']],
	['another id', [chunk('one', 'a'), chunk('two', 'b')], ['one', 'two']],
])('Messages are told apart: %s.', (_, events, texts) => {
	expect(textsOf(events)).toEqual(texts);
});
