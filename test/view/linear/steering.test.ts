import { expect, test } from 'vitest';
import { keyOf } from '../../../src/terminal/key.js';
import { busy, play, prompt } from '../../core/session/play.js';
import { createReader } from './reader.js';

const ALT_ENTER = { type: 'key', key: keyOf('enter', '', { alt: true }) } as const;
const injected = { type: 'steering-answered', promptId: 'p-look here', answer: 'injected' } as const;

function type(reader: ReturnType<typeof createReader>, words: string): void {
	for (const character of words) reader.put({ type: 'key', key: keyOf('char', character) });
}

test('alt+enter and /steer send into the running turn, and what went in is read out once', () => {
	const reader = createReader(busy());
	reader.put({ type: 'tick' });
	type(reader, 'look here');
	reader.put(ALT_ENTER);
	reader.say('/steer there too');
	expect(reader.sent()).toMatchObject([
		{ text: 'look here', steers: true },
		{ text: 'there too', steers: true },
	]);
	reader.happen({ type: 'steer', prompt: { id: 'p-look here', text: 'look here', blocks: [] } });
	expect(reader.happen(injected)).toEqual(['You, into the running turn: look here']);
});

test('an agent that cannot be steered: the two ways are read out, and a number chooses', () => {
	const from = busy();
	const { agent } = from.state;
	const reader = createReader({
		...from,
		state: { ...from.state, agent: agent === null ? null : { ...agent, steering: false } },
	});
	reader.put({ type: 'tick' });
	reader.heard();
	type(reader, 'instead');
	reader.put(ALT_ENTER);
	expect(reader.heard().join('\n')).toMatch(/This agent cannot be steered:\n1 Stop and send\.\n2 Queue\./);
	reader.say('1');
	expect(reader.sent()).toMatchObject([{ text: 'instead', interrupts: true }]);
});

test('/queue reads out what waits; a number asks what is to be done with it, and a second one does it', () => {
	const reader = createReader(play(busy(), prompt('one'), prompt('two')));
	reader.put({ type: 'tick' });
	reader.heard();
	expect(reader.say('/queue').join('\n')).toMatch(/1 one\.\n2 two\.\nType a number/);
	expect(reader.say('1')).toContain('6 Send it later.');
	expect(reader.say('6').join('\n')).toMatch(/1 two\.\n2 one\./);
	expect(reader.say('7')).toEqual(['There is no 7 in the list.']);
	reader.say('/queue merge 1');
	expect(reader.queue()).toEqual(['two\n\none']);
});
