import { expect, test } from 'vitest';
import { buildEnvironment, isWithheld } from '../../../src/services/terminals/environment.js';

test.each([
	...[
		'ANTHROPIC_API_KEY',
		'OPENAI_API_KEY',
		'OPENAIAPIKEY',
		'GITHUB_TOKEN',
		'NPM_TOKEN',
		'npm_token',
		'VAULT_TOKEN_FILE',
	],
	...['AWS_SECRET_ACCESS_KEY', 'AWS_ACCESS_KEY_ID', 'AWS_SESSION_TOKEN', 'PGPASSWORD', 'MYSQL_PWD', 'DB_PASSWORD'],
	...['GOOGLE_APPLICATION_CREDENTIALS', 'CLIENT_SECRET', 'SSH_PRIVATE_KEY', 'ACP_TUI_STATE_DIR', 'TMUX', 'COLUMNS'],
])('%s is not handed on', (name) => {
	expect(isWithheld(name)).toBe(true);
});

test.each([
	...[
		'PATH',
		'HOME',
		'PWD',
		'OLDPWD',
		'LANG',
		'SSH_AUTH_SOCK',
		'TOKENIZERS_PARALLELISM',
		'KEYBOARD',
		'MONKEY',
		'NODE_ENV',
	],
])('%s is handed on', (name) => {
	expect(isWithheld(name)).toBe(false);
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
