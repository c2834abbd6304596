import type { Fields } from '../../core/is-record.js';
import type { LogLine } from '../../core/sessions/log-format.js';
import { redactText } from '../secrets/redact.js';

/** Events with foreign text: an agent's last standard error, a service's answer. */
const TOLD: ReadonlySet<string> = new Set(['agent-failed', 'turn-failed', 'effect-failed', 'command-failed']);

/** Redacts secrets in the text of a process's end or of a failure. */
export function withoutSecrets(line: LogLine): LogLine {
	const { event } = line;
	if (event === undefined) return line;
	if (event.type === 'agent-exited') {
		const { stderrTail, ...exit } = event['exit'] as Fields & { readonly stderrTail: readonly string[] };
		return { ...line, event: { ...event, exit: { ...exit, stderrTail: stderrTail.map(redactText) } } };
	}
	if (!TOLD.has(event.type)) return line;
	const failure = event['failure'] as Fields;
	const kept = Object.entries(failure).map(([key, value]) => [
		key,
		(key === 'detail' || key === 'message') && typeof value === 'string' ? redactText(value) : value,
	]);
	return { ...line, event: { ...event, failure: Object.fromEntries(kept) } };
}
