import { expect, test } from 'vitest';
import type { ContentBlock } from '../../src/core/content.js';
import { embeddedFileOf, endingOfEmbedded, openableEnding } from '../../src/core/embedded-file.js';

const base64 = (text: string): string => Buffer.from(text, 'latin1').toString('base64');
const blob = (uri: string, mimeType = '', data = 'AAAA'): ContentBlock => ({
	type: 'resource',
	uri,
	mimeType,
	blob: data,
	bytes: 3,
});
const nameOf = (block: ContentBlock): string | undefined => embeddedFileOf(block)?.name;

test.each([
	['demo:///reports/May%202026.pdf', 'acp-tui-May-2026.pdf'],
	['file:///tmp/data.csv?x=1#top', 'acp-tui-data.csv'],
	['https://example.com', 'acp-tui-file.bin'],
	['data:text/plain;base64,AAAA', 'acp-tui-file.bin'],
	['', 'acp-tui-file.bin'],
	['../../../etc/passwd', 'acp-tui-passwd.bin'],
	['x:///%2e%2e%2f%2e%2e%2fetc%2fcrontab', 'acp-tui-etc-crontab.bin'],
	['x:///..%5c..%5cboot.ini', 'acp-tui-boot.ini'],
	['x:///.envrc', 'acp-tui-envrc.bin'],
	['x:///Makefile', 'acp-tui-Makefile.bin'],
	['x:///package-lock.json', 'acp-tui-package-lock.json.bin'],
	['x:///-rf.txt', 'acp-tui-rf.txt'],
	['x:///con.txt', 'acp-tui-con.txt'],
	['x:///a%00b.txt', 'acp-tui-a'],
	['x:///%E0%A4%A.txt', 'acp-tui-%E0%A4%A.txt'],
	['x:///photo%E2%80%AEgnp.exe', '.exe'],
	['x:///a%1b%5b31mb.txt', '.txt'],
])('the address %j gives the name %j', (uri, name) => {
	const found = nameOf(blob(uri)) ?? '';
	expect(found).toContain(name);
	expect(found).toMatch(/^acp-tui-/);
	expect(found).not.toMatch(/[\p{C}/\\:*?"<>|\s]/u);
});

test('a name without an ending gets that of its bytes, else of its type; a long one is cut before its ending', () => {
	expect(nameOf(blob('x:///page', 'text/html', base64('%PDF-1.7')))).toBe('acp-tui-page.pdf');
	expect(nameOf(blob('x:///page', 'text/html; charset=utf-8'))).toBe('acp-tui-page.html');
	expect(nameOf({ type: 'audio', mimeType: 'audio/mpeg', data: 'AAAA', bytes: 3 })).toBe('acp-tui-sound.mp3');
	const long = nameOf(blob(`x:///${'あ'.repeat(4000)}.json`)) ?? '';
	expect(long.endsWith('.json')).toBe(true);
	expect(Buffer.byteLength(long)).toBeLessThan(255);
});

test('there is no file in a text, a link, nothing, or in what is no base64', () => {
	const none: readonly ContentBlock[] = [
		{ type: 'text', text: 'words' },
		{ type: 'resource_link', uri: 'file:///a', name: 'a' },
		{ type: 'unknown', label: 'odd', json: '{}' },
		{ type: 'image', mimeType: 'image/png', data: '', bytes: 0 },
		{ type: 'audio', mimeType: 'audio/wav', data: '%%%', bytes: 2, isBroken: true },
		{ type: 'resource', uri: 'x:///a', blob: '%%%', bytes: 2, isBroken: true },
	];
	expect(none.map(embeddedFileOf)).toEqual(none.map(() => null));
	expect(embeddedFileOf({ type: 'resource', uri: 'x:///a.md', text: '# A', bytes: 3 })).toEqual({
		name: 'acp-tui-a.md',
		content: '# A',
		encoding: 'utf8',
	});
});

test.each([
	['\x89PNG\r\n\x1a\n', 'png'],
	['RIFF\x10\0\0\0WAVEfmt ', 'wav'],
	['RIFF\x10\0\0\0WEBPVP8 ', 'webp'],
	['OggS\0\x02', 'ogg'],
	['ID3\x04', 'mp3'],
	['%PDF-1.4', 'pdf'],
	['\0\0\0\x20ftypisom', 'mp4'],
	['#!/bin/sh\n', null],
	['[Desktop Entry]\n', null],
	['<html><script>', null],
	['<?xml version="1.0"?><svg>', null],
	['MZ\x90\0', null],
	['\x7fELF', null],
	['PK\x03\x04', null],
	[' %PDF-1.4', null],
	['', null],
])('what begins with %j is opened as %j', (bytes, ending) => {
	expect(openableEnding(Buffer.from(bytes, 'latin1'))).toBe(ending);
	expect(endingOfEmbedded({ name: 'x.desktop', content: base64(bytes), encoding: 'base64' })).toBe(ending);
	expect(endingOfEmbedded({ name: 'x.png', content: bytes, encoding: 'utf8' })).toBeNull();
});
