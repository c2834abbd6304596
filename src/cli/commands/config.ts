import { sanitizeLine, sanitizeText } from '../../core/text/sanitize.js';
import type { ConfigAction } from '../command.js';
import { findProjectFile, findUserFile } from '../config/find.js';
import { type LoadedConfig, loadConfig } from '../config/load.js';
import { inWords, pendingNotice } from '../config/pending.js';
import { splitProjectConfig } from '../config/project.js';
import { readConfig } from '../config/read.js';
import { defaultSettings, inFileForm } from '../config/settings.js';
import { isTrusted, trust, untrust } from '../config/trust.js';
import type { Style } from '../style.js';
import { UsageError } from '../usage-error.js';
import { findWorkspace } from '../workspace.js';
import type { World } from '../world.js';

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
			return (await import('../config/schema.js')).configJsonSchema();
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
	const { configDir, stateDir, logFile } = world.paths;
	const lines = [
		`${style.heading('user config:')}    ${userFile ?? `${configDir}/config.json (none yet)`}`,
		`${style.heading('project config:')} ${projectFile === null ? 'none (.acp-tuirc.json or .acp-tuirc.yaml)' : sanitizeLine(projectFile)}`,
		`${style.heading('state:')}          ${stateDir}`,
		`${style.heading('log:')}            ${logFile}`,
	];
	return `${lines.join('\n')}\n`;
}

function show(loaded: LoadedConfig, cwd: string, printing: Printing): string {
	const { ignored, pending, settings } = loaded;
	const notices = [...ignored, ...(pending === null ? [] : [pendingNotice(pending, cwd)])];
	const { warning } = printing.style;
	return `${pathLines(loaded, printing)}${notices.map((notice) => `\n${warning(notice)}\n`).join('')}\n${sanitizeText(JSON.stringify(inFileForm(settings), null, 2))}\n`;
}

/** Shows what would be trusted before it is: the very bytes that were read are what the trust is for. */
async function trustProject(cwd: string, { world, style, agree }: Host): Promise<string> {
	const config = await readConfig(await requireProjectFile(cwd));
	const { effects, withheld } = splitProjectConfig(config.content, defaultSettings);
	const file = sanitizeLine(config.file);
	if (effects.length === 0) return `Nothing in ${file} needs your trust.\n`;
	if (await isTrusted(config, world.paths.trustFile)) return `Already trusted: ${file}\n`;
	const shown = [
		style.heading(`${file} would ${inWords(effects)}:`),
		sanitizeText(JSON.stringify(withheld, null, 2)),
		style.warning('Programs it starts run as you, and you are not asked about what it allows.'),
	];
	const isAgreed = await agree(`${shown.join('\n')}\n`, 'Trust this file until it changes? (y/N) ');
	if (isAgreed === null)
		throw new UsageError(`${file} would ${inWords(effects)}; there is no terminal to ask in: use --yes to trust it`);
	if (!isAgreed) return 'Not trusted. Nothing changed.\n';
	await trust(config, world.paths.trustFile);
	return `Trusted until it changes: ${file}\n`;
}

async function untrustProject(cwd: string, world: World): Promise<string> {
	const file = await requireProjectFile(cwd);
	const isGone = await untrust(file, world.paths.trustFile);
	return `${isGone ? 'No longer trusted' : 'Was not trusted'}: ${sanitizeLine(file)}\n`;
}

async function requireProjectFile(cwd: string): Promise<string> {
	const file = await findProjectFile(cwd);
	if (file === null) throw new UsageError('no project config found here (.acp-tuirc.json or .acp-tuirc.yaml)');
	return file;
}
