import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { NetworkJudge } from '../../../../src/core/agent-network.js';
import type { ConfinedLaunch } from '../../../../src/core/agent-port.js';
import { deniedPaths } from '../../../../src/core/policy/denied-paths.js';
import type { Confinement, ConfinementOptions, DeniedPath } from '../../../../src/core/sandbox/confinement.js';
import type { AgentSandboxesOptions, ReadyLaunch } from '../../../../src/services/sandbox/agents/agent-options.js';
import { type AgentSandboxes, createAgentSandboxes } from '../../../../src/services/sandbox/agents/agent-sandboxes.js';
import type { Namespace } from '../../../../src/services/sandbox/linux/namespace.js';
import { rule } from '../../../core/policy/requests.js';
import { must } from '../../must.js';
import { temporaryFolder } from '../../temporary-folder.js';

/** An agent in a sandbox, until the test ends. */
export type Fenced = {
	readonly sandboxes: AgentSandboxes;
	readonly confined: ConfinedLaunch;
	readonly confinement: Confinement;
	readonly namespace: Namespace;
	/** Output of a line of shell that enters the sandbox. */
	run(script: string): string;
	/** Output of the agent itself; `script` takes the place of its last word. */
	launch(script?: string): string;
};

export type Wanted = {
	readonly options?: Partial<AgentSandboxesOptions>;
	readonly launch?: Partial<ReadyLaunch>;
	readonly judge?: NetworkJudge;
} & Partial<ConfinementOptions>;

/** Makes a folder for one test, with these folders and `temporary` in it, and names what is there. */
export function madeFolder(...names: readonly string[]): (...path: readonly string[]) => string {
	const folder = temporaryFolder();
	for (const name of ['temporary', ...names]) mkdirSync(join(folder, name), { recursive: true });
	return (...path) => join(folder, ...path);
}

/** Fences an agent in `work`, with the home folder `home`; nothing else below the temporary folder is shown. */
export async function fence(at: (...path: readonly string[]) => string, wanted: Wanted = {}): Promise<Fenced> {
	const { options, launch, judge, ...change } = wanted;
	const sandboxes = createAgentSandboxes({
		...{ workspace: at('work'), home: at('home'), roots: () => [], hidden: [], keys: [], readable: [] },
		temporary: async () => at('temporary'),
		...options,
	});
	const cwd = options?.workspace ?? at('work');
	const started = must(
		await sandboxes.confine(
			{ type: 'ready', command: '/bin/sh', args: [], cwd, env: {}, ...launch },
			{ kind: 'fence', access: 'write', writable: [], planFolders: [], denied: [], ...change },
			judge,
		),
	);
	const confined = started;
	onTestFinished(() => confined.confinement.close());
	const namespace = sandboxes.current()?.namespace;
	if (namespace === undefined) throw new Error('there is no sandbox');
	const said = (command: string, args: readonly string[], env?: NodeJS.ProcessEnv): string => {
		const { stdout, stderr } = spawnSync(command, [...args], { cwd: '/', encoding: 'utf8', ...(env && { env }) });
		return `${stdout}${stderr}`.trim();
	};
	return {
		...{ sandboxes, confined, confinement: confined.confinement, namespace },
		run(script) {
			const { command, args } = namespace.enter({ command: '/bin/sh', args: ['-c', script] }, cwd);
			return said(command, args);
		},
		launch(script) {
			const { command, args, env } = confined.launch;
			return said(command, script === undefined ? args : [...args.slice(0, -1), script], { ...env });
		},
	};
}

export function denying(...rules: readonly string[]): readonly DeniedPath[] {
	return deniedPaths(rules.map((text) => rule(text, 'deny')));
}
