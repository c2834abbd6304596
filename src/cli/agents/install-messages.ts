import type { InstallScript, LockedAgent, LockedVersion } from '../../core/agents/agents-lock.js';
import type { InstallPlan } from '../../core/agents/install-plan.js';
import { type IndexChanges, type PublisherChange, publisherFacts } from '../../core/agents/publisher-changes.js';
import type { DistributionKind } from '../../core/agents/registry.js';
import type { Failure } from '../../core/failure.js';
import { quoteWords } from '../../core/policy/shell/quote-word.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { systemError } from '../../services/errno.js';

// Words of `acp-tui agents install`, `update`, `rollback` and `remove`.

export const consent = {
	install: 'Install it? (y/N) ',
	update: (from: string, to: string): string => `Update it from ${from} to ${to}? (y/N) `,
	declined: 'Nothing was changed.',
	otherKind: (why: string, other: InstallPlan): string =>
		`${why} It is also ${other.kind === 'binary' ? 'an archive' : `a package of ${other.from}`}, which is tried instead:`,
};

export const changeLine = ({ what, before, after }: PublisherChange): string =>
	`${what}: ${sanitizeLine(before)} → ${sanitizeLine(after)}`;

export const scriptLine = ({ package: name, scripts }: InstallScript): string =>
	`${sanitizeLine(name)}: ${scripts.join(', ')}`;

export const outcome = {
	installed: (id: string, { version, integrity }: Pick<LockedAgent, 'version' | 'integrity'>): string =>
		`Installed ${id} ${version} (${integrity.length > 30 ? `${integrity.slice(0, 22)}…` : integrity}). To start it: acp-tui -a ${id}`,
	updated: (id: string, before: string, { version }: Pick<LockedAgent, 'version'>): string =>
		`${id} is at ${version} now. ${before} stays: acp-tui agents rollback ${id} goes back to it.`,
	scriptsNotRun: (id: string, scripts: readonly InstallScript[]): string =>
		`Install scripts were not run (${scripts.map(scriptLine).join('; ')}). If it does not start: acp-tui agents install ${id} --allow-scripts`,
	rolledBack: (id: string, { version, previous }: LockedAgent): string =>
		`${id} is at ${version} again. ${previous?.version} stays: the same command goes forward.`,
	skipped: (id: string, reason: string): string => `${id} was left out: ${reason}`,
	notStored: (error: unknown): Failure => {
		const { code, why } = systemError(error);
		return { code, message: `The index could not be stored: ${why}.` };
	},
	indexNotStored:
		'The newer index was not kept, because publishers have changed in it: acp-tui agents update asks about those.',
};

const kindNames: Readonly<Record<DistributionKind, string>> = { binary: 'archive', npx: 'npm', uvx: 'pypi' };

export const installUsage = {
	notInIndex: (id: string, install: string | null): string =>
		`${id} is not in the registry, so acp-tui cannot install it${install === null ? '' : `; to install it: ${install}`}`,

	noKind: (id: string, kind: DistributionKind, has: readonly DistributionKind[]): string =>
		`${id} is not distributed as ${kindNames[kind]}; the index has ${has.map((each) => kindNames[each]).join(' and ')}`,

	notAsPinned: (id: string, wanted: string): string =>
		`this project’s agents.lock.json wants ${id} as ${sanitizeLine(wanted)}, which is not what the index has; nothing was installed`,
	notInstalled: (id: string, isInstallable: boolean): string =>
		`${sanitizeLine(id)} is not installed by acp-tui${isInstallable ? `; to install it: acp-tui agents install ${id}` : ' ("acp-tui agents" lists what is)'}`,
};

export function indexChangeLines({ added, removed, versions, publishers }: IndexChanges): readonly string[] {
	return [
		...added.map(({ id, version }) => `+ ${id} ${version}`),
		...removed.map(({ id, version }) => `- ${id} ${version}`),
		...versions.map(({ id, before, after }) => `  ${id} ${before} → ${after}`),
		...publishers.flatMap(({ id, changes }) => changes.map((change) => `! ${id}: ${changeLine(change)}`)),
	];
}

export function planChangeLines(before: LockedVersion, plan: InstallPlan): readonly string[] {
	const row = (what: string, was: string, is: string): readonly string[] =>
		was === is ? [] : [`${what}: ${sanitizeLine(was) || 'none'} → ${sanitizeLine(is) || 'none'}`];
	const variables = (env: Readonly<Record<string, string>>): string =>
		Object.entries(env)
			.map(([name, value]) => `${name}=${value}`)
			.join(' ');
	return [
		...row('version', before.version, plan.version),
		...row('fetched', before.location, publisherFacts(plan).location),
		...row('arguments', quoteWords(before.args), quoteWords(plan.args)),
		...row('variables', variables(before.env), variables(plan.env)),
	];
}
