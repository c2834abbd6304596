import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type CommandPorts, withFindings } from '../../src/app/command-findings.js';
import { decide } from '../../src/core/policy/decide.js';
import type { CommandFact, Mode, Rule, Verdict } from '../../src/core/policy/policy-types.js';
import { PROVEN } from '../../src/core/policy/read-only/verdict.js';
import { createFiles } from '../../src/services/files/files.js';
import { line, request } from '../core/policy/requests.js';

type Contents = {
	/** Paths from the workspace; a folder ends with a slash. */
	readonly paths: readonly string[];
	/** Where each link leads. */
	readonly links?: Readonly<Record<string, string>>;
	readonly commandChecks?: CommandPorts['commandChecks'];
	readonly additionalDirectories?: readonly string[];
};

/** Neither repositories nor programs nor settings hold anything. */
export const NOTHING_FOUND: CommandPorts['commandChecks'] = {
	repository: async () => PROVEN,
	program: async () => null,
	settings: async () => null,
};

/** A workspace with these contents in a folder, to decide about command lines in it. */
export function checkout(
	folder: string,
	{ paths, links = {}, commandChecks = NOTHING_FOUND, additionalDirectories = [] }: Contents,
) {
	const workspace = join(realpathSync(folder), 'work');
	for (const path of ['./', ...paths]) {
		const at = join(workspace, path);
		mkdirSync(path.endsWith('/') ? at : dirname(at), { recursive: true });
		if (!path.endsWith('/')) writeFileSync(at, 'text');
	}
	for (const [path, to] of Object.entries(links)) symlinkSync(to, join(workspace, path));
	const further = additionalDirectories.map((path) => join(workspace, path));
	const files = createFiles({ workspace, additionalDirectories: () => further });
	const ports: CommandPorts = { files, commandChecks };

	/** `/ws` stands for the workspace. */
	const found = (command: CommandFact | string): Promise<CommandFact> =>
		withFindings(
			{ repository: PROVEN, ...(typeof command === 'string' ? line(command.replaceAll('/ws', workspace)) : command) },
			workspace,
			ports,
		);
	const decided = async (
		command: CommandFact | string,
		mode: Mode = 'default',
		rules: readonly Rule[] = [],
	): Promise<Verdict> => decide(request('execute', { command: await found(command) }), { mode, rules });
	return { workspace, files, found, decided };
}

export type Checkout = ReturnType<typeof checkout>;
