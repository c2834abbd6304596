import { beforeEach, expect, test, vi } from 'vitest';
import { createCommandChecks } from '../../../src/services/command-checks/command-checks.js';
import { PROGRAM_DOUBTS, REPOSITORY } from '../../../src/services/command-checks/command-checks-messages.js';
import { inspectRepository } from '../../../src/services/command-checks/repository.js';
import { untrustedFolders } from '../../../src/services/programs/untrusted-folders.js';

vi.mock('../../../src/services/programs/untrusted-folders.js');
vi.mock('../../../src/services/command-checks/repository.js');

const OPTIONS = { followsFolders: false, isOurTerminal: false };
const checks = () => createCommandChecks({ folders: () => ['/'], env: { PATH: '/bin:/usr/bin' } });

beforeEach(() => {
	vi.mocked(untrustedFolders).mockReset().mockResolvedValue([]);
	vi.mocked(inspectRepository).mockReset().mockResolvedValue({ readOnly: true });
});

test('A look that fails proves nothing, and the next one looks again.', async () => {
	vi.mocked(inspectRepository).mockRejectedValueOnce(new Error('disk gone'));
	const { repository } = checks();
	const both = [repository('/a', OPTIONS), repository('/b', OPTIONS)];
	expect(await Promise.all(both)).toEqual([
		{ readOnly: false, because: REPOSITORY.notLookedAt('disk gone') },
		{ readOnly: true },
	]);
	expect(await repository('/a', OPTIONS)).toEqual({ readOnly: true });
});

test('Folders that could not be looked up are looked up again, and until then no program is known.', async () => {
	vi.mocked(untrustedFolders).mockRejectedValueOnce(new Error('disk gone')).mockRejectedValueOnce(new Error('still'));
	const { program, repository } = checks();
	expect(await program('ls', OPTIONS)).toBe(PROGRAM_DOUBTS.notFound('ls', 'disk gone'));
	expect(await repository('/a', OPTIONS)).toEqual({ readOnly: false, because: REPOSITORY.notLookedAt('still') });
	expect(await program('ls', OPTIONS)).toBeNull();
	expect(await repository('/a', OPTIONS)).toEqual({ readOnly: true });
});
