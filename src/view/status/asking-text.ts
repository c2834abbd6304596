import { type ActionClass, actionClassOf } from '../../core/asking.js';
import type { Rule } from '../../core/policy/policy-types.js';
import { nameRule } from '../../core/policy/rule-description.js';
import { askingAbout, askingOf, isNotAsking } from '../../core/session/questions/asking.js';
import type { SessionState } from '../../core/session/state.js';
import { clip } from '../../core/text/clip.js';
import { counted } from '../../core/text/counted.js';
import { sanitizeLine } from '../../core/text/sanitize.js';

const MOST_TITLE = 60;

export function askingText(session: SessionState): string {
	const { unaskedCount, unasked } = session.asking;
	const last = unasked.at(-1);
	const done =
		last === undefined
			? ''
			: `: ${counted(unaskedCount, 'action')} without asking in this session, last “${shortTitle(last.title)}”`;
	switch (askingOf(session)) {
		case 'asks':
			return `yes${done}`;
		case 'doesNotAsk':
			return `not always${done}`;
		case 'unknown':
			return isNotAsking(session) ? `it offers no mode in which it asks${done}` : `not known yet${done}`;
	}
}

/** Words for a rule that the agent breaks, as it would have to ask; null where it holds to it as far as is known. */
export function brokenRuleText(session: SessionState, rule: Rule): string | null {
	if (rule.decision === 'allow') return null;
	const name = nameRule(rule);
	const action = session.asking.unasked.findLast((one) => one.rule === name);
	if (action !== undefined) return `broken: this agent did not ask before “${shortTitle(action.title)}”`;
	const about = classOfRule(rule);
	const isAsked = about === null || askingAbout(session, about) !== 'doesNotAsk';
	return isAsked ? null : 'may not hold: this agent sometimes acts without asking';
}

function classOfRule({ matcher }: Rule): ActionClass | null {
	switch (matcher.type) {
		case 'kind':
		case 'path':
			return actionClassOf(matcher.kind);
		case 'command':
			return 'commands';
		case 'all':
		case 'host':
		case 'mcp':
			return null;
	}
}

function shortTitle(title: string): string {
	return clip(sanitizeLine(title), MOST_TITLE);
}
