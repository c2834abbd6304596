import type { InstallPlan } from '../../../core/agents/plan.js';
import { quoteWords } from '../../../core/policy/shell/quote.js';
import { sanitizeLine } from '../../../core/text/sanitize.js';
import type { Style } from '../../style.js';
import { agentPlan as messages } from './messages.js';

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
		...(plan.broken === null ? [] : [style.warning(messages.broken(plan.broken))]),
		...(plan.target === null ? [messages.cannot(plan.reason ?? '')] : isAsked ? [] : [howTo(plan, installed)]),
	];
	return `${[...head, '', ...table, ...(end.length === 0 ? [] : ['', ...end])].join('\n')}\n`;
}

function howTo({ id, version }: InstallPlan, installed: string | undefined): string {
	if (installed === undefined) return messages.install(id);
	return installed === version ? messages.isInstalled(id, version) : messages.update(id, installed, version);
}

/** What an install would fetch, from whom, and what would be started, row by row. */
export function planRows(plan: InstallPlan): readonly Row[] {
	return plan.target === null ? ownerRows(plan) : [...sourceRows(plan), ...ownerRows(plan), ...startRows(plan)];
}

type Row = readonly [heading: string, value: string];

function sourceRows(plan: InstallPlan): readonly Row[] {
	if (plan.kind === 'binary') {
		return [
			[messages.archive, plan.archive],
			[messages.sha256, plan.sha256 ?? messages.noHash],
			[messages.platform, plan.target ?? ''],
		];
	}
	return [
		[messages.package, plan.package],
		[messages.from, plan.from],
		[messages.integrity, plan.integrity ?? messages.noHash],
	];
}

function ownerRows({ publisher, owner, repository, license, licenseUrl }: InstallPlan): readonly Row[] {
	return [
		[messages.publisher, owner === null || owner === publisher ? publisher : `${publisher} (${owner})`],
		...(repository === null ? [] : [[messages.repository, repository] as const]),
		[messages.license, [license, licenseUrl].filter((part) => part !== null).join(', ') || messages.unknown],
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
	const scripts = installScripts === null ? messages.scriptsAsked : installScripts.join(', ') || messages.noScripts;
	return [
		[messages.scripts, scripts],
		...startRow(isCommandKnown ? [command, ...args] : args, isCommandKnown),
		...(variables.length === 0 ? [] : [[messages.env, variables.join(' ')] as const]),
		...(steeringEnv.length === 0 ? [] : [[messages.steering, messages.steers(steeringEnv)] as const]),
		...(droppedEnv.length === 0 ? [] : [[messages.dropped, messages.droppedWhy(droppedEnv)] as const]),
	];
}

/** How it is started; nothing where that is the package's own program alone. */
function startRow(words: readonly string[], isCommandKnown: boolean): readonly Row[] {
	if (words.length === 0) return [];
	return [[messages.command, isCommandKnown ? quoteWords(words) : messages.ownProgram(quoteWords(words))]];
}
