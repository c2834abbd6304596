import { tmpdir } from 'node:os';
import { isOlderVersion } from '../../../core/agents/publisher-changes.js';
import { findNpm } from '../../../services/agents/install/npm/npm.js';
import { CommandFailure, ensured } from '../../errors.js';
import { printText } from '../../output.js';
import type { SubcommandHost } from '../../subcommand.js';

/** Milliseconds for the answer of the registry. */
const PATIENCE = 15_000;
const OUT_OF_DATE = 8;

/** Carries out `acp-tui version`. The registry is the one that npm is set up with. */
export async function runVersion(
	{ check }: { readonly check?: true },
	{ world, stop }: SubcommandHost,
): Promise<number> {
	const { version, env, cwd, node } = world;
	if (!check) return printText(`${version}\n`);
	const npm = ensured(await findNpm({ folders: [cwd], env, cwd, node }));
	const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(PATIENCE)]);
	const newest = await npm.newest(tmpdir(), 'acp-tui', { signal });
	if (stop.signal.aborted) return Number(stop.signal.reason);
	if (newest === null) throw new CommandFailure(UNKNOWN);
	if (!isOlderVersion(version, newest)) return printText(`${version} is the newest version.\n`);
	await printText(`${newest} is out, this is ${version}. To update: npm install -g acp-tui\n`);
	return OUT_OF_DATE;
}

const UNKNOWN = {
	code: 'network',
	message: 'The npm registry did not say which version is the newest.',
	hint: 'Are you offline? npm view acp-tui shows why.',
} as const;
