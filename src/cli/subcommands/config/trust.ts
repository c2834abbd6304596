import { sanitizeLine, sanitizeText } from '../../../core/text/sanitize.js';
import { findAgentsLock, findMcpFile, findProjectFiles } from '../../config/find.js';
import { giveServers, trust as messages, pinAgents } from '../../config/messages.js';
import { readMcpFile, readProjectLock } from '../../config/project-files.js';
import { readConfig } from '../../config/read.js';
import { defaultSettings, splitProjectConfig } from '../../config/settings.js';
import { isTrusted, type ProjectFile, trust, trustedHash, untrust } from '../../config/trust.js';
import type { Style } from '../../style.js';
import { UsageError } from '../../usage-error.js';
import type { World } from '../../world.js';

/** Shows a text, then asks; null where nobody can be asked. */
export type Agree = (text: string, question: string) => Promise<boolean | null>;

type TrustRequest = {
	readonly project: ProjectFile;
	/** In words that follow "would"; empty when nothing of it needs trust. */
	readonly effects: readonly string[];
	readonly withheld: unknown;
	readonly kind: keyof typeof messages.warnings;
};

/** Asks for trust in each file of the project that needs it, and returns what to print. Throws a UsageError. */
export async function trustProject(
	cwd: string,
	host: { readonly world: Pick<World, 'paths'>; readonly style: Style; readonly agree: Agree },
): Promise<string> {
	const requests = await trustRequests(cwd);
	if (requests.length === 0) throw new UsageError(messages.noProjectConfig);
	let answer = '';
	for (const request of requests) answer += `${await trustOne(request, host)}\n`;
	return answer;
}

async function trustRequests(cwd: string): Promise<readonly TrustRequest[]> {
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
	return requests;
}

/** Shows what would be trusted before it is: the very bytes that were read are what the trust is for. */
async function trustOne(
	{ kind, project, effects, withheld }: TrustRequest,
	{ world, style, agree }: Parameters<typeof trustProject>[1],
): Promise<string> {
	const file = sanitizeLine(project.file);
	if (effects.length === 0) return messages.nothingToTrust(file);
	if (await isTrusted(project, world.paths)) return messages.already(file);
	const shown = [
		style.heading(`${messages.would(file, effects)}:`),
		sanitizeText(JSON.stringify(withheld, null, 2)),
		style.warning(messages.warnings[kind]),
	];
	// What is swapped while the question stands is not what was looked at.
	const hash = await trustedHash(project);
	const isAgreed = await agree(`${shown.join('\n')}\n`, messages.question);
	if (isAgreed === null) throw new UsageError(`${messages.would(file, effects)}; ${messages.noTerminal}`);
	if (!isAgreed) return messages.declined;
	await trust(project, world.paths.trustFile, hash);
	return messages.done(file);
}

/** Takes the trust in each file of the project back, and returns what to print. */
export async function untrustProject(cwd: string, world: World): Promise<string> {
	const [configFile = null] = await findProjectFiles(cwd);
	const files = [configFile, findMcpFile(cwd), findAgentsLock(cwd)].filter((file) => file !== null);
	if (files.length === 0) throw new UsageError(messages.noProjectConfig);
	let answer = '';
	for (const file of files) {
		const isGone = await untrust(file, world.paths.trustFile);
		answer += `${messages.takenBack(sanitizeLine(file), isGone)}\n`;
	}
	return answer;
}
