import type { InstallPlan } from '../../core/agents/install-plan.js';
import { quoteWords } from '../../core/policy/shell/quote-word.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import type { Style } from '../style.js';

type PlanLook = {
	readonly description: string;
	readonly aliases: readonly string[];
	readonly style: Style;
	/** The version that is installed; absent: none, or the question says it. */
	readonly installed?: string;
	/** A question follows, so how to install it is not said. */
	readonly isAsked?: boolean;
};

/** A plan for people: one row for each thing that they decide about. */
export function planText(
	plan: InstallPlan,
	{ description, aliases, style, installed, isAsked = false }: PlanLook,
): string {
	const names = [plan.id, ...aliases].join(', ');
	const head = [style.heading(`${plan.name} ${plan.version} (${names})`), ...(description === '' ? [] : [description])];
	const rows = planRows(plan);
	const width = Math.max(...rows.map(([heading]) => heading.length));
	const table = rows.map(([heading, value]) => `  ${style.detail(heading.padEnd(width))}  ${sanitizeLine(value)}`);
	const end = [
		...(plan.broken === null ? [] : [style.warning(`Reported broken: ${plan.broken}`)]),
		...(plan.target === null ? [agentPlan.cannot(plan.reason ?? '')] : isAsked ? [] : [howTo(plan, installed)]),
	];
	return `${[...head, '', ...table, ...(end.length === 0 ? [] : ['', ...end])].join('\n')}\n`;
}

function howTo({ id, version }: InstallPlan, installed: string | undefined): string {
	if (installed === undefined) return `To install it: acp-tui agents install ${id}`;
	return installed === version ? agentPlan.isInstalled(id, version) : agentPlan.update(id, installed, version);
}

/** Lists what an install would fetch, from whom, and what would be started, row by row. */
export function planRows(plan: InstallPlan): readonly Row[] {
	return plan.target === null ? ownerRows(plan) : [...sourceRows(plan), ...ownerRows(plan), ...startRows(plan)];
}

type Row = readonly [heading: string, value: string];

function sourceRows(plan: InstallPlan): readonly Row[] {
	if (plan.kind === 'binary') {
		return [
			['Archive', plan.archive],
			['SHA-256', plan.sha256 ?? agentPlan.noHash],
			['Platform', plan.target ?? ''],
		];
	}
	return [
		['Package', plan.package],
		['From', plan.from],
		['Checksum', plan.integrity ?? agentPlan.noHash],
	];
}

function ownerRows({ publisher, owner, repository, license, licenseUrl }: InstallPlan): readonly Row[] {
	return [
		['Publisher', owner === null || owner === publisher ? publisher : `${publisher} (${owner})`],
		...(repository === null ? [] : [['Repository', repository] as const]),
		['Licence', [license, licenseUrl].filter((part) => part !== null).join(', ') || 'not known'],
	];
}

function startRows({
	installScripts,
	command,
	isCommandKnown,
	args,
	env,
	steeringEnv,
	droppedEnv,
}: InstallPlan): readonly Row[] {
	const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
	const scripts = installScripts === null ? agentPlan.scriptsAsked : installScripts.join(', ') || 'none';
	return [
		['Scripts', scripts],
		...startRow(isCommandKnown ? [command, ...args] : args, isCommandKnown),
		...(variables.length === 0 ? [] : [['Variables', variables.join(' ')] as const]),
		...(steeringEnv.length === 0 ? [] : [['Decides', agentPlan.steers(steeringEnv)] as const]),
		...(droppedEnv.length === 0 ? [] : [['Dropped', agentPlan.droppedWhy(droppedEnv)] as const]),
	];
}

/** Command that starts it; nothing where that is the package's own program alone. */
function startRow(words: readonly string[], isCommandKnown: boolean): readonly Row[] {
	if (words.length === 0) return [];
	return [[agentPlan.command, isCommandKnown ? quoteWords(words) : agentPlan.ownProgram(quoteWords(words))]];
}

export const agentPlan = {
	noHash: 'not published; the first download’s is kept and checked later',
	scriptsAsked: 'none run without your consent',
	command: 'Starts',
	ownProgram: (args: string): string => `the program of the package, with ${args}`,

	steers: (names: readonly string[]): string => `${names.join(', ')}: where it connects, or as whom; look at the value`,

	droppedWhy: (names: readonly string[]): string => `${names.join(', ')}: no agent may set these`,

	isInstalled: (id: string, version: string): string => `${version} is installed. To start it: acp-tui -a ${id}`,
	update: (id: string, installed: string, version: string): string =>
		`${installed} is installed. To install ${version}: acp-tui agents update ${id}`,

	cannot: (reason: string): string => `It cannot be installed here: ${reason}.`,

	byHand: (install: string | null): string =>
		install === null
			? 'it is not in the registry; see its documentation'
			: `it is not in the registry; install it with ${install}`,
};
