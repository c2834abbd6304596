import { openPanel } from '../panel/engine.js';
import { rowsIn } from '../panel/panel-state.js';
import type { ScreenContext } from '../state/context.js';
import { refuse, type Typed } from '../state/slash-command.js';
import { show, type UiStep, withEvent } from '../state/ui-step.js';
import { AGENTS, agentPanel, chooseAgent, findAgent, MOST_SEARCH, openAgents } from './agent-panel.js';
import { chooseSandbox, openSandboxes } from './agent-sandbox-panel.js';
import { askedAboutAgent } from './recovery-panels.js';

/** `/agent`: the list; the agent that is named; the sandbox of the one that runs. */
export function setAgent(context: ScreenContext, typed: Typed): UiStep {
	const { ui, session } = context;
	const { args } = typed.command;
	const asked = askedAboutAgent(session);
	if (args === '') return asked === null ? openAgents(context) : show(asked.open(context));
	const [word, sandbox, ...more] = args.split(/\s+/);
	if (word === 'sandbox' && more.length === 0) {
		if (sandbox === undefined) return openSandboxes(context);
		return (
			chooseSandbox(context, sandbox) ??
			refuse(context, typed, `There is no sandbox ${sandbox}: it is off, watch, fence or shadow`)
		);
	}
	if (session.turn !== null) return refuse(context, typed, AGENTS.busy);
	// Before the list is known, whoever starts the agent knows whether there is one.
	const { agents } = context.lookups;
	const isName = /^[\w-]+$/.test(args);
	if (agents === null && isName) return withEvent(ui, { type: 'use-agent', id: args });
	if (findAgent(agents ?? [], args) !== undefined) return chooseAgent(context, args);
	const search = args.trimStart().slice(0, MOST_SEARCH);
	const isFound = rowsIn(context, agentPanel, null, search).length > 0;
	return isFound
		? show(openPanel(context, agentPanel, null, { typed: search }))
		: refuse(context, typed, AGENTS.none(args));
}
