import type { InstallScript, LockedAgent, LockedVersion } from '../../../core/agents/lock.js';
import type { InstallPlan } from '../../../core/agents/plan.js';
import { type IndexChanges, type PublisherChange, publisherFacts } from '../../../core/agents/publisher-changes.js';
import type { DistributionKind } from '../../../core/agents/registry.js';
import type { Failure } from '../../../core/failure.js';
import { quoteWords } from '../../../core/policy/shell/quote.js';
import { counted } from '../../../core/text/counted.js';
import { sanitizeLine } from '../../../core/text/sanitize.js';
import { systemError } from '../../../services/errno.js';
import { quote } from '../../quote.js';

// What `acp-tui agents install`, `update`, `rollback` and `remove` say.

export const consent = {
	install: 'Install it? (y/N) ',
	update: (from: string, to: string): string => `Update it from ${from} to ${to}? (y/N) `,
	remove: (id: string): string => `Remove ${id} with all its installed versions? (y/N) `,
	noTerminal: 'Nothing was installed: there is no terminal to ask in. To agree: --yes',
	cannotAskToRemove: 'nothing was removed: there is no terminal to ask in. To agree: --yes',
	declined: 'Nothing was changed.',
	otherKind: (why: string, other: InstallPlan): string =>
		`${why} It is also ${other.kind === 'binary' ? 'an archive' : `a package of ${other.from}`}, which is tried instead:`,
	changes: (id: string): string => `Different about ${id}:`,
	acceptChanges: 'Is this right? (y/N) ',
	changesUnasked: 'This needs your explicit consent: --accept-changes',
	scripts: 'These packages want to run scripts of theirs when they are installed:',
	runScripts: 'Run them? (y/N) ',
	publishers: 'Publishers have changed:',
	storeIndex: 'Use this index although publishers have changed? (y/N) ',
};

export const changeLine = ({ what, before, after }: PublisherChange): string =>
	`${what}: ${sanitizeLine(before)} → ${sanitizeLine(after)}`;

export const scriptLine = ({ package: name, scripts }: InstallScript): string =>
	`${sanitizeLine(name)}: ${scripts.join(', ')}`;

export const outcome = {
	present: (id: string, version: string): string => `${id} ${version} is installed already.`,
	installed: (id: string, { version, integrity }: Pick<LockedAgent, 'version' | 'integrity'>): string =>
		`Installed ${id} ${version} (${integrity.length > 30 ? `${integrity.slice(0, 22)}…` : integrity}). To start it: acp-tui -a ${id}`,
	updated: (id: string, before: string, { version }: Pick<LockedAgent, 'version'>): string =>
		`${id} is at ${version} now. ${before} stays: acp-tui agents rollback ${id} goes back to it.`,
	scriptsNotRun: (id: string, scripts: readonly InstallScript[]): string =>
		`Install scripts were not run (${scripts.map(scriptLine).join('; ')}). If it does not start: acp-tui agents install ${id} --allow-scripts`,
	rolledBack: (id: string, { version, previous }: LockedAgent): string =>
		`${id} is at ${version} again. ${previous?.version} stays: the same command goes forward.`,
	removed: (id: string, version: string): string => `Removed ${id} ${version}.`,
	gone: (id: string, version: string): string =>
		`${id} is not in the index any more; ${version} stays installed as it is.`,
	indexStored: (entries: number): string => `The index of ${counted(entries, 'agent')} is in use now.`,
	skipped: (id: string, reason: string): string => `${id} was left out: ${reason}`,
	notStored: (error: unknown): Failure => {
		const { code, why } = systemError(error);
		return { code, message: `The index could not be stored: ${why}.` };
	},
	indexSame: 'The index has not changed.',
	indexNotStored:
		'The newer index was not kept, because publishers have changed in it: acp-tui agents update asks about those.',
};

const kindNames: Readonly<Record<DistributionKind, string>> = { binary: 'archive', npx: 'npm', uvx: 'pypi' };

export const installUsage = {
	notInIndex: (id: string, install: string | null): string =>
		`${id} is not in the registry, so acp-tui cannot install it${install === null ? '' : `; to install it: ${install}`}`,

	noVersion: (id: string, version: string, has: string): string =>
		`${id} ${quote(version)}: there is no such version; the index has ${has}`,
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
