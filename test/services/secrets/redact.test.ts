import { expect, test } from 'vitest';
import { isSecretKey, redactText } from '../../../src/services/secrets/redact.js';
import { lines } from '../../core/lines.js';

test.each<[string, string]>([
	['Authorization: Bearer abcdefgh12345678', 'abcdefgh12345678'],
	['authorization: Basic dXNlcjpwYXNz', 'dXNlcjpwYXNz'],
	['"authorization":"token abcdefgh12345678"', 'abcdefgh12345678'],
	['Cookie: session=abc; other=def', 'abc'],
	['using sk-ant-api03-AAAABBBBCCCC-dd', 'AAAABBBBCCCC'],
	['sk_live_ABCDEFGHIJKLMNOP', 'ABCDEFGHIJKLMNOP'],
	['ghp_abcdefghijklmnopqrstuvwxyz0123456789', 'abcdefghij'],
	['github_pat_11ABCDEFG0abcdefghijkl', '11ABCDEFG'],
	['glpat-abcdefghij0123456789', 'abcdefghij'],
	['npm_abcdefghijklmnopqrstuvwxyz0123456789', 'abcdefghij'],
	['xoxb-1234567890-abcdefghijkl', '1234567890'],
	['AIzaSyA1234567890abcdefghijklmnopqrstuv', 'SyA1234567890'],
	['AKIAIOSFODNN7EXAMPLE', 'IOSFODNN7'],
	['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc_DEF-123', 'eyJhbGciOiJIUzI1NiJ9'],
	['https://me:hunter2@example.org/x', 'hunter2'],
	['ANTHROPIC_API_KEY=abc123def', 'abc123def'],
	['--api-key abc --password=hunter2', 'hunter2'],
	['mytool --password hunter2 x', 'hunter2'],
	["'--client-secret' 'hunter2'", 'hunter2'],
	['curl -u bob:hunter2 https://example.org', 'hunter2'],
	['curl --user bob:hunter2 x', 'hunter2'],
	['sshpass -p hunter2 ssh host', 'hunter2'],
	['mysql -u root -phunter2 db', 'hunter2'],
	['MYSQL_PWD=hunter2 mysql', 'hunter2'],
	['{"access_token": "abc123def"}', 'abc123def'],
	['?key=abc123def&x=1', 'abc123def'],
	['-----BEGIN RSA PRIVATE KEY-----\nMIIabc\n-----END RSA PRIVATE KEY-----', 'MIIabc'],
	...lines`
		docker login -u me -p SECRET ¦ docker login -pSECRET registry ¦ podman login --password=SECRET
		aws configure set aws_secret_access_key SECRET ¦ aws configure set profile.x.aws_session_token SECRET
		redis-cli -a SECRET ping ¦ vault login s.SECRET ¦ vault login -method=token SECRET ¦ export DB_PASS=SECRET
		pass=SECRET ./x ¦ DBPASS="SECRET with blanks" run ¦ curl -H "X-Auth: SECRET" x
		curl -H 'X-Api-Key: SECRET' x ¦ curl -H 'PRIVATE-TOKEN: SECRET' x ¦ git clone https://SECRET@github.com/x
		echo SG.SECRET1.abc ¦ az --sig=SECRET ¦ npm config set //r/:_authToken SECRET
		npm config set //r/:_authToken=SECRET ¦ htpasswd -b f u SECRET ¦ htpasswd -nbB u SECRET && ls
		kubectl create secret generic x --from-literal=k=SECRET
		kubectl create secret generic x --from-literal k=SECRET ¦ smbclient -U u%SECRET //h/s
		ssh-keygen -N SECRET -f k ¦ ssh-keygen -p -P SECRET ¦ zip -P SECRET a b ¦ unzip -PSECRET a ¦ 7z a -pSECRET a
		rar a -hpSECRET a ¦ echo SECRET | docker login --password-stdin
		printf %s "SECRET" | gh auth login --with-token ¦ echo SECRET | sudo -S ls
		docker login --password-stdin <<< SECRET ¦ export OPENAI_KEY=SECRET ¦ export STRIPE_KEY=SECRET
		curl 'https://x/?sig=SECRET' ¦ curl https://x/?a=1&X-Amz-Signature=SECRET ¦ ftp u:SECRET@h
		openssl enc -pass pass:SECRET ¦ mysqladmin -u root -pSECRET x ¦ ldapsearch -w SECRET x
		GITHUB_PAT=SECRET gh x ¦ env AWS_SESSION=SECRET x ¦ heroku config:set APP_KEY=SECRET ¦ redis://:SECRET@h
	`.map((line): [string, string] => [line, 'SECRET']),
])('the secret in %j is taken out', (text, secret) => {
	expect(redactText(text)).not.toContain(secret);
	expect(redactText(text)).toContain('[redacted]');
});

test.each(lines`
	read src/token.ts in 12 ms ¦ the monkey = 3 bananas ¦ ctrl+k is a key
	commit 0123456789abcdef0123456789abcdef01234567 ¦ https://example.org/a:b@c ¦ max_tokens reached
	mkdir -p src/a && git log -p ¦ git push -u origin main ¦ docker run -u 1000 x ¦ ls --author x
	docker pull image:tag@sha256:0123456789abcdef ¦ npm install name@npm:other@1.2.3
	git clone ssh://git@github.com/x ¦ git clone git@github.com:me/x.git ¦ scp file me@host:/tmp
	zip -r a.zip src ¦ docker run -p 80:80 x ¦ login page: see -p ¦ ssh-keygen -t ed25519
	the session: opened, and the key: enter ¦ echo hello | grep h ¦ rg -n "auth" src ¦ SESSION_MANAGER=local x
	git log --author=me ¦ https://example.org/?page=2&sort=key
`)('%j is left as it is', (text) => {
	expect(redactText(text)).toBe(text);
});

test.each(lines`
	apiKey ¦ API_KEY ¦ x-api-key ¦ Authorization ¦ cookie ¦ password ¦ clientSecret ¦ accessToken ¦ token
	NPM_TOKEN
`)('%s names a secret', (name) => {
	expect(isSecretKey(name)).toBe(true);
});

test.each(['tokens', 'inputTokens', 'maxTokens', 'key', 'keys', 'author', 'pass', 'toolCallId'])(
	'%s names none',
	(name) => {
		expect(isSecretKey(name)).toBe(false);
	},
);

/** Characters: at a quarter of the long form, a search that goes through the text again for each of them takes minutes. */
const LONG_TEXT = process.env['ACP_TUI_LONG'] === '1' ? 2_000_000 : 500_000;

test('a long text is searched once through: anything slower would not end within the time limit of a test', () => {
	for (const piece of [
		'a',
		'key=',
		'sk-',
		'://',
		'Bearer ',
		'authorization:',
		'-----BEGIN PRIVATE KEY-----',
		'eyJa.',
	]) {
		expect(redactText(piece.repeat(LONG_TEXT / piece.length))).not.toBe('');
	}
});
