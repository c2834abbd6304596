import { sanitizeLine, sanitizeText } from '../../../core/text/sanitize.js';
import { changeSetting } from '../../config/change-setting.js';
import { valueIn } from '../../config/edit/change-config-text.js';
import { loadConfig } from '../../config/load-config.js';
import { settingPath } from '../../config/schema-node.js';
import { settingsAsFile } from '../../config/settings.js';
import { findWorkspace } from '../../find-workspace.js';
import { printText } from '../../output.js';
import type { SubcommandHost } from '../../subcommand.js';

type GetRequest = { readonly key: string; readonly cwd?: string; readonly json?: true };

/** Carries out `acp-tui config get`. Throws a UsageError for a key that there is not. */
export async function runGet({ key, cwd, json }: GetRequest, { world }: SubcommandHost): Promise<number> {
	const path = settingPath(key);
	const { settings } = await loadConfig(world.paths, await findWorkspace(cwd, world.cwd));
	const value = valueIn(settingsAsFile(settings), path);
	if (value === undefined && !json) {
		process.stderr.write(`acp-tui: ${key} is not set\n`);
		return 0;
	}
	const text = typeof value === 'string' && !json ? value : JSON.stringify(value ?? null, null, 2);
	return printText(`${sanitizeText(text)}\n`);
}

/** Without a value it is taken out. */
type ChangeRequest = { readonly key: string; readonly value?: string; readonly cwd?: string; readonly project?: true };

/** Carries out `acp-tui config set` and `unset`. Throws a UsageError with what is wrong and what is allowed. */
export async function runChange(request: ChangeRequest, { world }: SubcommandHost): Promise<number> {
	const { key, value, project } = request;
	const change = { path: settingPath(key), typed: value ?? null, isProject: project === true };
	const cwd = await findWorkspace(request.cwd, world.cwd);
	const { file, isChanged, notices } = await changeSetting(change, { paths: world.paths, cwd });
	for (const notice of notices) process.stderr.write(`acp-tui: ${notice}\n`);
	const done = value === undefined ? 'Took' : 'Set';
	const where = sanitizeLine(file);
	if (!isChanged)
		return printText(value === undefined ? `${key} is not set in ${where}\n` : `${key} is so in ${where} already\n`);
	return printText(`${done} ${key} ${value === undefined ? 'out of' : 'in'} ${where}\n`);
}
