import { sanitizeLine, sanitizeText } from '../../../core/text/sanitize.js';
import { changeSetting } from '../../config/change-setting.js';
import { valueIn } from '../../config/edit/change-text.js';
import { loadConfig } from '../../config/load.js';
import { settingPath } from '../../config/schema-node.js';
import { settingsAsFile } from '../../config/settings.js';
import { printText } from '../../output.js';
import type { SubcommandHost } from '../../subcommand.js';
import { findWorkspace } from '../../workspace.js';

type GetRequest = { readonly key: string; readonly cwd: string | null; readonly isJson: boolean };

/** Carries out `acp-tui config get`. Throws a UsageError for a key that there is not. */
export async function runGet({ key, cwd, isJson }: GetRequest, { world }: SubcommandHost): Promise<number> {
	const path = settingPath(key);
	const { settings } = await loadConfig(world.paths, await findWorkspace(cwd, world.cwd));
	const value = valueIn(settingsAsFile(settings), path);
	if (value === undefined && !isJson) {
		process.stderr.write(`acp-tui: ${key} is not set\n`);
		return 0;
	}
	const text = typeof value === 'string' && !isJson ? value : JSON.stringify(value ?? null, null, 2);
	return printText(`${sanitizeText(text)}\n`);
}

type ChangeRequest = {
	readonly key: string;
	/** Null takes it out. */
	readonly value: string | null;
	readonly cwd: string | null;
	readonly isProject: boolean;
};

/** Carries out `acp-tui config set` and `unset`. Throws a UsageError with what is wrong and what is allowed. */
export async function runChange(request: ChangeRequest, { world }: SubcommandHost): Promise<number> {
	const { key, value, isProject } = request;
	const change = { path: settingPath(key), typed: value, isProject };
	const cwd = await findWorkspace(request.cwd, world.cwd);
	const { file, isChanged, notices } = await changeSetting(change, { paths: world.paths, cwd });
	for (const notice of notices) process.stderr.write(`acp-tui: ${notice}\n`);
	const done = value === null ? 'Took' : 'Set';
	const where = sanitizeLine(file);
	if (!isChanged)
		return printText(value === null ? `${key} is not set in ${where}\n` : `${key} is so in ${where} already\n`);
	return printText(`${done} ${key} ${value === null ? 'out of' : 'in'} ${where}\n`);
}
