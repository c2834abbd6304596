import type { AgentHost } from '../core/agent-port.js';
import { fileName } from '../core/policy/file-name.js';
import { loosenessOf } from '../core/policy/modes.js';
import type { PathFact } from '../core/policy/policy-types.js';
import type { AppOptions, Runtime, RuntimeParts } from './app-options.js';
import { createAllowances } from './changes/allowances.js';
import { createClientWrites } from './changes/client-writes.js';
import { createOwnWrites } from './changes/own-writes.js';
import { PartialChanges } from './changes/partial-changes.js';
import { TurnFiles } from './changes/turn-files.js';
import type { ClientContext } from './client-methods/client-context.js';
import { elicit } from './client-methods/elicitation.js';
import { readTextFile, writeTextFile } from './client-methods/file-methods.js';
import { requestPermission } from './client-methods/permission.js';
import { TerminalMethods } from './client-methods/terminal-methods.js';
import { EffectRunner } from './effects.js';
import { createGrants } from './grants.js';
import { Hooks } from './hooks/hooks.js';
import { watchForHooks } from './hooks/watch-for-hooks.js';
import { locateChanges } from './locate-changes.js';
import { Connections } from './network/connections.js';
import { OtherSessions } from './other-sessions.js';
import { createQuestions } from './questions.js';
import { createReadCard } from './read-card.js';
import { isSettledWithin } from './settled-within.js';
import { ShadowWork } from './shadow/shadow-work.js';
import type { Store } from './store.js';
import { createUnaskedWatch, type UnaskedWatch } from './unasked.js';
import { createUpdates, type Updates } from './updates.js';

/** Milliseconds. Agents start their servers and read long histories meanwhile. */
const RESUME_PATIENCE = 45_000;

export function createRuntime({ options, ports, store, openSideApp }: RuntimeParts): Runtime {
	const { cwd } = options;
	const questions = createQuestions(store);
	const isUnattended = options.isHeadless && options.takesAnswers !== true;
	const hooks = new Hooks({ ports, store, isHeadless: isUnattended });
	const allowances = createAllowances();
	const clientWrites = createClientWrites();
	const { snapshots } = ports;
	const ownWrites = snapshots === undefined ? null : createOwnWrites(snapshots);
	const kept = { ports, store, cwd };
	const shadow =
		ports.shadow === undefined ? null : new ShadowWork({ ...kept, shadow: ports.shadow, turnFiles: () => turnFiles });
	const turnFiles: TurnFiles | null =
		snapshots === undefined || ownWrites === null
			? null
			: new TurnFiles({ ...kept, snapshots, allowances, clientWrites, ownWrites, shadow, late: () => parts.settled() });
	const wrote = (path: PathFact, oldText: string | null, newText: string): void => {
		const name = fileName(path);
		if (name !== null) ownWrites?.add(name, oldText, newText);
	};
	const runner = new EffectRunner({
		store,
		updates: () => updates,
		host: () => host,
		ports,
		questions,
		allowances,
		wrote,
		turnFiles,
		shadow,
		hooks,
		partsLooked: () => parts.looked(),
		cwd,
		features: options.features,
		isHeadless: options.isHeadless,
		isModeAsked: options.isModeAsked === true,
		isSideQuestion: options.isSideQuestion === true,
		openSideApp: (changed, others) => openSideApp({ ...options, ...changed }, others),
		...patienceOf(options),
	});
	store.onEvent(() => runner.followAccess());
	const sessions = new OtherSessions(store, ports.clock);
	const updates: Updates = createUpdates(store, ports, sessions);
	const agentPorts = { ...ports, files: ports.agentFiles ?? ports.files };
	const parts = new PartialChanges({ store, ports: agentPorts, questions, way: options.partialWay ?? 'ask' });
	const client: ClientContext = {
		store,
		ports: agentPorts,
		sessions,
		questions,
		grants: createGrants(),
		allowances,
		clientWrites,
		parts,
		reads: createReadCard(store, () => ports.ids.next('read')),
		hooks,
		written: new Set(),
		isHeadless: isUnattended,
		rules: () => store.getState().rules,
		addRule: (rule) => store.dispatch({ type: 'rule-added', rule }),
	};
	const unasked = createUnaskedWatch({ store, ports, allowances });
	const closing = new AbortController();
	const host = createHost(client, updates, unasked, shadow);
	locateChanges(store, client.ports);
	if (ports.hooks !== undefined) watchForHooks(store, client.ports, hooks, client);
	endGrantsInTime(store, client);

	return {
		run: (effect) => runner.run(effect),
		signIn: (choice, secrets) => runner.signIn(choice, secrets),
		expandCommand: async (line, written = line) =>
			(await import('./commands/expand.js')).expandCommand(client, { line, written }, closing.signal),
		wroteFile: async (path, text) => wrote(await ports.files.inspect(path), null, text),
		async filesSettled(milliseconds) {
			// Applying changes is never cut short, and hooks have limits of their own.
			await Promise.all([shadow?.settled(), hooks.settled()]);
			const files = Promise.all([turnFiles?.settled(), runner.planCompared()]);
			// Changed files may reveal unasked actions.
			await isSettledWithin(ports.clock, milliseconds, files.finally(unasked.settled));
		},
		close() {
			hooks.close();
			closing.abort();
			return runner.close().finally(() => parts.finish());
		},
	};
}

function patienceOf({ handshakeTimeout, resumePatience, cancelPatience, retry }: AppOptions) {
	return {
		handshakeTimeout,
		resumePatience: resumePatience ?? RESUME_PATIENCE,
		cancelPatience,
		retry: retry ?? { limit: 0, seconds: 1 },
	};
}

/** Grants of one turn, mode or agent never leak into the next. */
function endGrantsInTime(store: Store, { grants, parts }: Pick<ClientContext, 'grants' | 'parts'>): void {
	let { turn: grantedTurn, mode: grantedMode, profile: grantedProfile } = store.getState();
	store.onEvent(() => {
		const { turn, mode: modes, profile } = store.getState();
		const isSame =
			turn?.id === grantedTurn?.id &&
			modes.mode === grantedMode.mode &&
			modes.own === grantedMode.own &&
			profile === grantedProfile;
		if (!isSame) {
			grants.clear();
			parts.clear();
		}
		grantedTurn = turn;
		grantedMode = modes;
		grantedProfile = profile;
	});
}

function accountChanged({ getState, dispatch }: Store, change: 'signed-in' | 'signed-out'): void {
	const { agent, profile, signIn } = getState();
	if (change === 'signed-in' && signIn?.step.type === 'choosing') dispatch({ type: 'signed-in-elsewhere' });
	else {
		const how = change === 'signed-in' ? 'signed in to' : 'signed out of';
		const title = `Another session ${how} ${agent?.title ?? profile.launch.name}: this one works with the same account.`;
		dispatch({ type: 'note', level: 'info', title });
	}
}

function createHost(
	client: ClientContext,
	updates: Updates,
	unasked: UnaskedWatch,
	shadow: ShadowWork | null,
): AgentHost {
	const terminals = new TerminalMethods(client);
	// Changes that are allowed on leaving plan mode must not be dropped with plan mode's.
	const afterPlan = <T>(act: () => Promise<T>): Promise<T> => {
		const leaving = shadow?.leavingPlan() ?? null;
		return leaving === null ? act() : leaving.then(act);
	};
	return {
		onEvents: (sessionId, events) => updates.receive(sessionId, events, unasked.seeCall),
		onJunk: (count) => client.store.dispatch({ type: 'junk-lines', count }),
		onStderr: (line) => client.ports.log.write('debug', 'agent stderr', { line }),
		onAccountChanged: (change) => accountChanged(client.store, change),
		looseness: () => loosenessOf(client.store.getState().mode.mode),
		onAuthStatus: (status) => client.store.dispatch({ type: 'auth-status', status }),
		onAuthAddress: (address) => client.store.dispatch({ type: 'auth-address', address }),
		connections: new Connections(client),
		onIgnored: (method) => client.ports.log.write('info', 'notification ignored', { method }),
		onRefused: (method, code) => client.ports.log.write('info', 'request refused', { method, code }),
		requestPermission: (request, signal) =>
			afterPlan(() => requestPermission(client, client.sessions.permission(request), signal)),
		elicit: (request, signal) => elicit(client, request, signal),
		onElicitationCompleted: (elicitationId) => client.store.dispatch({ type: 'elicitation-completed', elicitationId }),
		readTextFile: (request, signal) => readTextFile(client, request, signal),
		writeTextFile: (request, signal) => afterPlan(() => writeTextFile(client, request, signal)),
		createTerminal: (request, signal) => afterPlan(() => terminals.create(request, signal)),
		terminalOutput: (sessionId, id) => terminals.output(sessionId, id),
		waitForTerminalExit: (sessionId, id, signal) => terminals.waitForExit(sessionId, id, signal),
		killTerminal: (sessionId, id) => terminals.kill(sessionId, id),
		releaseTerminal: (sessionId, id) => terminals.release(sessionId, id),
	};
}
