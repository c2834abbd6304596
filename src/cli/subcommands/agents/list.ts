import { CATALOGUE, FETCHERS } from '../../../agent/catalogue.js';
import { quoteWords } from '../../../core/policy/shell/quote.js';
import { sanitizeLine } from '../../../core/text/sanitize.js';
import { findExecutable } from '../../../services/programs/executable.js';
import { findProgram } from '../../../services/programs/find-program.js';
import { repositoryFolders } from '../../../services/programs/repository-folders.js';
import { loadConfig } from '../../config/load.js';
import { agentList } from '../../messages.js';
import type { Style } from '../../style.js';
import { findWorkspace } from '../../workspace.js';
import type { World } from '../../world.js';

/** There; fetched from the network when it starts for the first time; not there. */
type Standing = 'installed' | 'fetched' | 'missing';

type Row = {
	readonly name: string;
	readonly title: string;
	readonly standing: Standing;
	/** How it is started, or what is missing and how to get it. */
	readonly what: string;
};

type Candidate = {
	readonly name: string;
	readonly title: string;
	readonly words: readonly [command: string, ...args: string[]];
	readonly install?: string;
	readonly from: string;
};

/** The text of `acp-tui agents`: what can be started here, then what is missing. Throws a UsageError like a run. */
export async function listAgents(cwd: string | null, world: World, style: Style): Promise<string> {
	const workspace = await findWorkspace(cwd, world.cwd);
	const { settings } = await loadConfig(world.paths, workspace);
	const defined = [...settings.agents]
		.filter(([name]) => name !== 'demo')
		.map(
			([name, { title = name, command, args, cwd: from = workspace }]): Candidate => ({
				name,
				title,
				words: [command, ...args],
				from,
			}),
		);
	const known = CATALOGUE.filter(({ name }) => !settings.agents.has(name)).map(
		({ command, args, ...agent }): Candidate => ({ ...agent, words: [command, ...args], from: workspace }),
	);
	const demo: Row = {
		name: 'demo',
		title: 'Demo',
		standing: 'installed',
		what: agentList.bundled,
	};
	const { additionalDirectories } = settings;
	const folders = await repositoryFolders({ workspace, additionalDirectories, home: world.home });
	const rows = [demo, ...(await Promise.all([...defined, ...known].map((agent) => rowOf(agent, world, folders))))];
	return listed(rows, settings.agent ?? 'demo', style);
}

async function rowOf(
	{ name, title, words, install, from }: Candidate,
	{ env }: World,
	folders: readonly string[],
): Promise<Row> {
	const [command] = words;
	const isThere = command.includes('/')
		? (await findExecutable(command, { cwd: from, env })).ok
		: (await findProgram(command, { cwd: from, env, folders })).type === 'found';
	const line = sanitizeLine(quoteWords(words));
	if (isThere) return { name, title, standing: FETCHERS.includes(command) ? 'fetched' : 'installed', what: line };
	return { name, title, standing: 'missing', what: install ?? agentList.notOnPath(command, title) };
}

function listed(rows: readonly Row[], usual: string, style: Style): string {
	const nameWidth = Math.max(...rows.map(({ name }) => name.length));
	const titleWidth = Math.max(...rows.map(({ title }) => sanitizeLine(title).length));
	const lines = (standing: Standing): readonly string[] =>
		rows
			.filter((row) => row.standing === standing)
			.map(
				({ name, title, what }) =>
					`${name === usual ? style.mark('*') : ' '} ${name.padEnd(nameWidth)}  ${sanitizeLine(title).padEnd(titleWidth)}  ${style.detail(what)}`,
			);
	const part = (title: string, standing: Standing): readonly (readonly string[])[] => {
		const shown = lines(standing);
		return shown.length === 0 ? [] : [[style.heading(title), ...shown]];
	};
	const parts = [
		...part(agentList.installed, 'installed'),
		...part(agentList.fetched, 'fetched'),
		...part(agentList.missing, 'missing'),
		[`${style.mark('*')} ${agentList.legend}`],
	];
	return `${parts.map((part) => part.join('\n')).join('\n\n')}\n`;
}
