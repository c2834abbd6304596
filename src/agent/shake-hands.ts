import type { AgentExit, AgentLaunch } from '../core/agent-info.js';
import type { ConnectOptions } from '../core/agent-port.js';
import { defined } from '../core/defined.js';
import { exitPhrase } from '../core/exit-status-text.js';
import { fail, type Result, succeed } from '../core/failure.js';
import { quoteWords } from '../core/policy/shell/quote.js';
import { readError } from './errors/error-text.js';
import { stderrDetail } from './exit-text.js';
import { otherVersion, refusedVersions } from './handshake.js';
import { CALLED_OFF, HANDSHAKE, HANDSHAKE_HINTS } from './messages.js';
import type { Rpc } from './rpc.js';
import { within } from './within.js';

export type HandshakeParts = {
	readonly rpc: Rpc;
	readonly params: unknown;
	readonly exited: Promise<AgentExit>;
	readonly launch: AgentLaunch;
	readonly options: ConnectOptions;
	stderrTail(): readonly string[];
};

/**
 * Sends `initialize`. Fails with `agent-handshake` when the agent refuses or ends, `timed-out` when it stays silent,
 * `cancelled` when `options.signal` aborts.
 */
export async function shakeHands(parts: HandshakeParts): Promise<Result<unknown>> {
	const { rpc, exited, launch, options } = parts;
	const line = quoteWords([launch.command, ...launch.args]);

	// A failed handshake ends the process; a late answer is ignored.
	const givenUp = new AbortController();
	const answered = rpc.request('initialize', parts.params, givenUp.signal).then(succeed, async (error: unknown) => {
		if (!rpc.isClosed) return refusal(line, error);
		const exit = await within(exited, 1500);
		if (exit !== null) return ended(line, exit.value);
		return fail('agent-handshake', HANDSHAKE.closed(line));
	});
	const ending = exited.then((exit) => ended(line, exit));
	const calledOff = new Promise<Result<never>>((resolve) => {
		const callOff = () => resolve(fail('cancelled', CALLED_OFF));
		if (options.signal.aborted) callOff();
		options.signal.addEventListener('abort', callOff, { once: true });
	});
	const outcome = await within(Promise.race([answered, ending, calledOff]), options.handshakeTimeout);
	givenUp.abort();
	return outcome?.value ?? silence(line, options.handshakeTimeout, parts.stderrTail());
}

function refusal(line: string, error: unknown): Result<never> {
	const versions = refusedVersions(error);
	if (versions !== null) return otherVersion(line, versions);
	const { code, text, detail } = readError(error);
	const number = code === null ? '' : ` (${code})`;
	return fail('agent-handshake', HANDSHAKE.refused(line, number, text), defined({ detail }));
}

function ended(line: string, exit: AgentExit): Result<never> {
	const isStarted = !CANNOT_START.has(exit.code ?? 0);
	return fail('agent-handshake', HANDSHAKE.ended(line, exitPhrase(exit)), {
		hint: isStarted ? HANDSHAKE_HINTS.ended : HANDSHAKE_HINTS.notStarted,
		...stderrDetail(exit.stderrTail),
		...(isStarted ? {} : { isPermanent: true }),
	});
}

/** Exit codes of shells that cannot run a command. */
const CANNOT_START: ReadonlySet<number> = new Set([126, 127]);

function silence(line: string, timeout: number, stderr: readonly string[]): Result<never> {
	return fail('timed-out', HANDSHAKE.silent(line, Math.round(timeout / 100) / 10), {
		hint: HANDSHAKE_HINTS.silent,
		...stderrDetail(stderr),
	});
}
