import type { Failure } from '../../../core/failure.js';
import type { SubcommandHost } from '../subcommand.js';
import { createConsole, type SignInConsole } from './console.js';
import { openSignInAgent, type SignInRequest } from './sign-in-agent.js';
import { wordsOf } from './sign-in-by.js';
import * as messages from './sign-in-messages.js';

const FAILED = 3;

/** Carries out `acp-tui logout` and returns the exit code. Throws a UsageError with one sentence. */
export async function logout(
	request: SignInRequest,
	host: SubcommandHost,
	desk: SignInConsole = createConsole(host.world.env),
): Promise<number> {
	const { signal } = host.stop;
	const agent = await openSignInAgent(request, host, { signal, hasTerminal: false, onAddress: () => {} });
	const failed = (failure: Failure): number => {
		desk.say(`acp-tui: ${wordsOf(failure)}`);
		return signal.aborted ? Number(signal.reason) : FAILED;
	};
	try {
		const started = await agent.start();
		if (!started.ok) return failed(started.failure);
		const { title, auth } = started.value.info;
		if (auth.logout) {
			const answer = await started.value.logout();
			if (!answer.ok) return failed(answer.failure);
		}
		const forgotten = await agent.credentials.forget(agent.credentialsName);
		if (!forgotten.ok) return failed(forgotten.failure);
		await agent.remember(false);
		if (auth.logout) {
			desk.tell(messages.signedOut(title));
			desk.say(messages.signedOutButKey);
			return 0;
		}
		if (forgotten.value) {
			desk.tell(messages.keysForgotten(title));
			return 0;
		}
		const refused = await started.value.logout();
		return refused.ok ? 0 : failed(refused.failure);
	} finally {
		await agent.close();
	}
}
