import { expect, test } from 'vitest';
import { archiveKind, archiveName } from '../../../../src/services/agents/archives/archive-kind.js';

function kindOf(path: string): string {
	const result = archiveKind(new URL(path, 'https://example.com/'));
	return result.ok ? result.value : result.failure.message;
}

test.each([
	['agent.zip', 'zip'],
	['v1/agent.tar.gz?token=x.zip', 'tar.gz'],
	['AGENT.TGZ', 'tar.gz'],
	['coco-1.0%2B18.tar.bz2', 'tar.bz2'],
	['agent.tbz2', 'tar.bz2'],
	['sigit-linux-arm64', 'executable'],
	['agent-1.2', 'executable'],
	['agent.exe', 'executable'],
])('%s is a %s.', (path, kind) => {
	expect(kindOf(path)).toBe(kind);
});

test.each(['a.dmg', 'a.pkg', 'a.deb', 'a.rpm', 'a.msi', 'a.AppImage', 'a.tar.xz', 'a.7z', 'a.gz', 'a.tar'])(
	'%s cannot be installed, and the message says so.',
	(path) => {
		expect(kindOf(path)).toBe(`"${path}" is not a kind of archive that can be installed.`);
	},
);

test('The name of an archive is decoded where it can be.', () => {
	expect(archiveName(new URL('https://example.com/a/b%2Bc.zip'))).toBe('b+c.zip');
	expect(archiveName(new URL('https://example.com/a/b%zz.zip'))).toBe('b%zz.zip');
});
