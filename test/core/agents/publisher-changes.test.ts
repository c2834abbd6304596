import { describe, expect, it } from 'vitest';
import {
	newInstallScripts,
	type PublisherFacts,
	publisherChanges,
} from '../../../src/core/agents/publisher-changes.js';

const npm: PublisherFacts = {
	kind: 'npx',
	location: '@acme/agent@1.0.0',
	publisher: 'Acme',
	authors: ['Acme', 'Bert'],
	repository: 'https://github.com/acme/agent',
};
const archive: PublisherFacts = {
	...npm,
	kind: 'binary',
	location: 'https://github.com/acme/agent/releases/download/v1.0.0/agent.zip',
};
const uv: PublisherFacts = { ...npm, kind: 'uvx', location: 'acme-agent==1.0.0' };

describe('a publisher has not changed', () => {
	it.each([
		['with a new version of a package', npm, { ...npm, location: '@acme/agent@2.0.0' }],
		['with the same authors in another order', npm, { ...npm, authors: ['Bert', 'Acme'] }],
		[
			'with another archive of the same owner',
			archive,
			{ ...archive, location: 'https://github.com/acme/agent/releases/download/v2.0.0/agent-2.tar.gz' },
		],
		['with another spelling of a Python package', uv, { ...uv, location: 'Acme_Agent@1.0.1' }],
		['with another repository of the same owner', npm, { ...npm, repository: 'https://github.com/Acme/agent2.git' }],
	])('%s', (_, before, after) => {
		expect(publisherChanges(before, after)).toEqual([]);
	});
});

describe('a publisher has changed', () => {
	it.each([
		['another npm scope', npm, { ...npm, location: '@acrne/agent@1.0.1' }, ['npm scope', '@acme', '@acrne']],
		['a scope less', npm, { ...npm, location: 'agent@1.0.1' }, ['npm scope', '@acme', 'none']],
		['another package name', npm, { ...npm, location: '@acme/agent2@1.0.1' }, ['package', 'agent', 'agent2']],
		['another Python package', uv, { ...uv, location: 'acme-agents==1.0.1' }, ['package', 'acme-agent', 'acme-agents']],
		['another kind', npm, { ...npm, kind: 'binary' as const }, ['kind of distribution', 'npx', 'binary']],
		[
			'another GitHub owner',
			archive,
			{ ...archive, location: 'https://github.com/acmee/agent/releases/agent.zip' },
			['GitHub owner', 'acme', 'acmee'],
		],
		[
			'another host',
			archive,
			{ ...archive, location: 'https://github.com.evil.example/acme/agent.zip' },
			['host', 'https://github.com', 'https://github.com.evil.example'],
		],
		[
			'another port',
			archive,
			{ ...archive, location: 'https://github.com:8443/acme/agent.zip' },
			['host', 'https://github.com', 'https://github.com:8443'],
		],
		[
			'no encryption any more',
			archive,
			{ ...archive, location: 'http://github.com/acme/agent.zip' },
			['host', 'https://github.com', 'http://github.com'],
		],
		[
			'a file of this machine',
			archive,
			{ ...archive, location: 'file:///tmp/agent.zip' },
			['host', 'https://github.com', 'this machine'],
		],
		[
			'one author more',
			npm,
			{ ...npm, authors: ['Acme', 'Bert', 'Mallory'] },
			['authors', 'Acme, Bert', 'Acme, Bert, Mallory'],
		],
		['no authors', npm, { ...npm, authors: [] }, ['authors', 'Acme, Bert', 'none']],
		['another publisher of the same authors', npm, { ...npm, publisher: 'Emca' }, ['publisher', 'Acme', 'Emca']],
		[
			'another owner of the repository',
			npm,
			{ ...npm, repository: 'https://github.com/mallory/agent' },
			['repository owner', 'github.com/acme', 'github.com/mallory'],
		],
		[
			'another host of the repository',
			npm,
			{ ...npm, repository: 'https://gitlab.com/acme/agent' },
			['repository owner', 'github.com/acme', 'gitlab.com/acme'],
		],
		['no repository', npm, { ...npm, repository: null }, ['repository owner', 'github.com/acme', 'none']],
	])('%s is named', (_, before, after, [what, was, is]) => {
		expect(publisherChanges(before, after)).toEqual([{ what, before: was, after: is }]);
	});
});

it('names install scripts that the version before had not', () => {
	const before = [{ package: 'native', scripts: ['install'] }];
	const after = [
		{ package: 'native', scripts: ['install', 'postinstall'] },
		{ package: 'other', scripts: ['preinstall'] },
	];
	expect(newInstallScripts(before, before)).toEqual([]);
	expect(newInstallScripts(before, after).map((change) => change.after)).toEqual([
		'postinstall of native',
		'preinstall of other',
	]);
});
