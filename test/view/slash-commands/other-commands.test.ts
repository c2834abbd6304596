import { expect, test } from 'vitest';
import { localCommands } from '../../../src/view/slash-commands/commands.js';
import { OTHER_COMMANDS } from '../../../src/view/slash-commands/other-commands.js';
import { busy, endTurn, next, ready } from '../../core/session/play.js';
import { createStage, draft, press, text } from '../stage.js';

const ours = localCommands.flatMap(({ name, aliases = [] }) => [name, ...aliases]);

test.each([...OTHER_COMMANDS])('/%s leads to what does the same here, and is sent to no agent', (name, advice) => {
	expect(ours).not.toContain(name);
	const stage = createStage(
		next(ready(), { type: 'commands', commands: [{ name: 'other', description: '' }] }),
		200,
		30,
	);
	expect(press(stage, `\`/${name}\` escape enter`).filter(({ type }) => type === 'send')).toEqual([]);
	expect(text(stage)).toContain(`No /${name} here: ${advice}.`);
	expect(draft(stage)).toBe(`/${name}`);
});

test.each(['/Config', '/output_style', '/PR_comments'])('%s is known however it is spelt', (command) => {
	const stage = createStage(endTurn(busy()), 200, 30);
	expect(press(stage, `\`${command}\` escape enter`).filter(({ type }) => type === 'send')).toEqual([]);
	expect(text(stage)).toContain(`No ${command} here: `);
});

test.each([...OTHER_COMMANDS.values()])('“%s” names commands that there are', (advice) => {
	const named = [...advice.matchAll(/(?<=^|\s)\/([a-z][a-z-]*)/g)].map(([, name = '']) => name);
	expect(named.filter((name) => !ours.includes(name))).toEqual([]);
});

test('a command that the agent has goes to the agent, whatever others call theirs', () => {
	const commands = [{ name: 'review', description: 'reviews' }];
	const stage = createStage(next(ready(), { type: 'commands', commands }));
	expect(press(stage, '`/review` escape enter')).toContainEqual(
		expect.objectContaining({ type: 'send', text: '/review' }),
	);
});

test('a name that is known elsewhere is sent while the agent may still announce it, and not after a turn without', () => {
	const early = createStage(ready());
	expect(press(early, '`/review` escape enter')).toContainEqual(expect.objectContaining({ type: 'send' }));
	const late = createStage(endTurn(busy()));
	expect(press(late, '`/review` escape enter').filter(({ type }) => type === 'send')).toEqual([]);
});
