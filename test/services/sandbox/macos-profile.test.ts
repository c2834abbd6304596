import { expect, it } from 'vitest';
import { readView, type ViewFacts, writeView } from '../../../src/services/sandbox/commands/command-sandbox-view.js';
import { sandboxProfile } from '../../../src/services/sandbox/macos/macos-profile.js';

const FACTS: ViewFacts = {
	system: [{ type: 'bind', from: '/usr', at: '/usr', access: 'read' }],
	home: '/Users/me',
	roots: ['/Users/me/a "b" \\c'],
	programs: [],
	caches: [],
	cacheHomes: [],
	noPrograms: [],
	links: [],
	settings: [],
	gitFolders: [],
	around: [],
	covers: [
		{ at: '/Users/me/.ssh', kind: 'folder' },
		{ at: '/Users/me/.netrc', kind: 'file' },
	],
	nameServers: null,
};
const TEMPORARY = '/private/var/folders/x/acp-tui/tmp';
const WORKSPACE = '(subpath "/Users/me/a \\"b\\" \\\\c")';

it('A profile of a command that only reads lets it read the workspace and reach no network.', () => {
	const profile = sandboxProfile({ places: readView(FACTS), temporary: TEMPORARY, network: 'none' });
	expect(profile).toMatch(/^\(version 1\)\n\(deny default\)\n/);
	expect(profile).toContain(`(allow file-read* ${WORKSPACE})\n(deny file-write* ${WORKSPACE})`);
	expect(profile).not.toMatch(/network|"\/Users\/me"/);
	expect(profile).toContain(`(allow file-read* file-write* (subpath "${TEMPORARY}"))`);
});

it('One of a command that was allowed opens the workspace, and nothing of the home folder that is not needed.', () => {
	const profile = sandboxProfile({
		places: writeView(FACTS, { network: true, folders: [] }),
		temporary: TEMPORARY,
		network: 'shared',
	});
	const order = [`(allow file-read* file-write* ${WORKSPACE})`, '(allow network-outbound (remote ip "*:*")'].map(
		(line) => profile.indexOf(line),
	);
	expect(order).not.toContain(-1);
	expect(profile).not.toContain('(subpath "/Users/me")');
	expect(order).toEqual(order.toSorted((a, b) => a - b));
});

it('Every parenthesis of a profile is closed.', () => {
	const profile = sandboxProfile({ places: readView(FACTS), temporary: TEMPORARY, network: 'shared' });
	const code = profile.replace(/"(?:\\.|[^"\\])*"/g, '');
	expect(code.split('(').length).toBe(code.split(')').length);
});
