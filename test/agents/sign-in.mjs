// An agent that wants a sign-in, in every way that there is. What it does stands in its first argument, as JSON:
//   name       what it calls itself
//   state      a file: what stands in it is the account; missing or empty, nobody is signed in
//   log        a file that gets each message of the client, a line each
//   methods    names of the table below, or methods as they are
//   inData     true: the methods stand in the refusal, not in the answer to `initialize`
//   refuses    what needs the sign-in: "new" (the default), "prompt", "mid-turn", "load"; [] is nothing
//   refusal    how it refuses: "code" (-32000, the default), "status" (HTTP 401 in data), "text" (401 in words)
//   forgets    true: it refuses again, whatever was done
//   auth       what `authenticate` comes to: "ok" (the default), "hang", "slow", "crash", "error", "refuse", "variables", "cancelled"
//   elicits    what it asks for with `elicitation/create` while it signs in; accepting it goes on
//   key        the right key; a method that takes one refuses every other
//   keyMemory  true: a key holds until the agent ends
//   prints     lines for standard error while it signs in; printsOut: for standard output
//   login      how its program ends on a terminal: an exit code (0, the default, signs in), or "usage": with its usual arguments it does not understand; "hang": it waits, whatever signal comes
//   reads      environment variable that counts as signed in when it is "right"
//   logout     true: it can sign out; "error": that fails
//   status     "pushed" (the older notification) or "asked" (the unstable request)
//   account    what stands in the status
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { ask, INITIALIZED, say, send, serve } from './wire.mjs';

const words = process.argv.slice(2);
const isConfigured = words[0]?.startsWith('{') === true;
const options = isConfigured ? JSON.parse(words[0]) : JSON.parse(process.env.SIGN_IN_AGENT ?? '{}');
const { refuses = ['new'], refusal = 'code', auth = 'ok', account = 'dev@example.org (Pro plan)' } = options;

const METHODS = {
	browser: { id: 'browser', name: 'Browser', description: 'Opens a page' },
	key: { id: 'key', name: 'API key', _meta: { 'api-key': { provider: 'example' } } },
	terminal: { id: 'terminal', name: 'Terminal', type: 'terminal', args: ['--login'], env: { LOGIN_FROM: 'client' } },
	older: {
		id: 'older',
		name: 'Older',
		_meta: {
			'terminal-auth': { command: process.execPath, args: [process.argv[1], words[0], '--login'], label: 'Log in' },
		},
	},
	other: {
		id: 'other',
		name: 'Other program',
		_meta: { 'terminal-auth': { command: '/bin/sh', args: ['-c', `echo in > '${options.state}'`], label: 'Shell' } },
	},
	variable: { id: 'variable', name: 'Variable', type: 'env_var', vars: [{ name: 'SCRIPTED_KEY', label: 'Key' }] },
	odd: { id: 'odd', name: 'Odd', type: 'passkey' },
};
const methods = (options.methods ?? ['browser']).map((method) => METHODS[method] ?? method);

let hasKey = false;
const isSignedIn = () => {
	if (options.forgets === true) return false;
	if (hasKey || (options.reads !== undefined && process.env[options.reads] === 'right')) return true;
	try {
		return readFileSync(options.state, 'utf8').trim() !== '';
	} catch {
		return false;
	}
};
const note = (line) => options.log !== undefined && appendFileSync(options.log, `${JSON.stringify(line)}\n`);

if (words.includes('--login')) {
	note({ login: words.slice(1), from: process.env.LOGIN_FROM, isTerminal: process.stdin.isTTY === true });
	const { login = 0 } = options;
	if (login === 'usage' && isConfigured) {
		console.error('usage: sign-in --login');
		process.exit(64);
	}
	if (login === 'hang') {
		for (const name of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.on(name, () => {});
		console.log('Waiting for you.');
		await new Promise((resolve) => setTimeout(resolve, 600_000));
	}
	const code = login === 'usage' ? 0 : login;
	if (code === 0) writeFileSync(options.state, 'in');
	console.log(code === 0 ? 'Logged in.' : 'Not logged in.');
	process.exit(code);
}

const REFUSALS = {
	code: {
		code: -32000,
		message: 'Authentication required',
		...(options.inData ? { data: { authMethods: methods } } : {}),
	},
	status: { code: -32603, message: 'Internal error', data: { httpStatus: 401, details: 'bad credentials' } },
	text: { code: -32603, message: 'API Error: 401 {"type":"error","error":{"type":"authentication_error"}}' },
};
const refuse = (id) => send({ id, error: REFUSALS[refusal] });
const tellStatus = () => {
	if (options.status !== 'pushed') return;
	const authStatus = isSignedIn() ? { kind: 'subscription', label: account } : { kind: 'none', label: 'Not logged in' };
	send({ method: '_auth/status_update', params: { authStatus } });
};
const ANSWERS = {
	error: { code: -32603, message: 'Internal error', data: { details: 'the browser did not open' } },
	refuse: { code: -32000, message: 'Wrong key sk-wrong-key-of-the-test' },
	variables: { code: -32603, message: 'No key', data: { envVars: ['SCRIPTED_KEY', 'OTHER_KEY'] } },
	cancelled: { code: -32800, message: 'Cancelled' },
};

/** The user is asked to open a page; the answer tells whether to go on. */
async function elicits(id) {
	const device = {
		mode: 'url',
		message: 'Enter the code ABCD-1234 there.',
		elicitationId: 'device-1',
		url: 'https://login.example.com/device',
	};
	const { result } = await ask('elicitation/create', { requestId: id, ...device, ...options.elicits });
	note({ elicitation: result });
	if (result?.action === 'accept') return true;
	send({ id, error: { code: -32800, message: 'Cancelled' } });
	return false;
}

async function authenticate({ methodId, _meta }, id) {
	for (const line of options.prints ?? []) console.error(line);
	for (const line of options.printsOut ?? []) console.log(line);
	const given = _meta?.['api-key'];
	const key = typeof given === 'string' ? given : given?.apiKey;
	if (options.elicits !== undefined && !(await elicits(id))) return;
	const succeed = () => {
		if (options.keyMemory === true && key !== undefined) hasKey = true;
		else writeFileSync(options.state, `by ${methodId}`);
		tellStatus();
		send({ id, result: {} });
	};
	if (auth === 'crash') process.exit(9);
	if (auth === 'hang') return;
	if (auth === 'slow') return void setTimeout(succeed, 300);
	if (ANSWERS[auth] !== undefined) return void send({ id, error: ANSWERS[auth] });
	if (METHODS.key.id === methodId && options.key !== undefined && key !== options.key)
		return void send({ id, error: { code: -32000, message: `Wrong key ${key}` } });
	succeed();
}

const logged = (handlers) =>
	Object.fromEntries(
		Object.entries(handlers).map(([method, handler]) => [
			method,
			(params, id) => {
				note({ method, params });
				return handler(params, id);
			},
		]),
	);

let sessions = 0;
serve(
	logged({
		initialize: () => ({
			...INITIALIZED,
			...(options.name === undefined ? {} : { agentInfo: { ...INITIALIZED.agentInfo, name: options.name } }),
			agentCapabilities: {
				...INITIALIZED.agentCapabilities,
				...(options.status === 'pushed' ? { _meta: { authStatus: {} } } : {}),
				loadSession: true,
				auth: { ...(options.logout ? { logout: {} } : {}), ...(options.status === 'asked' ? { status: {} } : {}) },
			},
			authMethods: options.inData ? [] : methods,
		}),
		'session/new': (_, id) => {
			if (refuses.includes('new') && !isSignedIn()) return refuse(id);
			send({ id, result: { sessionId: `s${++sessions}` } });
			tellStatus();
		},
		'session/load': (_, id) => (refuses.includes('load') && !isSignedIn() ? refuse(id) : {}),
		'session/prompt': ({ sessionId }, id) => {
			if (refuses.includes('prompt') && !isSignedIn()) return refuse(id);
			if (refuses.includes('mid-turn') && !isSignedIn()) {
				say(sessionId, 'I begin');
				return refuse(id);
			}
			say(sessionId, 'Hello, you are signed in.');
			return { stopReason: 'end_turn' };
		},
		authenticate,
		logout: (_, id) => {
			if (options.logout === 'error')
				return send({
					id,
					error: { code: -32603, message: 'Internal error', data: { details: 'the keychain is locked' } },
				});
			hasKey = false;
			rmSync(options.state, { force: true });
			tellStatus();
			return {};
		},
		'auth/status': () =>
			isSignedIn()
				? { state: 'authenticated', accounts: [{ label: account, active: true }] }
				: { state: 'unauthenticated' },
		'$/cancel_request': () => {},
	}),
);
