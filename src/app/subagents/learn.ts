import type { AgentEvent } from '../../core/agent-event.js';
import { modelOption } from '../../core/session/options/model-option.js';
import { titled, withTitle } from '../../core/subagents/patch.js';
import type { Child } from './child-cards.js';
import type { SubagentRecords } from './records.js';

const MOST_STEPS = 100;

/** Applies a child session's own properties; false for events that are to be shown. */
export function learn(records: SubagentRecords, child: Child, event: AgentEvent): boolean {
	switch (event.type) {
		case 'session-info': {
			if (typeof event.title !== 'string' || event.title === '') return true;
			const ownTitle = titled(event.title);
			records.change(child.recordId, (known) => withTitle({ ...known, ownTitle }));
			child.card = { ...child.card, name: records.get(child.recordId)?.title ?? ownTitle };
			return true;
		}
		case 'usage':
			records.change(child.recordId, (known) => ({ ...known, context: event.usage }));
			return true;
		case 'plan':
			records.change(child.recordId, (known) => ({ ...known, plan: event.steps.slice(0, MOST_STEPS) }));
			return true;
		case 'config-options': {
			const option = modelOption(event.options);
			const model = option?.choices.find(({ value }) => value === option.value)?.name ?? option?.value;
			if (model !== undefined) records.change(child.recordId, (known) => ({ ...known, model: titled(model) }));
			return true;
		}
		default:
			return false;
	}
}
