// Answers each prompt with the next step of its script, the last one from then on. The script is a file with JSON:
// [{"error": {…}} | {"text": "…", "error"?: {…}, "end"?: "refusal"} | {"exit": 1} | {"late": "…", "error": {…}}].
// With a second file it goes on where an earlier start of it was. What it was sent stands in the answers.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { INITIALIZED, say, send, serve, update } from './wire.mjs';

const steps = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const logFile = process.argv[3];
let at = logFile !== undefined && existsSync(logFile) ? readFileSync(logFile, 'utf8').split('\n').length - 1 : 0;

serve({
	initialize: () => ({
		...INITIALIZED,
		agentCapabilities: { ...INITIALIZED.agentCapabilities, promptCapabilities: { image: true, embeddedContext: true } },
	}),
	'session/new': () => {
		queueMicrotask(() =>
			update('s1', {
				sessionUpdate: 'available_commands_update',
				availableCommands: [{ name: 'compact', description: 'Makes room' }],
			}),
		);
		return { sessionId: 's1' };
	},
	'session/prompt': ({ sessionId, prompt }, id) => {
		const step = steps[Math.min(at, steps.length - 1)];
		at += 1;
		if (logFile !== undefined) appendFileSync(logFile, `${JSON.stringify(prompt)}\n`);
		if (step.text !== undefined) say(sessionId, step.text);
		if (step.plan === true) {
			update(sessionId, { sessionUpdate: 'plan', entries: [{ content: 'a', priority: 'low', status: 'pending' }] });
		}
		if (step.exit !== undefined) return void process.stderr.write('panic\n', () => process.exit(step.exit));
		if (step.error !== undefined) send({ id, error: step.error });
		if (step.late !== undefined) setTimeout(() => say(sessionId, step.late), step.lateMs ?? 50);
		if (step.error === undefined) {
			if (step.echo === true) say(sessionId, prompt.map((block) => block.text ?? block.type).join('|'));
			return { stopReason: step.end ?? 'end_turn' };
		}
	},
	'session/cancel': () => undefined,
});
