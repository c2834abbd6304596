// Asks the user with elicitation/create, and says what came of it. A prompt is JSON: `params` go with the request as
// they are (its session is added unless it has a scope), `completes` is the id that is called done before the answer
// ("early") or after it ("late"), `takesBack` takes the request back, `goesOn` ends the turn before the answer.
// The first argument, as JSON, is what it asks while it opens a session.
import { ask, INITIALIZED, say, send, serve, takeBack } from './wire.mjs';

const URL_MODE = {
	mode: 'url',
	message: 'Enter the code ABCD-1234 there.',
	elicitationId: 'device-1',
	url: 'https://login.example.com/device?from=agent',
};
const complete = (elicitationId) => send({ method: 'elicitation/complete', params: { elicitationId } });
let client = {};
let asked = 0;

async function elicit(sessionId, { params = {}, completes, takesBack = false }) {
	const scope = 'requestId' in params || 'sessionId' in params ? {} : { sessionId };
	const whole = { ...(params.mode === undefined ? URL_MODE : {}), ...scope, ...params };
	const answered = ask('elicitation/create', whole);
	asked += 1;
	if (completes === 'early') complete(whole.elicitationId);
	if (takesBack) setTimeout(() => takeBack(asked - 1), 50);
	const { result, error } = await answered;
	if (completes === 'late') complete(whole.elicitationId);
	return JSON.stringify(result ?? { error: error.code });
}

serve({
	initialize: ({ clientCapabilities }) => {
		client = clientCapabilities;
		return INITIALIZED;
	},
	'session/new': async () => {
		if (process.argv[2] !== undefined) await elicit('s1', JSON.parse(process.argv[2]));
		return { sessionId: 's1' };
	},
	'session/prompt': async ({ sessionId, prompt }) => {
		const { text = '' } = prompt.at(-1);
		if (text === 'capabilities') say(sessionId, JSON.stringify(client.elicitation ?? null));
		else {
			const wanted = text.startsWith('{') ? JSON.parse(text) : {};
			const answered = elicit(sessionId, wanted).then((answer) => say(sessionId, `answer ${answer}`));
			if (wanted.goesOn !== true) await answered;
		}
		return { stopReason: 'end_turn' };
	},
	'$/cancel_request': () => {},
});
