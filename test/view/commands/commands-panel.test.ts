import { describe, expect, test } from 'vitest';
import { ready } from '../../core/session/play.js';
import { createStage, dispatched, happen, press, text, wait } from '../stage.js';
import { COMMANDS, openedCommands, ownCommand } from './commands-stage.js';

describe('The list of the user’s commands', () => {
	test('says which waits, which hides which, and shows no escape sequence of a file.', () => {
		const stage = openedCommands(100, 60);
		const first = text(stage);
		press(stage, 'end');
		const shown = first + text(stage);
		expect(shown).toContain('7 commands, 2 not trusted');
		for (const words of ['not trusted', 'hidden by the command of acp-tui', 'hidden by the one of yours', 'not used'])
			expect(shown).toContain(words);
		expect(shown).toContain('Deploy red to $1');
		expect(shown).not.toMatch(/[\u001b\u0007]/);
	});

	test('trusts a file as it was read, at the second press.', () => {
		const stage = openedCommands();
		expect(dispatched(press(stage, 't'))).toEqual([]);
		wait(stage, 1000);
		const trusting = [{ file: '/files/project/deploy.md', hash: 'hash of deploy' }];
		expect(dispatched(press(stage, 't'))).toEqual([{ type: 'list-commands', trusting }]);
	});

	test('asks anew when the file changed between the presses.', () => {
		const stage = openedCommands();
		press(stage, 't');
		wait(stage, 1000);
		const [first, ...rest] = COMMANDS;
		happen(stage, {
			type: 'commands-listed',
			commands: first === undefined ? [] : [{ ...first, hash: 'other' }, ...rest],
		});
		expect(dispatched(press(stage, 't'))).toEqual([]);
	});

	test('trusts all that wait together.', () => {
		const stage = openedCommands();
		press(stage, 'T');
		wait(stage, 1000);
		expect(dispatched(press(stage, 'T'))).toMatchObject([
			{ trusting: [{ hash: 'hash of deploy' }, { hash: 'hash of ship' }] },
		]);
	});

	test('writes the name of one that counts into the draft, edits its file, and makes a new one.', () => {
		const stage = openedCommands();
		press(stage, 'down down e');
		expect(stage.requests.at(-1)).toEqual({ type: 'edit-command', of: { file: '/files/user/explain.md' } });
		press(stage, 'enter');
		expect(stage.ui.composer.draft.text).toBe('/explain ');
		const another = openedCommands();
		press(another, 'n `fix` enter');
		expect(another.requests.at(-1)).toEqual({ type: 'edit-command', of: { newName: 'fix' } });
	});
});

describe('In the draft', () => {
	const staged = (commands = COMMANDS) => {
		const stage = createStage(ready());
		happen(stage, { type: 'commands-listed', commands });
		return stage;
	};

	test.each([
		['/explain a.ts', { text: '/explain a.ts', isOwnCommand: true }],
		// It says that it is not trusted.
		['/deploy prod', { text: '/deploy prod', isOwnCommand: true }],
		['/init', { text: '/init', isOwnCommand: true }],
	])('%s is sent to be expanded', (typed, expected) => {
		const stage = staged();
		press(stage, `\`${typed}\` enter`);
		expect(stage.requests.find(({ type }) => type === 'send')).toMatchObject(expected);
	});

	test('one with the name of the agent’s is the user’s; /agent: reaches the other.', () => {
		const stage = staged([ownCommand('greet', 'user')]);
		happen(stage, { type: 'commands', commands: [{ name: 'greet', description: 'of the agent' }] });
		press(stage, '`/greet` enter `/agent:greet` enter');
		const sent = stage.requests.filter(({ type }) => type === 'send');
		expect(sent).toMatchObject([{ isOwnCommand: true }, { text: '/greet' }]);
		expect(sent[1]).not.toHaveProperty('isOwnCommand');
	});
});
