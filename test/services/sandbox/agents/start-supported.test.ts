import { describe, expect, it } from 'vitest';
import { fail, type Result, succeed } from '../../../../src/core/failure.js';
import {
	SupportedStarts,
	type SupportSearch,
	type WorkingSupport,
} from '../../../../src/services/sandbox/agents/start-supported.js';

const WITH_PROC = { works: true, tools: {}, hasOwnProc: true } as WorkingSupport;
const WITHOUT_PROC = { ...WITH_PROC, hasOwnProc: false };
const REASON = { reason: 'User namespaces are switched off.', hint: 'Switch them on.' };
const NONE = { works: false, because: REASON } as const;

/** Starts a sandbox on a machine; `starts`: whether one starts with what was found. */
async function startOn(
	kind: 'fence' | 'shadow',
	found: WorkingSupport | typeof NONE,
	starts: (found: WorkingSupport) => boolean,
	likely: WorkingSupport | null = WITH_PROC,
) {
	const did: string[] = [];
	const search: SupportSearch = {
		support: async () => {
			did.push('probe');
			return found;
		},
		likely: async () => likely,
	};
	const started = await new SupportedStarts(search).start(kind, async (used): Promise<Result<string>> => {
		did.push(used.hasOwnProc ? 'start' : 'start without /proc');
		return starts(used) ? succeed('started') : fail('could-not-start', 'It failed.');
	});
	return { did, said: started.ok ? started.value : started.failure.message };
}

describe('a sandbox is started', () => {
	it('without a look at the machine, where it works', async () => {
		expect(await startOn('fence', NONE, () => true)).toEqual({ did: ['start'], said: 'started' });
	});

	it('without a /proc of its own, where the machine refuses one', async () => {
		const started = await startOn('fence', WITHOUT_PROC, ({ hasOwnProc }) => !hasOwnProc);
		expect(started).toEqual({ did: ['start', 'probe', 'start without /proc'], said: 'started' });
	});

	it('not where the machine offers none, which is said', async () => {
		expect(await startOn('fence', NONE, () => false)).toEqual({ did: ['start', 'probe'], said: REASON.reason });
		expect(await startOn('fence', NONE, () => true, null)).toEqual({ did: ['probe'], said: REASON.reason });
	});

	it('once, where it fails for another reason', async () => {
		expect(await startOn('fence', WITH_PROC, () => false)).toEqual({ did: ['start', 'probe'], said: 'It failed.' });
	});

	it('with what one was started with before, whatever went wrong since', async () => {
		const search: SupportSearch = { support: async () => NONE, likely: async () => WITH_PROC };
		const starts = new SupportedStarts(search);
		expect(await starts.start('fence', async () => succeed('started'))).toEqual(succeed('started'));
		const failed = await starts.start('fence', async () => fail('could-not-start', 'Its first process was killed.'));
		expect(failed.ok ? null : failed.failure.message).toBe('Its first process was killed.');
		expect(await starts.start('shadow', async () => succeed('again'))).toEqual(succeed('again'));
	});

	it('with a copy of the workspace only where it is known to work', async () => {
		expect(await startOn('shadow', NONE, () => true)).toEqual({ did: ['probe'], said: REASON.reason });
		expect(await startOn('shadow', WITHOUT_PROC, () => true)).toEqual({
			did: ['probe', 'start without /proc'],
			said: 'started',
		});
	});
});
