import { sanitizeLine, sanitizeText } from '../../../core/text/sanitize.js';
import { findProjectFile, findUserFile } from '../../config/find.js';
import { type LoadedConfig, loadConfig } from '../../config/load.js';
import { trust as messages, notTrustedYet, places } from '../../config/messages.js';
import { splitProjectConfig } from '../../config/project.js';
import { readConfig } from '../../config/read.js';
import { defaultSettings, settingsAsFile } from '../../config/settings.js';
import { isTrusted, trust, untrust } from '../../config/trust.js';
import type { Style } from '../../style.js';
import { UsageError } from '../../usage-error.js';
import { findWorkspace } from '../../workspace.js';
import type { World } from '../../world.js';
import type { ConfigAction } from './actions.js';

/** Shows a text, then asks; null where nobody can be asked. */
type Agree = (text: string, question: string) => Promise<boolean | null>;

/** What the command works with. */
type Host = {
	readonly world: World;
	readonly style: Style;
	/** Is asked before anything is trusted. */
	readonly agree: Agree;
};

/** Carries out `acp-tui config ACTION` and returns what to print. Throws a UsageError with one sentence. */
export async function runConfig(
	command: { readonly action: ConfigAction; readonly cwd: string | null },
	{ world, style, agree }: Host,
): Promise<string> {
	const workspace = await findWorkspace(command.cwd, world.cwd);
	switch (command.action) {
		case 'show':
			return show(await loadConfig(world.paths, workspace), workspace, { world, style });
		case 'path':
			return pathLines(await findFiles(workspace, world), { world, style });
		case 'schema':
			return (await import('../../config/schema.js')).configJsonSchema();
		case 'trust':
			return trustProject(workspace, { world, style, agree });
		case 'untrust':
			return untrustProject(workspace, world);
	}
}

/** Which files there are, whatever is in them. */
async function findFiles(workspace: string, { paths }: World): Promise<Pick<LoadedConfig, 'userFile' | 'projectFile'>> {
	const [userFile, projectFile] = await Promise.all([findUserFile(paths.configDir), findProjectFile(workspace)]);
	return { userFile, projectFile };
}

type Printing = Pick<Host, 'world' | 'style'>;

function pathLines(
	{ userFile, projectFile }: Pick<LoadedConfig, 'userFile' | 'projectFile'>,
	{ world, style }: Printing,
): string {
	const { configDir, stateDir, dataDir, logFile } = world.paths;
	const rows: readonly (readonly [heading: string, place: string])[] = [
		[places.userConfig, userFile ?? places.noUserConfig(configDir)],
		[places.projectConfig, projectFile === null ? places.noProjectConfig : sanitizeLine(projectFile)],
		[places.state, stateDir],
		[places.data, dataDir],
		[places.log, logFile],
	];
	const width = Math.max(...rows.map(([heading]) => heading.length));
	const gap = (heading: string): string => ' '.repeat(width - heading.length + 1);
	return rows.map(([heading, place]) => `${style.heading(heading)}${gap(heading)}${place}\n`).join('');
}

function show(loaded: LoadedConfig, cwd: string, printing: Printing): string {
	const { ignored, pending, settings } = loaded;
	const notices = [...ignored, ...(pending === null ? [] : [notTrustedYet(pending.file, pending.effects, cwd)])];
	const { warning } = printing.style;
	return `${pathLines(loaded, printing)}${notices.map((notice) => `\n${warning(notice)}\n`).join('')}\n${sanitizeText(JSON.stringify(settingsAsFile(settings), null, 2))}\n`;
}

/** Shows what would be trusted before it is: the very bytes that were read are what the trust is for. */
async function trustProject(cwd: string, { world, style, agree }: Host): Promise<string> {
	const config = await readConfig(await requireProjectFile(cwd));
	const { effects, withheld } = splitProjectConfig(config.content, defaultSettings);
	const file = sanitizeLine(config.file);
	if (effects.length === 0) return `${messages.nothingToTrust(file)}\n`;
	if (await isTrusted(config, world.paths.trustFile)) return `${messages.already(file)}\n`;
	const shown = [
		style.heading(`${messages.would(file, effects)}:`),
		sanitizeText(JSON.stringify(withheld, null, 2)),
		style.warning(messages.warning),
	];
	const isAgreed = await agree(`${shown.join('\n')}\n`, messages.question);
	if (isAgreed === null) throw new UsageError(`${messages.would(file, effects)}; ${messages.noTerminal}`);
	if (!isAgreed) return `${messages.declined}\n`;
	await trust(config, world.paths.trustFile);
	return `${messages.done(file)}\n`;
}

async function untrustProject(cwd: string, world: World): Promise<string> {
	const file = await requireProjectFile(cwd);
	const isGone = await untrust(file, world.paths.trustFile);
	return `${messages.takenBack(sanitizeLine(file), isGone)}\n`;
}

async function requireProjectFile(cwd: string): Promise<string> {
	const file = await findProjectFile(cwd);
	if (file === null) throw new UsageError(messages.noProjectConfig);
	return file;
}
