import { join, resolve } from 'node:path';
import envPaths from 'env-paths';

/** Where files of this program go; every path is absolute. */
export type Paths = {
	readonly configDir: string;
	readonly stateDir: string;
	/** What is installed: agents and their lock file. */
	readonly dataDir: string;
	readonly logFile: string;
	/** Logs of sessions, `ID.jsonl`. */
	readonly sessionsDir: string;
	/** Hashes of the project configurations that the user trusts. */
	readonly trustFile: string;
	readonly rulesFile: string;
	/** Whether agents asked before they acted, as far as they showed. */
	readonly askingFile: string;
	/** The model, mode and options that the user chose last of each agent. */
	readonly choicesFile: string;
	/** What agents can do and whether they were signed in, as they showed when they ran. */
	readonly agentFactsFile: string;
	/** What the user answered before an agent started that does not ask. */
	readonly sandboxAnswersFile: string;
	readonly credentialsFile: string;
	/** Installed agents, `ID/VERSION/`. */
	readonly agentsDir: string;
	readonly agentsLockFile: string;
};

/** The folders that hold rules, keys, versions of files and agents: no agent gets into them, wherever it works. */
export function ownFolders({ configDir, stateDir, dataDir }: Paths): readonly string[] {
	return [configDir, stateDir, dataDir];
}

/**
 * The platform's usual places, or those that ACP_TUI_CONFIG_DIR, ACP_TUI_STATE_DIR and ACP_TUI_DATA_DIR name
 * (relative ones count from `cwd`). Where only the state is moved, data is `data` inside it. Creates nothing.
 */
export function findPaths(env: NodeJS.ProcessEnv, cwd: string): Paths {
	const usual = envPaths('acp-tui', { suffix: '' });
	// On Linux env-paths' log directory is the XDG state directory.
	const usualState = resolve(cwd, process.platform === 'linux' ? usual.log : usual.data);
	const configDir = directory(env['ACP_TUI_CONFIG_DIR'], usual.config, cwd);
	const stateDir = directory(env['ACP_TUI_STATE_DIR'], usualState, cwd);
	const isStateMoved = stateDir !== usualState;
	const dataDir = directory(env['ACP_TUI_DATA_DIR'], isStateMoved ? join(stateDir, 'data') : usual.data, cwd);
	return {
		configDir,
		stateDir,
		dataDir,
		logFile: join(stateDir, 'acp-tui.log'),
		sessionsDir: join(stateDir, 'sessions'),
		trustFile: join(stateDir, 'trusted-configs.json'),
		rulesFile: join(stateDir, 'rules.json'),
		askingFile: join(stateDir, 'agents.json'),
		choicesFile: join(stateDir, 'agent-choices.json'),
		agentFactsFile: join(stateDir, 'agent-facts.json'),
		sandboxAnswersFile: join(stateDir, 'agent-sandboxes.json'),
		credentialsFile: join(configDir, 'credentials.json'),
		agentsDir: join(dataDir, 'agents'),
		agentsLockFile: join(dataDir, 'agents.lock.json'),
	};
}

function directory(named: string | undefined, usual: string, cwd: string): string {
	// XDG_CONFIG_HOME and its like may be relative as well.
	return resolve(cwd, named === undefined || named === '' ? usual : named);
}
