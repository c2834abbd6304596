import { type Subcommand, subcommandCall } from '../../subcommand.js';
import type { WorktreesRequest } from './run-worktrees.js';

export const worktreesSubcommand: Subcommand = {
	name: 'worktrees',
	takes: ['cwd'],
	define(program, choose) {
		const isJson = (): boolean => worktrees.opts<{ readonly json?: true }>().json === true;
		const call = (action: WorktreesRequest['action'], name = '', isAgreed = false): void =>
			choose(({ options }) => {
				const request = { action, cwd: options.cwd ?? null, name, isJson: isJson(), isAgreed };
				const words = action === 'list' ? 'worktrees' : `worktrees ${action}`;
				return subcommandCall(words, request, async (...call) =>
					(await import('./run-worktrees.js')).runWorktrees(...call),
				);
			});
		const worktrees = program
			.command('worktrees')
			.description('list the git worktrees that --worktree made; merge or remove them')
			.option('--json', 'print JSON')
			.action(() => call('list'));
		worktrees
			.command('list')
			.description('list the worktrees of this repository')
			.action(() => call('list'));
		worktrees
			.command('merge')
			.description('merge one into the branch that it began from, and remove it')
			.argument('<name>', 'a worktree of the list')
			.action((name: string) => call('merge', name));
		worktrees
			.command('patch')
			.description('copy its changes into the work tree that it was made from, uncommitted')
			.argument('<name>', 'a worktree of the list')
			.action((name: string) => call('patch', name));
		worktrees
			.command('remove')
			.description('remove one with its branch; shows first what would be lost')
			.argument('<name>', 'a worktree of the list')
			.option('--yes', 'also with changes that are nowhere else')
			.action((name: string, { yes }: { readonly yes?: true }) => call('remove', name, yes === true));
	},
};
