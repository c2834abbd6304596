import { findPlanMode } from '../core/agent-modes.js';
import type { AgentConnection } from '../core/agent-port.js';
import { defined } from '../core/defined.js';
import type { AppEvent } from '../core/event.js';
import type { Failure } from '../core/failure.js';
import type { ClockPort } from '../core/ports.js';
import type { SessionState } from '../core/session/state.js';
import type { RefusedSwitch } from '../core/sign-in/sign-in-state.js';
import { isSettledWithin } from './settled-within.js';
import type { Store } from './store.js';

/** Milliseconds that a prompt waits for the answer to a switch. */
const PATIENCE = 5000;

type OptionValue = { readonly optionId: string; readonly value: string | boolean };
type Refused = Pick<Extract<AppEvent, { type: 'effect-failed' }>, 'refusedModeId' | 'refusedOption'>;

/** Results are reported as events; a late answer counts all the same. */
export function createModeSwitches(options: {
	readonly connection: () => AgentConnection | null;
	readonly store: Store;
	readonly clock: ClockPort;
}) {
	const { connection, clock, store } = options;
	let pending: Promise<void> | null = null;

	/** The mode must hold for what the agent does next, so prompts wait, but not for ever. */
	function switching(sessionId: string, what: string, refused: Refused, done: Promise<void>): Promise<void> {
		const patient = isSettledWithin(clock, PATIENCE, done).then((isSettled) => {
			if (isSettled || store.getState().sessionId !== sessionId) return;
			reportFailure({ code: 'timed-out', message: `The agent did not answer the request to switch ${what}.` }, refused);
		});
		const all = Promise.all([pending, patient]).then(() => {
			if (pending === all) pending = null;
		});
		pending = all;
		return done;
	}

	function reportFailure(failure: Failure, refused: Refused): void {
		store.dispatch({ type: 'effect-failed', failure, ...refused });
	}

	/** A switch that needs a sign-in is repeated after it. */
	function reportRefused(what: string, failure: Failure, not: Refused, refusedSwitch: RefusedSwitch): void {
		if (failure.code === 'auth-required') store.dispatch({ type: 'effect-failed', failure, refusedSwitch });
		else reportFailure(refused(what, failure), not);
	}

	async function setMode(sessionId: string, modeId: string): Promise<void> {
		const result = await connection()?.setMode(sessionId, modeId);
		// An answer for a session that was left says nothing about the open one.
		if (result === undefined || store.getState().sessionId !== sessionId) return;
		if (result.ok) store.dispatch({ type: 'agent-mode-set', modeId });
		else {
			const not = { refusedModeId: modeId };
			reportRefused(`its mode to ${modeId}`, result.failure, not, { type: 'set-agent-mode', modeId });
		}
	}

	async function setOption(sessionId: string, option: OptionValue, isChosen?: true): Promise<void> {
		const { optionId, value } = option;
		const not = refusedOf(store.getState(), option);
		const result = await connection()?.setConfigOption(sessionId, optionId, value);
		if (result === undefined || store.getState().sessionId !== sessionId) return;
		if (result.ok) {
			const wanted = { ...option, ...defined({ isChosen }) };
			store.dispatch({ type: 'config-options-set', options: result.value, wanted });
		} else {
			const again = { type: 'set-config-option', ...option } as const;
			reportRefused(`${optionId} to ${value}`, result.failure, not, again);
		}
	}

	return {
		setMode: (sessionId: string, modeId: string): Promise<void> =>
			switching(sessionId, `its mode to ${modeId}`, { refusedModeId: modeId }, setMode(sessionId, modeId)),
		setOption: (sessionId: string, option: OptionValue, isChosen?: true): Promise<void> =>
			switching(
				sessionId,
				`${option.optionId} to ${option.value}`,
				refusedOf(store.getState(), option),
				setOption(sessionId, option, isChosen),
			),
		/** Settles when every switch is answered or given up; null when none is under way. Prompts wait for it. */
		pending: (): Promise<void> | null => pending,
		/** Ignores answers of a replaced agent. */
		forget(): void {
			pending = null;
		},
	};
}

export type ModeSwitches = ReturnType<typeof createModeSwitches>;

function refusedOf(state: SessionState, { optionId, value }: OptionValue): Refused {
	const modeId = modeOf(state, optionId, value);
	return { refusedOption: { optionId, value }, ...(modeId === null ? {} : { refusedModeId: modeId }) };
}

/** Mode that an option switches to, as some agents keep modes, or plan mode alone, in one. Null for other options. */
function modeOf({ configOptions, agentModes }: SessionState, optionId: string, value: string | boolean): string | null {
	const option = configOptions.find(({ id }) => id === optionId);
	if (option?.type !== 'select' || typeof value !== 'string') return null;
	return option.category === 'mode' || findPlanMode(agentModes, configOptions)?.optionId === optionId ? value : null;
}

function refused(what: string, failure: Failure): Failure {
	return {
		code: 'agent-error',
		message: `The agent did not switch ${what}: ${failure.message}`,
		...defined({ detail: failure.detail }),
	};
}
