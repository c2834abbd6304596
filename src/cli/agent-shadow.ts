import { realpath } from 'node:fs/promises';
import type { App } from '../app/app.js';
import type { Result } from '../core/failure.js';
import { methodsOf, once } from '../core/once.js';
import type { FilesPort } from '../core/ports.js';
import type { AgentShadowPort } from '../core/shadow/agent-shadow.js';
import { createFiles, type FileAccess, type FilesOptions } from '../services/files/files.js';
import type { ShadowView } from '../services/sandbox/agents/agent-options.js';
import type { CommandSandboxPort } from '../services/sandbox/commands/command-sandbox-port.js';
import type { SessionShadow } from '../services/shadow/session-shadow.js';

/** Parts that a session needs for agents that work in a shadow. Nothing of it is loaded before the first of them. */
export type AgentShadow = {
	readonly port: AgentShadowPort;
	files(real: FilesPort, options: FilesOptions): FilesPort;
	/** Where commands of agents run: those of an agent in a shadow in its own sandbox, all others in `sandbox`. */
	commands(sandbox: CommandSandboxPort): CommandSandboxPort;
	openView(): Promise<Result<ShadowView>>;
	close(): Promise<void>;
};

/** `app` is a function because the two refer to each other. */
export function openAgentShadow(
	{ cwd, stateDir }: { readonly cwd: string; readonly stateDir: string },
	app: () => App,
): AgentShadow {
	let loaded: SessionShadow | null = null;
	const load = once(async () => {
		const { SessionShadow } = await import('../services/shadow/session-shadow.js');
		const agent = (): string => app().getState().profile.launch.name;
		loaded = new SessionShadow({ stateDir, cwd, agent, sessionId: () => sessionOf(app()) });
		return loaded;
	});
	// Files for an agent in a shadow never come from elsewhere, even once its view is gone.
	const isShadowed = (): boolean => app().getState().profile.sandbox === 'shadow';
	const namespace = () => loaded?.namespace() ?? null;
	return {
		port: {
			current: () => loaded?.current() ?? null,
			notices: () => loaded?.notices() ?? [],
			...methodsOf(load, 'hasLeft'),
			saved: async () => (await import('../services/shadow/shadow-record.js')).readSavedShadows(stateDir),
			waitingHere: async () => {
				const { readSavedShadows } = await import('../services/shadow/shadow-record.js');
				const [kept, real] = await Promise.all([readSavedShadows(stateDir), realpath(cwd).catch(() => cwd)]);
				// As a rule there is none, and nothing more is loaded.
				return kept.some((each) => each.cwd === real) ? (await load()).waitingHere() : [];
			},
			waitingIn: async (sessionId) => {
				const { listShadowIds } = await import('../services/shadow/shadow-record.js');
				const isNone = (await listShadowIds(stateDir)).length === 0;
				return isNone ? null : (await load()).waitingIn(sessionId);
			},
		},
		files(real, options) {
			const access = async (): Promise<FileAccess> =>
				(await import('../services/files/in-view.js')).createViewAccess(() => namespace()?.pid ?? null);
			const inView = createFiles(options, methodsOf(access, 'resolve', 'read', 'write', 'linksBehind'));
			const now = (): FilesPort => (isShadowed() ? inView : real);
			return {
				...methodsOf(async () => now(), 'inspect', 'read', 'write'),
				linksBehind: async (...asked) => (await now().linksBehind?.(...asked)) ?? null,
			};
		},
		commands(sandbox) {
			const inView = async () =>
				(await import('../services/sandbox/agents/commands-in-view.js')).createCommandsInView(namespace);
			return {
				enter: async (command) => (isShadowed() ? (await inView()).enter(command) : sandbox.enter(command)),
				endLayer: async () => sandbox.endLayer?.(),
				setAccess: async (access) => (await sandbox.setAccess?.(access)) ?? { ended: [] },
				seen: async () => (isShadowed() ? ((await (await inView()).seen?.()) ?? null) : null),
			};
		},
		...methodsOf(load, 'openView'),
		close: async () => loaded?.close(),
	};
}

/** The session that the app resumes or has open, once a search for it is over. */
function sessionOf(app: App): Promise<string | null> {
	return new Promise((resolve) => {
		const look = (): boolean => {
			const { isRestoring, resuming, sessionId } = app.getState();
			if (isRestoring === true) return false;
			resolve(resuming?.sessionId ?? sessionId);
			return true;
		};
		if (look()) return;
		const stopWaiting = app.subscribe(() => {
			if (look()) stopWaiting();
		});
	});
}
