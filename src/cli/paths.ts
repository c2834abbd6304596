import { join, resolve } from 'node:path';
import envPaths from 'env-paths';

/** Where files of this program go; every path is absolute. */
export type Paths = Readonly<ReturnType<typeof findPaths>>;

/** The folders that hold rules, keys, versions of files and agents: no agent gets into them, wherever it works. */
export function ownFolders({ configDir, stateDir, dataDir }: Paths): readonly string[] {
	return [configDir, stateDir, dataDir];
}

/**
 * The platform's usual places, or those that ACP_TUI_CONFIG_DIR, ACP_TUI_STATE_DIR and ACP_TUI_DATA_DIR name
 * (relative ones count from `cwd`). Where only the state is moved, data is `data` inside it. Creates nothing.
 */
export function findPaths(env: NodeJS.ProcessEnv, cwd: string) {
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
		/** Holds installed agents and their lock file. */
		dataDir,
		logFile: join(stateDir, 'acp-tui.log'),
		/** Logs of sessions, `ID.jsonl`. */
		sessionsDir: join(stateDir, 'sessions'),
		/** Hashes of the project configurations that the user trusts. */
		trustFile: join(stateDir, 'trusted-configs.json'),
		rulesFile: join(stateDir, 'rules.json'),
		/** Whether agents asked before they acted, as far as they showed. */
		askingFile: join(stateDir, 'agents.json'),
		/** The model, mode and options that the user chose last of each agent. */
		choicesFile: join(stateDir, 'agent-choices.json'),
		/** Abilities and sign-in state of agents from their last runs. */
		agentFactsFile: join(stateDir, 'agent-facts.json'),
		/** Answers to the question before the start of an agent that does not ask. */
		sandboxAnswersFile: join(stateDir, 'agent-sandboxes.json'),
		credentialsFile: join(configDir, 'credentials.json'),
	};
}

function directory(named: string | undefined, usual: string, cwd: string): string {
	// XDG_CONFIG_HOME and its like may be relative as well.
	return resolve(cwd, named === undefined || named === '' ? usual : named);
}
