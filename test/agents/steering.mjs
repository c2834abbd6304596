// Announces steering ("plain" as an argument: does not), and does with words for a running turn what they say first:
// "injected", "promptRequired", "startedNewTurn", "failed", "odd" and "nothing" are answered so; "refused CODE" is an
// error; "silent" is never answered, "late" after the turn's end; "die" ends the process; "end" ends the turn before it is
// answered promptRequired; "echo" is injected and sent back. A prompt that begins with "hold" runs until it gets the word to
// end; every other one ends at once. It says what it was given, and how often in all.
import { INITIALIZED, outliveInput, say, send, serve, update } from './wire.mjs';

const isPlain = process.argv.includes('plain');
let end = null;
let given = 0;
const late = [];

outliveInput();

function take(sessionId, how, prompt) {
	given += 1;
	say(sessionId, `${how} ${given}: ${prompt.findLast(({ type }) => type === 'text').text}\n\n`);
}

function finish(reason = 'end_turn') {
	end?.({ stopReason: reason });
	end = null;
	for (const answer of late.splice(0)) setTimeout(answer, 20);
}

serve({
	initialize: () => ({ ...INITIALIZED, ...(isPlain ? {} : { _meta: { steering: { supported: true } } }) }),
	'session/prompt': ({ sessionId, prompt }) => {
		take(sessionId, 'Prompt', prompt);
		if (!prompt.at(-1).text.startsWith('hold')) return { stopReason: 'end_turn' };
		return new Promise((resolve) => {
			end = resolve;
		});
	},
	'session/cancel': () => finish('cancelled'),
	...(isPlain
		? {}
		: {
				'_session/steering': ({ sessionId, prompt, _meta }, id) => {
					if (_meta?.steering?.idleBehavior !== 'promptRequired') throw new Error('no opt-in');
					const { text } = prompt.findLast(({ type }) => type === 'text');
					const [word, code] = text.split(' ');
					const inject = () => {
						take(sessionId, 'Steered', prompt);
						return { outcome: 'injected' };
					};
					switch (word) {
						case 'refused':
							send({ id, error: { code: Number(code), message: 'Not into this turn.' } });
							return undefined;
						case 'silent':
							return undefined;
						case 'late':
							take(sessionId, 'Steered', prompt);
							late.push(() => send({ id, result: { outcome: 'injected' } }));
							return undefined;
						case 'die':
							process.exit(1);
							break;
						case 'end':
							finish();
							return { outcome: 'promptRequired', reason: 'noRunningTurn' };
						case 'echo':
							update(sessionId, { sessionUpdate: 'user_message_chunk', content: { type: 'text', text } });
							return inject();
						case 'failed':
						case 'promptRequired':
						case 'startedNewTurn':
						case 'odd':
							return { outcome: word };
						case 'nothing':
							return null;
						case 'finish': {
							const answer = inject();
							setTimeout(finish, 20);
							return answer;
						}
						default:
							return inject();
					}
				},
			}),
});
