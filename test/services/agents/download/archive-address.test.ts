import { expect, test } from 'vitest';
import { archiveAddress, isLoopback } from '../../../../src/services/agents/download/archive-address.js';

function addressOf(archive: string, index: string | null): string {
	const result = archiveAddress(archive, index);
	return result.ok ? result.value.href : result.failure.code;
}

test.each<readonly [archive: string, index: string | null, expected: string]>([
	['https://example.com/a.zip', null, 'https://example.com/a.zip'],
	['a/b.zip', '/home/me/registry.json', 'file:///home/me/a/b.zip'],
	['../b #1.zip', '/home/me/registry.json', 'file:///home/b%20%231.zip'],
	['b.zip', 'file:///home/me/registry.json', 'file:///home/me/b.zip'],
	['b.zip', 'https://example.com/v1/registry.json?x', 'https://example.com/v1/b.zip'],
	['/b.zip', 'http://127.0.0.1:80/v1/registry.json', 'http://127.0.0.1/b.zip'],
	['file:///home/me/a.zip', '/home/me/registry.json', 'file:///home/me/a.zip'],
	['file:///home/me/a.zip', 'file:///home/me/registry.json', 'file:///home/me/a.zip'],
	['file:///home/me/a.zip', 'http://localhost:8080/registry.json', 'denied'],
	['FILE:/etc/passwd', 'http://127.0.0.1/registry.json', 'denied'],
	['file:a.zip', 'HTTPS://example.com/registry.json', 'denied'],
	['http://127.0.0.1:9000/a.zip', 'https://example.com/registry.json', 'denied'],
	['http://127.0.0.1:9000/a.zip', 'http://localhost:8080/registry.json', 'http://127.0.0.1:9000/a.zip'],
	['../../../../etc/passwd', 'https://example.com/registry.json', 'https://example.com/etc/passwd'],
	['a.zip', null, 'invalid'],
	['file:///etc/passwd', 'https://example.com/registry.json', 'denied'],
	['file://host/share/a.zip', '/home/me/registry.json', 'invalid'],
	['//other.example/a.zip', 'https://example.com/registry.json', 'invalid'],
	['ftp://example.com/a.zip', null, 'invalid'],
	['javascript:alert(1)', null, 'invalid'],
	['https://', null, 'invalid'],
])('%s beside %s is %s.', (archive, index, expected) => {
	expect(addressOf(archive, index)).toBe(expected);
});

test.each([
	['http://localhost/', true],
	['http://127.9.9.9:1/', true],
	['http://[::1]:1/', true],
	['http://0x7f000001/', true],
	['http://localhost.example.com/', false],
	['http://127.0.0.1.example.com/', false],
	['http://192.168.0.1/', false],
])('%s is this machine: %s.', (address, expected) => {
	expect(isLoopback(new URL(address))).toBe(expected);
});
