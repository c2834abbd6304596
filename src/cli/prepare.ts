import type { AgentLaunch } from '../core/agent-info.js';
import { parseRule } from '../core/policy/rules.js';
import type { Mode, Rule } from '../core/policy/types.js';
import type { RulesPort } from '../core/ports.js';
import { chooseAgent } from './agent-choice.js';
import type { RunOptions } from './command.js';
import { loadConfig } from './config/load.js';
import { pendingNotice } from './config/pending.js';
import type { RuleText, Settings } from './config/types.js';
import { loadRemembered } from './remembered.js';
import { quote, UsageError } from './usage-error.js';
import { findWorkspace } from './workspace.js';
import type { World } from './world.js';

/** Everything that a run is decided to be, before anything is started. */
export type PreparedRun = {
	readonly cwd: string;
	readonly launch: AgentLaunch;
	readonly mode: Mode;
	readonly isBypassAllowed: boolean;
	readonly rules: readonly Rule[];
	/** Where the person's answers are remembered for this workspace. */
	readonly ruleStore: RulesPort;
	readonly settings: Settings;
	readonly recordFile: string | null;
	/** What the person should know before the first prompt, one line each. */
	readonly notices: readonly string[];
};

/** Checks the options against this machine and the config files. Throws a UsageError with one sentence. */
export async function prepareRun(run: RunOptions, world: World): Promise<PreparedRun> {
	const cwd = await findWorkspace(run.cwd, world.cwd);
	const [{ settings, pending }, remembered] = await Promise.all([
		loadConfig(world.paths, cwd),
		loadRemembered(world.paths, cwd),
	]);
	return {
		cwd,
		launch: chooseAgent(run, settings, world),
		mode: run.mode ?? settings.mode,
		isBypassAllowed: run.isBypassAllowed,
		rules: [...settings.rules, ...ruleTexts(run)].map(toRule).concat(remembered.rules),
		ruleStore: remembered.store,
		settings,
		recordFile: run.record,
		notices: [...(pending === null ? [] : [pendingNotice(pending, cwd)]), ...remembered.warnings],
	};
}

function ruleTexts(run: RunOptions): readonly RuleText[] {
	const given = (decision: 'allow' | 'deny') => (text: string) => ({
		decision,
		text,
		origin: 'command line' as const,
		place: `--${decision}`,
	});
	return [...run.allow.map(given('allow')), ...run.deny.map(given('deny'))];
}

function toRule({ text, decision, origin, place }: RuleText): Rule {
	const rule = parseRule(text, decision, origin);
	if (rule.ok) return origin === 'command line' ? rule.value : { ...rule.value, place };
	throw new UsageError(`${place} ${quote(text)}: ${rule.failure.message}`);
}
