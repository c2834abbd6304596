import type { AgentProfile } from '../core/agents/profile.js';
import { parseRule } from '../core/policy/rules.js';
import type { Mode, Rule } from '../core/policy/types.js';
import type { RulesPort } from '../core/ports.js';
import type { LogLevel } from '../services/log/log.js';
import { stateFolderProblem } from '../services/state/state-folder.js';
import { checkAdditionalDirectories } from './additional-directories.js';
import { chooseAgent } from './agent-choice.js';
import { profileFor } from './agent-profile.js';
import type { RunOptions } from './command.js';
import { loadConfig } from './config/load.js';
import { notTrustedYet } from './config/messages.js';
import { rulesOf, type Settings } from './config/settings.js';
import type { RuleText } from './config/values.js';
import * as messages from './messages.js';
import { badLogLevel } from './messages.js';
import { loadRemembered } from './remembered-rules.js';
import { UsageError } from './usage-error.js';
import { findWorkspace } from './workspace.js';
import type { World } from './world.js';

const LEVELS: readonly LogLevel[] = ['error', 'warn', 'info', 'debug'];

/** Everything that a run is decided to be, before anything is started. */
export type PreparedRun = {
	readonly cwd: string;
	/** Resolved folders beside the workspace that agents may edit. */
	readonly additionalDirectories: readonly string[];
	/** The agent to start, with what it is set up with. */
	readonly profile: AgentProfile;
	readonly mode: Mode;
	readonly isBypassAllowed: boolean;
	readonly rules: readonly Rule[];
	/** Where the user's answers are remembered for this workspace. */
	readonly ruleStore: RulesPort;
	readonly settings: Settings;
	readonly recordFile: string | null;
	readonly logLevel: LogLevel;
	/** What the user should know before the first prompt, one line each. */
	readonly notices: readonly string[];
};

/** Checks the options against this machine and the config files. Throws a UsageError with one sentence. */
export async function prepareRun(run: RunOptions, world: World): Promise<PreparedRun> {
	const cwd = await findWorkspace(run.cwd, world.cwd);
	const [{ settings, pending, ignored }, remembered, problem] = await Promise.all([
		loadConfig(world.paths, cwd),
		loadRemembered(world.paths, cwd),
		stateFolderProblem(world.paths.stateDir),
	]);
	const added = await checkAdditionalDirectories(settings.additionalDirectories, { workspace: cwd, home: world.home });
	return {
		cwd,
		additionalDirectories: added.directories,
		profile: profileFor(chooseAgent(run, settings, world), { workspace: cwd, home: world.home }),
		mode: run.mode ?? settings.mode,
		isBypassAllowed: run.isBypassAllowed,
		rules: [...rulesOf(settings), ...ruleTexts(run)].map(toRule).concat(remembered.rules),
		ruleStore: remembered.store,
		settings,
		recordFile: run.record,
		logLevel: logLevel(run.isDebug, world.env),
		notices: [
			...ignored,
			...added.notices,
			...(pending === null ? [] : [notTrustedYet(pending.file, pending.effects, cwd)]),
			...remembered.warnings,
			...(problem === null ? [] : [messages.stateNotKept(world.paths.stateDir, problem)]),
		],
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
	throw new UsageError(messages.badRule(place, text, rule.failure.message));
}

/**
 * How much goes into the log: all of it with `--debug`, else what `ACP_TUI_LOG` says, else `info`. Throws a
 * UsageError when that is no level.
 */
function logLevel(isDebug: boolean, env: World['env']): LogLevel {
	if (isDebug) return 'debug';
	const named = env['ACP_TUI_LOG'];
	if (named === undefined || named === '') return 'info';
	const level = LEVELS.find((known) => known === named.toLowerCase());
	if (level === undefined) throw new UsageError(badLogLevel(named, LEVELS));
	return level;
}
