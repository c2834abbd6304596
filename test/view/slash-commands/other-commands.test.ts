import { expect, test } from 'vitest';
import { localCommands } from '../../../src/view/slash-commands/commands.js';
import { OTHER_COMMANDS } from '../../../src/view/slash-commands/other-commands.js';
import { busy, endTurn, next, ready } from '../../core/session/play.js';
import { createStage, dispatched, draft, press, type Stage, text } from '../stage.js';

const ours = localCommands.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
const withOther = () =>
	createStage(next(ready(), { type: 'commands', commands: [{ name: 'other', description: '' }] }), 200, 30);

const others = [...OTHER_COMMANDS];

test.each(others.filter(([, { runs }]) => runs === undefined))(
	'/%s leads to what does the same here, and is sent to no agent',
	(name, { advice }) => {
		expect(ours).not.toContain(name);
		const stage = withOther();
		expect(press(stage, `\`/${name}\` escape enter`).filter(({ type }) => type === 'send')).toEqual([]);
		expect(text(stage)).toContain(`No /${name} here: ${advice}.`);
		expect(draft(stage)).toBe(`/${name}`);
	},
);

test.each(others.filter(([, { runs }]) => runs !== undefined))(
	'/%s runs what does the same here, and is sent to no agent',
	(name, { runs = '' }) => {
		expect(ours).not.toContain(name);
		const [stage, same] = [withOther(), withOther()];
		const entered = (on: Stage, command: string) => {
			press(on, `\`/${command}\` escape`);
			return press(on, 'enter').filter(({ type }) => type !== 'remember');
		};
		expect(entered(stage, name)).toEqual(entered(same, runs));
		expect(stage.ui.panel.kind).toBe(same.ui.panel.kind);
		expect(stage.ui.toast?.text).toBe(same.ui.toast?.text ?? `/${name} is /${runs.split(' ')[0]} here`);
	},
);

test('words go along where the command takes some, and stay in the draft where it takes none', () => {
	const stage = withOther();
	expect(dispatched(press(stage, '`/title a better one` enter'))).toEqual([
		{ type: 'session-renamed', title: 'a better one' },
	]);
	press(stage, '`/about it` enter');
	expect(draft(stage)).toBe('/about it');
});

test.each(['/Terminal_Setup', '/output_style', '/PR_comments'])('%s is known however it is spelt', (command) => {
	const stage = createStage(endTurn(busy()), 200, 30);
	expect(press(stage, `\`${command}\` escape enter`).filter(({ type }) => type === 'send')).toEqual([]);
	expect(text(stage)).toContain(`No ${command} here: `);
});

test.each([...OTHER_COMMANDS.values()])('“$advice” names commands that there are', ({ advice, runs = 'help' }) => {
	const named = [...advice.matchAll(/(?<=^|\s)\/([a-z][a-z-]*)/g)].map(([, name = '']) => name);
	expect([...named, runs.split(' ')[0]].filter((name) => !ours.includes(name ?? ''))).toEqual([]);
});

test('a command that the agent has goes to the agent, whatever others call theirs', () => {
	const commands = [{ name: 'pr-comments', description: 'reads comments' }];
	const stage = createStage(next(ready(), { type: 'commands', commands }));
	expect(press(stage, '`/pr-comments` escape enter')).toContainEqual(
		expect.objectContaining({ type: 'send', text: '/pr-comments' }),
	);
});

test('a name that is known elsewhere is sent while the agent may still announce it, and not after a turn without', () => {
	const early = createStage(ready());
	expect(press(early, '`/security-review` escape enter')).toContainEqual(expect.objectContaining({ type: 'send' }));
	const late = createStage(endTurn(busy()));
	expect(press(late, '`/security-review` escape enter').filter(({ type }) => type === 'send')).toEqual([]);
});
