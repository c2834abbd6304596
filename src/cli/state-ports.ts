import { join } from 'node:path';
import { succeed } from '../core/failure.js';
import type { RulesPort } from '../core/policy/policy-ports.js';
import type { LogPort, Ports } from '../core/ports.js';
import { createAgentChoices } from '../services/state/agent-choices.js';
import { createAgentFacts } from '../services/state/agent-facts.js';
import { createAskingRecords } from '../services/state/asking-records.js';
import { createDrafts, type Drafts } from '../services/state/drafts.js';
import { createHistory, type PromptHistory } from '../services/state/history.js';
import type { Paths } from './paths.js';
import { type Persistence, persistsState } from './persistence.js';

/** Records of agents. Where nothing is kept, earlier ones are still read: they say what to trust. */
export function agentRecords(
	paths: Paths,
	persistence: Persistence,
	log: LogPort,
): Required<Pick<Ports, 'asking' | 'choices' | 'agentFacts'>> {
	const asking = createAskingRecords({ file: paths.askingFile, log });
	const choices = createAgentChoices({ file: paths.choicesFile, log });
	const agentFacts = createAgentFacts({ file: paths.agentFactsFile, log });
	if (persistsState(persistence)) return { asking, choices, agentFacts };
	const save = async (): Promise<void> => {};
	return { asking: { ...asking, save }, choices: { ...choices, save }, agentFacts: { ...agentFacts, save } };
}

/** Rules that hold as they were stored; what is added or removed holds for this run. */
export function rulesForThisRun(stored: RulesPort): RulesPort {
	return {
		load: () => stored.load(),
		add: async () => succeed(undefined),
		remove: async () => succeed(true),
		isForThisRun: true,
	};
}

export function openHistory(paths: Paths, project: string, { history: isPersisted }: Persistence): PromptHistory {
	const history = createHistory({ file: join(paths.stateDir, 'history.jsonl'), project });
	return isPersisted ? history : { load: () => history.load(), add: async () => {} };
}

export function openDrafts(paths: Paths, project: string, { drafts: isPersisted }: Persistence): Drafts {
	if (!isPersisted) return { load: async () => ({ draft: null, aside: [] }), save: () => {} };
	return createDrafts({ stateDir: paths.stateDir, project, pid: process.pid });
}
