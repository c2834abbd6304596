import { sanitizeLine } from '../../core/text/sanitize.js';
import { giveServers, type trust as messages, pinAgents } from '../config/config-messages.js';
import type { ProjectFile } from '../config/config-trust.js';
import { findAgentsLock, findMcpFile, findProjectFiles } from '../config/find-config.js';
import { readMcpFile, readProjectLock } from '../config/project-files.js';
import { readConfig } from '../config/read-config.js';
import { defaultSettings, splitProjectConfig } from '../config/settings.js';
import type { World } from '../world.js';

export type TrustRequest = {
	readonly project: ProjectFile;
	/** In words that follow "would"; empty when nothing of it needs trust. */
	readonly effects: readonly string[];
	readonly withheld: unknown;
	readonly kind: keyof typeof messages.warnings;
};

export type TrustWorld = Pick<World, 'paths' | 'home'>;

/** Each file of the project that trust is for. Throws a UsageError where one cannot be read. */
export async function trustRequests(cwd: string, world: TrustWorld): Promise<readonly TrustRequest[]> {
	const [configFile] = await findProjectFiles(cwd);
	const [mcpFile, lockFile] = [findMcpFile(cwd), findAgentsLock(cwd)];
	const requests: TrustRequest[] = [];
	if (configFile !== undefined) {
		const project = await readConfig(configFile);
		requests.push({ kind: 'config', project, ...splitProjectConfig(project.content, defaultSettings) });
	}
	if (mcpFile !== null) {
		const project = await readMcpFile(mcpFile);
		const effect = giveServers(
			[...project.definitions].flatMap(([name, { isDisabled }]) => (isDisabled ? [] : [name])),
		);
		const withheld = { mcpServers: Object.fromEntries(project.definitions) };
		requests.push({ kind: 'servers', project, effects: effect === null ? [] : [effect], withheld });
	}
	if (lockFile !== null) {
		const project = await readProjectLock(lockFile);
		const effects = project.pins.size === 0 ? [] : [pinAgents([...project.pins.keys()])];
		requests.push({ kind: 'lock', project, effects, withheld: Object.fromEntries(project.pins) });
	}
	for (const { file, hash, name, text } of await projectCommands(cwd, world)) {
		const project = { file, hash, programs: [] };
		requests.push({ kind: 'commands', project, effects: [`add the command /${sanitizeLine(name)}`], withheld: text });
	}
	return requests;
}

/** Command files of the project that can be used. */
export async function projectCommands(cwd: string, world: TrustWorld) {
	const { createOwnCommands } = await import('../commands/create-own-commands.js');
	return (await createOwnCommands({ cwd, world }).list()).flatMap(({ place, file, definition, ...rest }) =>
		file === null || 'problem' in definition || !place.endsWith('project') ? [] : [{ ...rest, file }],
	);
}
