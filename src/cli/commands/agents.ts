import { CATALOGUE } from '../../agent/catalogue.js';
import { commandLine } from '../../agent/split-command.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { findExecutable } from '../../services/executable.js';
import { loadConfig } from '../config/load.js';
import { findWorkspace } from '../workspace.js';
import type { World } from '../world.js';

type Row = { readonly name: string; readonly title: string; readonly state: string; readonly isDefault: boolean };

/** The text of `acp-tui agents`: what can be started here, found or not. Throws a UsageError like a run. */
export async function listAgents(cwd: string | null, world: World): Promise<string> {
	const workspace = await findWorkspace(cwd, world.cwd);
	const { settings } = await loadConfig(world.paths, workspace);
	const usual = settings.agent ?? 'demo';
	const row = async (
		name: string,
		title: string,
		words: readonly string[],
		install: string,
		from: string,
	): Promise<Row> => {
		const found = await findExecutable(words[0] ?? '', { cwd: from, env: world.env });
		const state = found.ok ? sanitizeLine(commandLine(words)) : `not found: ${sanitizeLine(words[0] ?? '')}${install}`;
		return { name, title: sanitizeLine(title), state, isDefault: name === usual };
	};
	const defined = [...settings.agents].filter(([name]) => name !== 'demo');
	const known = CATALOGUE.filter(({ name }) => !settings.agents.has(name));
	const rows = await Promise.all([
		{ name: 'demo', title: 'Demo', state: 'bundled; needs no account and no network', isDefault: usual === 'demo' },
		...defined.map(([name, agent]) =>
			row(name, agent.title ?? name, [agent.command, ...agent.args], '', agent.cwd ?? workspace),
		),
		...known.map((agent) =>
			row(
				agent.name,
				agent.title,
				[agent.command, ...agent.args],
				agent.install === undefined ? '' : ` (${agent.install})`,
				workspace,
			),
		),
	]);
	return table(rows);
}

function table(rows: readonly Row[]): string {
	const nameWidth = Math.max(...rows.map((row) => row.name.length));
	const titleWidth = Math.max(...rows.map((row) => row.title.length));
	const lines = rows.map(
		({ name, title, state, isDefault }) =>
			`${isDefault ? '*' : ' '} ${name.padEnd(nameWidth)}  ${title.padEnd(titleWidth)}  ${state}`,
	);
	return `${lines.join('\n')}\n\n* starts when no --agent is given\n`;
}
