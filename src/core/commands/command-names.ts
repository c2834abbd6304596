import type { AgentCommand } from '../agent-info.js';
import type { OwnCommand, UsableCommand } from './own-command.js';

/** A command's standing: it counts, waits for trust, is no command, or another one of its name counts. */
export type Standing =
	| { readonly type: 'counts' }
	| { readonly type: 'waits' }
	| { readonly type: 'broken'; readonly problem: string }
	| { readonly type: 'loses'; readonly to: OwnCommand | 'acp-tui' | 'agent' };

/** Standing of each command. `taken`: names of this program. Shipped commands leave their names to the agent's own. */
export function standings(
	commands: readonly OwnCommand[],
	agent: readonly AgentCommand[],
	taken: ReadonlySet<string> = new Set(),
): readonly (readonly [OwnCommand, Standing])[] {
	const announced = new Set(agent.map(({ name }) => name));
	const counting = new Map<string, OwnCommand>();
	return commands.map((command): readonly [OwnCommand, Standing] => {
		const { name, definition, waits } = command;
		if ('problem' in definition) return [command, { type: 'broken', problem: definition.problem }];
		if (taken.has(name)) return [command, { type: 'loses', to: 'acp-tui' }];
		if (waits) return [command, { type: 'waits' }];
		const first = counting.get(name);
		if (first !== undefined) return [command, { type: 'loses', to: first }];
		if (isLeftToAgent(command, announced)) return [command, { type: 'loses', to: 'agent' }];
		counting.set(name, command);
		return [command, { type: 'counts' }];
	});
}

/** Claude Code may call a file in a folder by its own name alone. */
function isLeftToAgent({ name, place }: OwnCommand, announced: ReadonlySet<string>): boolean {
	if (place === 'project' || place === 'user') return false;
	const last = name.slice(name.lastIndexOf(':') + 1);
	return announced.has(name) || (place.startsWith('claude') && announced.has(last));
}

export function countingCommands(...given: Parameters<typeof standings>): readonly UsableCommand[] {
	return standings(...given).flatMap(([command, { type }]) =>
		type === 'counts' && isUsable(command) ? [command] : [],
	);
}

function isUsable(command: OwnCommand): command is UsableCommand {
	return !('problem' in command.definition);
}

/** Why a command cannot have this name; null where it can. */
export function nameProblem(name: string): string | null {
	if (name.length > 100) return 'its name is longer than 100 characters';
	return /^[\p{L}\p{N}_][\p{L}\p{N}_.-]*(?::[\p{L}\p{N}_][\p{L}\p{N}_.-]*)*$/u.test(name)
		? null
		: 'a name has letters, digits, “-”, “_” and “.” only';
}
