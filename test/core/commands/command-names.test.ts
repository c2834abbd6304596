import { expect, test } from 'vitest';
import { nameProblem, standings } from '../../../src/core/commands/command-names.js';
import type { CommandPlace, OwnCommand } from '../../../src/core/commands/own-command.js';

const definition = { description: 'd', format: 'markdown', prompt: 'p', rules: [], notUnderstood: [] } as const;

function command(name: string, place: CommandPlace, more: Partial<OwnCommand> = {}): OwnCommand {
	return { name, place, file: `/${place}/${name}.md`, hash: 'h', text: 'p', definition, waits: false, ...more };
}

function types(commands: readonly OwnCommand[], agent: readonly string[] = []): readonly string[] {
	const announced = agent.map((name) => ({ name, description: '' }));
	return standings(commands, announced, new Set(['quit'])).map(([, standing]) =>
		standing.type === 'loses'
			? `loses to ${typeof standing.to === 'string' ? standing.to : standing.to.place}`
			: standing.type,
	);
}

test('of equal names the first counts, and one that is not trusted hides none', () => {
	const waiting = command('a', 'project', { waits: true });
	expect(types([waiting, command('a', 'user'), command('a', 'claude-user')])).toEqual([
		'waits',
		'counts',
		'loses to user',
	]);
});

test('a name of acp-tui is never taken', () => {
	expect(types([command('quit', 'user')])).toEqual(['loses to acp-tui']);
});

test('the user’s own come before the agent’s; its own files and shipped ones are left to it', () => {
	const places = ['user', 'claude-project', 'shipped'] as const;
	expect(places.flatMap((place) => types([command('a', place)], ['a']))).toEqual([
		'counts',
		'loses to agent',
		'loses to agent',
	]);
	expect(types([command('front:a', 'claude-user'), command('front:a', 'gemini-user')], ['a'])).toEqual([
		'loses to agent',
		'counts',
	]);
});

test.each(['a', 'git:commit', 'ein_wört-2.0', '数据'])('%j can be a name', (name) => {
	expect(nameProblem(name)).toBeNull();
});

test.each(['', 'a b', 'a/b', '..', '../a', ':a', 'a:', 'a\u001b[31m', 'a\n', '-a', 'x'.repeat(101), 'a\u202eb'])(
	'%j cannot',
	(name) => {
		expect(nameProblem(name)).not.toBeNull();
	},
);
