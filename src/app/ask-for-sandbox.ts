import { takesSandbox } from '../core/agents/network-of.js';
import type { AgentProfile } from '../core/agents/profile.js';
import { fail, type Result } from '../core/failure.js';
import type { Ports } from '../core/ports.js';
import { START_ANSWERS, startQuestion } from '../core/session/questions/client-questions.js';
import { notStarted } from '../core/session/session-messages.js';
import { sanitizeLine } from '../core/text/sanitize.js';
import type { Questions } from './questions.js';

/** Asks which sandbox to start an agent in that is known not to ask, and remembers it. Fails for no start. */
export async function askForSandbox(
	profile: AgentProfile,
	{ ports, questions }: { readonly ports: Pick<Ports, 'agents' | 'ids' | 'clock'>; readonly questions: Questions },
	signal: AbortSignal,
): Promise<Result<AgentProfile>> {
	const agent = sanitizeLine(profile.launch.name);
	const made = {
		id: ports.ids.next('question'),
		agent,
		askedAt: ports.clock.now(),
		mayBeWatched: !takesSandbox(profile),
	};
	const outcome = await questions.put(startQuestion(made), signal);
	const answer = outcome.type === 'selected' ? outcome.optionId : START_ANSWERS.no;
	const refused = fail('cancelled', notStarted(agent), {
		hint: '/restart asks again, /agent chooses another',
		isPermanent: true,
	});
	if (answer !== START_ANSWERS.copy && answer !== START_ANSWERS.watch) return refused;
	const chosen = await ports.agents?.withSandbox(profile, { sandbox: answer, isKept: false, isAnswer: true });
	if (chosen === undefined || !chosen.ok) return chosen ?? refused;
	return { ok: true, value: chosen.value.profile };
}
