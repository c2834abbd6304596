import { viewCommand } from '../core/policy/command-view.js';
import { mayBeReadOnly } from '../core/policy/read-only/read-only-command.js';
import type { CommandFact } from '../core/policy/types.js';
import type { Ports } from '../core/ports.js';
import { withLinks } from './command-links.js';
import { withLinkTargets } from './link-targets.js';

/** Who looks at the disk for a command. */
export type CommandPorts = Pick<Ports, 'files' | 'commandChecks'>;

const PROGRAM = /^[\w.+[-]+$/;

/**
 * A command that reads by its text may do more on this machine: a link leads out of the workspace, the
 * workspace brings a program of that name, a repository's configuration names programs for git. Says so
 * in the fact; of all other commands only their words are looked at, for rules on paths. `workspace` has its
 * links resolved.
 */
export async function withFindings(command: CommandFact, workspace: string, ports: CommandPorts): Promise<CommandFact> {
	const named = await withLinkTargets(command, workspace, ports.files);
	if (!mayBeReadOnly(command)) return named;
	const linked = await withLinks(named, workspace, ports.files);
	const { commandChecks } = ports;
	if (commandChecks === undefined || linked.leadsOutside !== undefined) return linked;
	const calls = viewCommand(command).calls.map((call) => call.map((word) => word ?? ''));
	const names = new Set(
		calls.flatMap(([program = '']) => (PROGRAM.test(program) ? [program, ...helpersOf(program)] : [])),
	);
	const isOurTerminal = command.isOurTerminal === true;
	for (const name of names) {
		const doubt = await commandChecks.program(name, { isOurTerminal });
		if (doubt !== null) return { ...linked, doubt };
	}
	const gits = calls.filter(([program = '']) => /^(?:.*\/)?git$/.test(program));
	if (gits.length === 0) return linked;
	const repository = await commandChecks.repository(command.cwd?.real ?? workspace, {
		followsFolders: gits.some((call) => call.includes('grep')),
		isOurTerminal,
	});
	return { ...linked, repository };
}

/** Programs that are scripts, and what these start by name. */
function helpersOf(program: string): readonly string[] {
	return program === 'egrep' || program === 'fgrep' ? ['grep'] : [];
}
