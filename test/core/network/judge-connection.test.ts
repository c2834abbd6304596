import { describe, expect, it } from 'vitest';
import { connectionRequest, judgeConnection } from '../../../src/core/network/judge-connection.js';
import { ownHostFor, readOwnHost } from '../../../src/core/network/own-hosts.js';
import { alwaysRules } from '../../../src/core/policy/always.js';
import type { Mode, Rule } from '../../../src/core/policy/policy-types.js';
import { parseRule } from '../../../src/core/policy/rules.js';

function rule(text: string): Rule {
	const [, decision = 'allow', rest = text] = /^(deny|ask) (.*)$/.exec(text) ?? [];
	const parsed = parseRule(rest, decision as Rule['decision'], 'user');
	if (!parsed.ok) throw new Error(parsed.failure.message);
	return parsed.value;
}

const wanted = (host: string, port = 443, own: 'exact' | 'below' | null = null) => ({
	...{ host, port, own, process: async () => null },
	isLocal: host === '127.0.0.1' || host === 'localhost',
});

/** The decision for `host[:port]`, `own` in front of one of the agent's own; `!` behind it: this very host was named. */
function judged(text: string, rules: readonly string[], mode: Mode = 'default', hold: 'ask' | 'off' = 'ask'): string {
	const [, own, host = '', port = '443'] = /^(?:(own|below) )?(.*?)(?::(\d+))?$/.exec(text) ?? [];
	const verdict = judgeConnection(wanted(host, Number(port), own === 'own' ? 'exact' : own === 'below' ? own : null), {
		hold,
		mode,
		rules: rules.map(rule),
	});
	return `${verdict.decision}${verdict.isNamed ? '!' : ''}`;
}

describe('what becomes of a connection', () => {
	it.each([
		['a.example', [], 'ask'],
		['own a.example', [], 'allow!'],
		['own a.example:8080', [], 'allow!'],
		['below a.example', [], 'allow'],
		['own a.example', ['deny Fetch(a.example)'], 'deny!'],
		['own a.example', ['deny Fetch(*.example)'], 'deny!'],
		['own a.example', ['deny Fetch'], 'allow!'],
		['own a.example', ['ask Fetch(a.example)'], 'allow!'],
		['a.example', ['Fetch(a.example)'], 'allow!'],
		['a.example', ['Fetch(A.Example)'], 'allow!'],
		['a.b.example', ['Fetch(*.example)'], 'allow'],
		['example', ['Fetch(*.example)'], 'ask'],
		['a.example', ['Fetch'], 'allow'],
		['a.example', ['deny Fetch(a.example)', 'Fetch'], 'deny'],
		['a.example', ['ask Fetch(a.example)', 'Fetch(a.example)'], 'ask!'],
		['a.example:80', ['Fetch(a.example)'], 'allow!'],
		['a.example:22', ['Fetch(a.example)'], 'ask'],
		['a.example:22', ['Fetch'], 'ask'],
		['a.example:22', ['Fetch(a.example:22)'], 'allow!'],
		['a.example:23', ['Fetch(a.example:22)'], 'ask'],
		['a.example', ['Fetch(a.example:22)'], 'ask'],
		['a.example', ['Fetch(a.example:443)'], 'allow!'],
		['a.example:22', ['deny Fetch(a.example:22)', 'Fetch(a.example:22)'], 'deny!'],
		['a.example', ['deny Fetch(a.example:22)', 'Fetch(a.example)'], 'allow!'],
		['a.example:22', ['deny Fetch(a.example)'], 'deny'],
		['1.1.1.1', [], 'ask'],
		['127.0.0.1', [], 'deny'],
		['127.0.0.1', ['Fetch'], 'deny'],
		['localhost', [], 'deny'],
		['own localhost', [], 'allow!'],
		['127.0.0.1', ['Fetch(127.0.0.1)'], 'allow!'],
		['127.0.0.1', ['Fetch(0x7f.1)'], 'allow!'],
	] as const)('%s with %j: %s', (text, rules, expected) => expect(judged(text, rules)).toBe(expected));

	it('leaves the agent its own hosts alone when the network is off', () => {
		expect(judged('own a.example', [], 'default', 'off')).toBe('allow!');
		expect(judged('a.example', ['Fetch(a.example)'], 'bypassPermissions', 'off')).toBe('deny!');
	});

	it('can be remembered with the port that it is about', () => {
		const texts = (host: string, port: number) =>
			alwaysRules(connectionRequest(wanted(host, port))).map((each) => each.rule.text);
		expect(texts('a.example', 443)).toEqual(['Fetch(a.example)']);
		expect(texts('a.example', 8443)).toEqual(['Fetch(a.example:8443)']);
		expect(texts('2606:4700::1', 22)).toEqual(['Fetch([2606:4700::1]:22)']);
	});
});

describe('a host of the agent’s own', () => {
	it.each([
		['api.example', 'api.example 443', 'exact'],
		['api.example', 'api.example 8080', null],
		['api.example:8080', 'api.example 8080', 'exact'],
		['*.example', 'a.b.example 443', 'below'],
		['*.example', 'example 443', null],
		['https://API.example/v1', 'api.example 443', 'exact'],
		['http://127.0.0.1:1234/v1', '127.0.0.1 1234', 'exact'],
		['[::1]:1234', '::1 1234', 'exact'],
		['a b', 'a b 443', null],
		['user@api.example', 'api.example 443', null],
		['api.example:0', 'api.example 0', null],
	])('%s and %s', (text, wantedHost, expected) => {
		const own = readOwnHost(text);
		const [host = '', port] = wantedHost.split(/ (?=\d+$)/);
		expect(own === null ? null : ownHostFor({ host, port: Number(port) }, [own])).toBe(expected);
	});
});
