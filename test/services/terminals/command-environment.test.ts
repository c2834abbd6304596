import { expect, test } from 'vitest';
import { buildEnvironment, isWithheld } from '../../../src/services/terminals/command-environment.js';
import { lines } from '../../core/lines.js';

test.each([
	...lines`
		ANTHROPIC_API_KEY ¦ OPENAI_API_KEY ¦ OPENAIAPIKEY ¦ GITHUB_TOKEN ¦ NPM_TOKEN ¦ npm_token ¦ VAULT_TOKEN_FILE
	`,
	...['AWS_SECRET_ACCESS_KEY', 'AWS_ACCESS_KEY_ID', 'AWS_SESSION_TOKEN', 'PGPASSWORD', 'MYSQL_PWD', 'DB_PASSWORD'],
	...['GOOGLE_APPLICATION_CREDENTIALS', 'CLIENT_SECRET', 'SSH_PRIVATE_KEY', 'ACP_TUI_STATE_DIR', 'TMUX', 'COLUMNS'],
	...lines`
		DB_PASS ¦ SMTP_PASS ¦ MYSQL_PASS ¦ PGPASS ¦ PASS ¦ OPENAI_KEY ¦ STRIPE_KEY ¦ AZURE_STORAGE_KEY ¦ GPG_KEY
		SSH_KEY ¦ GITHUB_PAT ¦ DATABASE_URL ¦ REDIS_URL ¦ MONGO_URI ¦ SENTRY_DSN ¦ NPM_AUTH ¦ DOCKER_AUTH_CONFIG
	`,
	...['SLACK_WEBHOOK_URL', 'AWS_SESSION', 'COOKIE', 'JWT', 'BEARER', 'LICENSE_KEY', 'MASTER_KEY', 'RAILS_MASTER_KEY'],
	...['AUTH_HEADER', 'OP_SESSION_my', 'KEY', 'SECRETKEY', 'TWILIO_SID_AUTH', 'DB_PASSWORD1', 'dbPassword', 'apiKey2'],
	...['MY-API-KEY', 'oauthToken', 'SERVICE_CREDS', 'AZURE_CONNECTION_STRING', 'SECRET', 'Pass', 'X_PASSCODE'],
])('%s is not handed on', (name) => {
	expect(isWithheld(name, 'A-plain-looking.value')).toBe(true);
});

test.each([
	...lines`
		PATH ¦ HOME ¦ PWD ¦ OLDPWD ¦ LANG ¦ SSH_AUTH_SOCK ¦ TOKENIZERS_PARALLELISM ¦ KEYBOARD ¦ MONKEY ¦ NODE_ENV
	`,
	...['XAUTHORITY', 'GPG_TTY', 'GPG_AGENT_INFO', 'SSH_AGENT_PID', 'SSH_CONNECTION', 'DBUS_SESSION_BUS_ADDRESS'],
	...['XDG_SESSION_ID', 'XDG_SESSION_TYPE', 'DESKTOP_SESSION', 'GDMSESSION', 'TERM_SESSION_ID', 'SESSION_MANAGER'],
	...['SSH_ASKPASS', 'GIT_ASKPASS', 'SUDO_ASKPASS', 'GIT_AUTHOR_NAME', 'GIT_AUTHOR_EMAIL', 'COMPASS', 'BYPASS_CACHE'],
	...lines`
		KEYMAP ¦ LC_ALL ¦ PATHEXT ¦ MANPATH ¦ EDITOR ¦ SHELL ¦ USER ¦ TZ ¦ CI ¦ DISPLAY ¦ JAVA_HOME ¦ HOSTKEYS
	`,
	...['VIRTUAL_ENV', 'NVM_DIR', 'GOPATH', 'PROXY_COMMAND', 'PASSENGER_APP_ENV', 'API_URL', 'npm_config_registry'],
])('%s is handed on', (name) => {
	expect(isWithheld(name, '/a/plain/value')).toBe(false);
});

test.each([
	['ORIGIN', 'https://me:hunter2@example.org/x'],
	['ORIGIN', 'https://0123456789abcdef@example.org/x'],
	['SOMEWHERE', 'postgres://app:hunter2@db/app'],
	['HTTPS_PROXY', 'http://me:hunter2@proxy:8080'],
	['WHATEVER', 'ghp_abcdefghijklmnopqrstuvwxyz0123456789'],
	['WHATEVER', 'sk-ant-api03-AAAABBBBCCCC-dd'],
	['WHATEVER', 'xoxb-1234567890-abcdefghijkl'],
	['WHATEVER', 'AKIAIOSFODNN7EXAMPLE'],
	['WHATEVER', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc_DEF-123'],
	['WHATEVER', '-----BEGIN RSA PRIVATE KEY-----\nMIIabc\n-----END RSA PRIVATE KEY-----'],
	['BLOB', 'https://x.blob.core.windows.net/c?sv=2022&sig=abcdefgh'],
	['HOOK', 'https://hooks.slack.com/services/T0/B0/abcdef'],
	['DATABASE_URL', 'host=db password=hunter2'],
	['MYSQL_PWD', '/looks/like/a/path'],
])('%s=%s is not handed on, for what it holds', (name, value) => {
	expect(isWithheld(name, value)).toBe(true);
});

test.each([
	['DATABASE_URL', 'postgres://localhost/dev'],
	['DATABASE_URL', 'file:./dev.db'],
	['REDIS_URL', 'redis://localhost:6379/0'],
	['MONGO_URI', 'mongodb://127.0.0.1'],
	['HTTP_PROXY', 'http://proxy.example.org:8080'],
	['REPO', 'ssh://git@example.org/x.git'],
	['MAX_OUTPUT_TOKENS', '4096'],
	['API_KEY', ''],
])('%s=%s is handed on: it holds no secret', (name, value) => {
	expect(isWithheld(name, value)).toBe(false);
});

test('the request has the last word, kept names pass, pagers and prompts are off', () => {
	const parent = { PATH: '/bin', PAGER: 'less', NPM_TOKEN: 'n', GITHUB_TOKEN: 'g', GONE: undefined, TERM: 'dumb' };
	const requested = [
		{ name: 'GITHUB_TOKEN', value: 'mine' },
		{ name: 'GIT_PAGER', value: 'delta' },
	];
	expect(buildEnvironment(parent, requested, ['NPM_TOKEN'])).toEqual({
		ok: true,
		value: {
			PATH: '/bin',
			NPM_TOKEN: 'n',
			GITHUB_TOKEN: 'mine',
			TERM: 'xterm-256color',
			PAGER: 'cat',
			GIT_PAGER: 'delta',
			GIT_TERMINAL_PROMPT: '0',
		},
	});
});

test.each([
	['', 'x'],
	['A=B', 'x'],
	['A\0', 'x'],
	['__proto__', 'x'],
	['A', 'x\0y'],
])('the variable %j with %j cannot be set', (name, value) => {
	expect(buildEnvironment({}, [{ name, value }], [])).toMatchObject({
		ok: false,
		failure: { code: 'could-not-start' },
	});
});
