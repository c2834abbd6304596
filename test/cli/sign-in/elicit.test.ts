import { expect, test } from 'vitest';
import { elicitOnConsole } from '../../../src/cli/subcommands/sign-in/elicit.js';
import type { ElicitationRequest } from '../../../src/core/elicitation/elicitation.js';

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
