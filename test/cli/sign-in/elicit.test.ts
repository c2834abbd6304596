import { expect, test } from 'vitest';
import { FORM_MARKS } from '../../../src/agent/requests/read-elicitation.js';
import { elicitOnConsole } from '../../../src/cli/subcommands/sign-in/elicit-on-console.js';
import type { ElicitationRequest } from '../../../src/core/elicitation/elicitation.js';
import { readForm } from '../../../src/core/elicitation/read-form.js';

const still = new AbortController().signal;

function asking(answer: string | null, parts: { readonly isTerminal?: boolean; readonly url?: string } = {}) {
	const { isTerminal = true, url = 'https://login.example.com/device' } = parts;
	const said: string[] = [];
	const desk = {
		isTerminal,
		showAddress: (address: { readonly url: string }) => void said.push(address.url),
		say: (text: string) => void said.push(text),
		ask: async (question: string) => {
			said.push(question);
			return answer;
		},
		askSecret: async () => answer,
	};
	const request: ElicitationRequest = {
		scope: { type: 'request' },
		message: 'Enter ABCD.\u001b[2J',
		input: { mode: 'url', elicitationId: 'e', url },
	};
	return { said, answered: elicitOnConsole(desk, request, still) };
}

test.each([
	['', 'accept'],
	['y', 'accept'],
	['n', 'decline'],
	['No', 'decline'],
	[null, 'cancel'],
])('The answer %j counts as %s.', async (answer, action) => {
	const { said, answered } = asking(answer);
	expect(await answered).toEqual({ action });
	expect(said.slice(0, 2)).toEqual(['https://login.example.com/device', 'The agent says: Enter ABCD.']);
});

test('What is no web address is not asked about; without a terminal nothing is.', async () => {
	const file = asking('', { url: 'file:///etc/passwd' });
	expect(await file.answered).toEqual({ action: 'cancel' });
	expect(file.said.join('\n')).not.toContain('passwd');
	const piped = asking('', { isTerminal: false });
	expect(await piped.answered).toEqual({ action: 'cancel' });
	expect(piped.said).toEqual([]);
});

const SCHEMA = {
	properties: {
		region: {
			type: 'string',
			title: 'Region',
			oneOf: [
				{ const: 'eu', title: 'Europe' },
				{ const: 'us', title: 'America' },
			],
		},
		scopes: { type: 'array', title: 'Scopes', items: { enum: ['read', 'write', 'admin'] }, minItems: 2 },
		port: { type: 'integer', title: 'Port', default: 8080 },
		keep: { type: 'boolean', title: 'Keep me signed in' },
		api_key: { type: 'string', title: 'API key' },
		note: { type: 'string', title: 'Note' },
	},
	required: ['region', 'api_key'],
};

/** A terminal on which these lines are typed, one after another; null ends the input. */
function typing(schema: object, ...lines: (string | null)[]) {
	const said: string[] = [];
	const hidden: string[] = [];
	const ask = async (question: string) => {
		said.push(question);
		return lines.shift() ?? null;
	};
	const askSecret = async (question: string) => {
		hidden.push(question);
		return lines.shift() ?? null;
	};
	const desk = { isTerminal: true, showAddress: () => {}, say: (text: string) => void said.push(text), ask, askSecret };
	const input = { mode: 'form', form: readForm(schema, FORM_MARKS) } as const;
	const request: ElicitationRequest = { scope: { type: 'request' }, message: 'Set it up.', input };
	return { said, hidden, left: lines, answered: elicitOnConsole(desk, request, still) };
}

test('A form is asked line by line, shown, and sent when the user says so', async () => {
	const { said, hidden, answered } = typing(SCHEMA, '2', '3,1', '', 'y', 'sk-1', '', '1');
	expect(await answered).toEqual({
		action: 'accept',
		content: { region: 'us', scopes: ['read', 'admin'], port: 8080, keep: true, api_key: 'sk-1' },
	});
	// Its label, too: whoever types as soon as it stands there must see no echo.
	expect(hidden).toEqual([expect.stringMatching(/^5 of 6: API key.*looks like a secret/s)]);
	expect(said).toEqual(
		expect.arrayContaining([
			'1 of 6: Region, required, choose one.',
			'2 America.',
			'Type your answer and press enter. Enter alone keeps 8080.',
			'Scopes: read, admin.',
			'Note: no answer.',
			'1 Send.',
		]),
	);
	expect(said.join('\n')).not.toMatch(/sk-1|Escape/);
});

test('What does not hold is asked again, what stands there is kept when it is changed', async () => {
	const wrong = ['7', '1,2', '', '1', '1 2', 'three', '81', 'maybe', 'n', '', 'hello'];
	const changes = ['1', '9', '2', 'Europe', '', '', '', 'sk-1', 'bye', '1'];
	const { said, answered } = typing(SCHEMA, ...wrong, ...changes);
	expect(await answered).toEqual({
		action: 'accept',
		content: { region: 'eu', scopes: ['read', 'write'], port: 81, keep: false, api_key: 'sk-1', note: 'bye' },
	});
	expect(said).toEqual(
		expect.arrayContaining([
			'There is no 7.',
			'Only one can be chosen.',
			'Choose at least 2.',
			'Write a whole number, such as 12.',
			'Type y or n.',
			'Type a number from 1 to 4.',
			'1 not now: Send. Region: An answer is needed. (and 1 more).',
		]),
	);
	expect(said.filter((line) => line.startsWith('1 of 6: Region'))).toHaveLength(2);
});

test.each([
	['3', 'decline'],
	['4', 'cancel'],
	[null, 'cancel'],
])('A form without fields: %j is answered %s', async (line, action) => {
	expect(await typing({ properties: {} }, line).answered).toEqual({ action });
});

test('Whoever ends the input cancels, and a form that cannot be shown is cancelled with a sentence', async () => {
	expect(await typing(SCHEMA, '1', null).answered).toEqual({ action: 'cancel' });
	const none = typing({ properties: 7 });
	expect(await none.answered).toEqual({ action: 'cancel' });
	expect(none.said.join()).toContain('the form has no schema of an object');
});
