import type { PackagePin } from '../../../core/agents/checked-names.js';
import { type FailureCode, fail } from '../../../core/failure.js';
import { quoted, sanitizeLine, sanitizeText } from '../../../core/text/sanitize.js';
import { systemError } from '../../errno.js';
import { redactText } from '../../secrets/redact.js';

// Messages about agents that cannot be installed, with what can be done about it.

export const LOCK = {
	unreadable: (file: string, why: string) =>
		fail('invalid', `${file} cannot be used: ${why}.`, { hint: 'Move the file away and install the agents again.' }),
	unwritable: (file: string, error: unknown) => {
		const { code, why } = systemError(error);
		return fail(code, `${file} cannot be written: ${why}.`);
	},
};

export const INSTALL = {
	stopped: () => fail('cancelled', 'The installation was stopped; nothing was changed.'),
	busy: (file: string) =>
		fail('timed-out', 'Another acp-tui has been changing this agent for ten minutes.', {
			hint: `Wait for it; if none is running, delete ${file}.`,
		}),
	takenOver: (id: string) =>
		fail('internal', `Another acp-tui took over the installation of ${id}; nothing was changed.`, {
			hint: 'Try again.',
		}),
	failed: (id: string, code: FailureCode, why: string) =>
		fail(code, `${id} could not be changed: ${why}.`, { hint: 'What was installed before is as it was.' }),
	notInstalled: (id: string) =>
		fail('not-found', `acp-tui has not installed ${id}.`, { hint: `To install it: acp-tui agents install ${id}` }),
	versionGone: (id: string, version: string) =>
		fail('not-found', `The folder of ${id} ${version} is gone, so there is no going back.`, {
			hint: `To install it again: acp-tui agents install ${id} --version ${version}`,
		}),
	noPlatform: (name: string, reason: string) => fail('not-found', `${name} cannot be installed here: ${reason}.`),
	notPinned: (text: string) =>
		fail('invalid', `${quoted(text)} is not one package at one exact version, so it is not installed.`),
	otherBytes: (id: string, version: string) =>
		fail(
			'integrity',
			`${id} ${version} has other content than it had when it was first installed; nothing was changed.`,
			{ hint: 'A published version must never change: report it to the publisher.' },
		),
	notAsInProject: (id: string, version: string) =>
		fail('integrity', `${id} ${version} does not match this project’s agents.lock.json; nothing was changed.`, {
			hint: 'Ask whoever keeps that file whether its integrity value is right.',
		}),
	// Whatever its arguments, the interpreter would look for it in the workspace.
	nothingOfArchive: (id: string, command: string) =>
		fail('invalid', `${id} would start ${command} with nothing of its archive; nothing was kept.`, {
			hint: 'Report it to the registry.',
		}),
	changesRefused: (id: string) =>
		fail('usage', `${id} was not changed: what is different about its publisher needs your explicit consent.`, {
			hint: 'To agree: --accept-changes',
		}),
	running: (id: string, processes: readonly number[]) =>
		fail('invalid', `${id} is running (process ${processes.join(', ')}).`, { hint: 'End it first, then remove it.' }),
};

export const NPM = {
	absent: (inRepository: string | null) =>
		inRepository === null
			? fail('could-not-start', 'npm was not found on the PATH; this agent is a package of npm.', {
					hint: 'Install Node.js, which brings npm: https://nodejs.org',
				})
			: fail('could-not-start', `The only npm on the PATH is of this repository (${inRepository}); it was not run.`, {
					hint: 'Install Node.js, which brings npm: https://nodejs.org',
				}),

	notStarted: (error: unknown) =>
		fail('could-not-start', `npm could not be started: ${systemError(error).why}.`, {
			hint: 'Check that "npm --version" works here.',
		}),

	oddTree: (path: string) =>
		fail('invalid', `The package’s tree has a place that leads out of its folder (${quoted(path)}); nothing was kept.`),
	notPinned: (path: string) =>
		fail(
			'invalid',
			`${quoted(path)} comes from no registry with a hash (from git, a link or a bare address), so it cannot be pinned; nothing was kept.`,
		),
	otherVersion: (why: string, newest: string) =>
		fail('not-found', `${why} The newest that it has is ${newest}.`, {
			hint: `To install that one: --version ${newest}`,
		}),
	otherPackage: ({ name, version }: PackagePin) =>
		fail(
			'invalid',
			`What npm brought is not ${name}@${version}: its own package.json says otherwise. Nothing was kept.`,
		),
	noExecutable: (name: string, wanted: string | null, bins: readonly string[]) =>
		fail(
			'invalid',
			wanted === null && bins.length > 0
				? `${name} has several programs (${quoted(bins.slice(0, 10).join(', '))}), and none is called like the package.`
				: `${name} has no program${wanted === null ? '' : ` ${wanted}`}, so there is nothing to start.`,
		),
	executableMissing: (name: string) =>
		fail('not-found', `The program that ${name} names is not in the package.`, {
			hint: 'It may be made by an install script: --allow-scripts runs those.',
		}),
};

const UNTRUSTED = 'its registry’s certificate is signed by nobody that Node.js trusts';

/** Errors of npm whose own messages say less than ours. */
const NPM_CODES: ReadonlyMap<string, readonly [code: FailureCode, why: string]> = new Map([
	['ENOSPC', ['disk-full', 'there is no room left on the disk']],
	['ENOTFOUND', ['could-not-start', 'its registry could not be found; there may be no network']],
	['EAI_AGAIN', ['could-not-start', 'its registry could not be found; there may be no network']],
	['ECONNREFUSED', ['could-not-start', 'nothing answers at its registry']],
	['ENETUNREACH', ['could-not-start', 'there is no network']],
	['ETIMEDOUT', ['could-not-start', 'its registry did not answer in time']],
	['EINTEGRITY', ['integrity', 'what was fetched does not match its hash']],
	['E404', ['not-found', 'its registry has no such package or version']],
	['ETARGET', ['not-found', 'its registry has no such version']],
	['SELF_SIGNED_CERT_IN_CHAIN', ['could-not-start', UNTRUSTED]],
	['DEPTH_ZERO_SELF_SIGNED_CERT', ['could-not-start', UNTRUSTED]],
	['UNABLE_TO_VERIFY_LEAF_SIGNATURE', ['could-not-start', UNTRUSTED]],
	['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', ['could-not-start', UNTRUSTED]],
	['CERT_HAS_EXPIRED', ['could-not-start', 'the certificate of its registry has expired']],
]);

function npmHint(code: string | undefined): string {
	if (code === 'ENOSPC') return 'Make room on the disk, then try again.';
	if (code === 'EINTEGRITY') return 'Try again; if it stays so, report it to the publisher.';
	if (code === 'E404' || code === 'ETARGET') return 'Check which registry npm uses: npm config get registry';
	if (code !== undefined && /CERT|SIGNATURE/.test(code)) {
		return 'Behind a proxy of your organization, set NODE_EXTRA_CA_CERTS to its certificate, then try again.';
	}
	if (code !== undefined && NPM_CODES.has(code)) return 'Check your network and proxy, then try again.';
	return 'Try again; "npm ping" shows whether npm reaches its registry.';
}

export function npmFailure({ lines }: { readonly lines: readonly string[] }, what: string, isScript: boolean) {
	const said = lines
		.filter((line) => /^npm (?:error|ERR!)/.test(line))
		.map((line) => line.replace(/^npm (?:error|ERR!) ?/, '').trim())
		.filter(
			(line) => line !== '' && !/complete log of this run|^Log files were not written|^\/.*-debug-0\.log$/.test(line),
		);
	const code = said.map((line) => /^code ([A-Z0-9_]+)$/.exec(line)?.[1]).find((each) => each !== undefined);
	const rest = said.filter((line) => !/^(?:code|errno|syscall|path|signal|command) /.test(line));
	const known = isScript ? undefined : NPM_CODES.get(code ?? '');
	const others = [...new Set(rest)].slice(1);
	const words = sanitizeLine(redactText(rest[0] ?? (lines.at(-1) || 'it said nothing'))).slice(0, 300);
	// The first words are the sentence itself.
	const more = said.length === 0 ? lines.slice(0, -1) : isScript ? said : others;
	const detail = sanitizeText(redactText(more.slice(-8).join('\n')));
	const doing = isScript ? `The install scripts of ${what} failed` : `npm could not install ${what}`;
	if (known !== undefined) return fail(known[0], `${doing}: ${known[1]}.`, { hint: npmHint(code) });
	const hint = isScript ? 'Without them: install it again and do not run its scripts.' : npmHint(undefined);
	return fail('internal', `${doing}: ${words.replace(/\.$/, '')}.`, { hint, ...(detail !== '' && { detail }) });
}

export const UV = {
	absent: () =>
		fail('could-not-start', 'uv was not found on the PATH; this agent is a package of PyPI.', {
			hint: 'Install it: https://docs.astral.sh/uv/getting-started/installation/',
		}),

	notStarted: (error: unknown) =>
		fail('could-not-start', `uv could not be started: ${systemError(error).why}.`, {
			hint: 'Check that "uv --version" works here.',
		}),
	noHash: ({ name, version }: PackagePin) =>
		fail('invalid', `uv found no hash of ${name} ${version}, so it cannot be pinned; nothing was kept.`),
	noExecutable: (name: string, wanted: string | null, programs: readonly string[]) =>
		fail(
			'invalid',
			wanted === null && programs.length > 1
				? `${name} has several programs (${quoted(programs.slice(0, 10).join(', '))}), and none is called like the package.`
				: `${name} has no program${wanted === null ? '' : ` ${wanted}`}, so there is nothing to start.`,
		),
};

/** A failed run of uv, with its last lines; `usage` where a package would have to be built, which runs its code. */
export function uvFailure({ lines }: { readonly lines: readonly string[] }, what: string) {
	const all = lines.join('\n');
	if (/no[- ]build|no usable wheels|building (?:source distributions|from source) is disabled/i.test(all)) {
		return fail('usage', `${what} needs a package that has to be built here, which runs that package’s code.`, {
			hint: 'To agree: --allow-scripts',
			detail: sanitizeText(redactText(lines.slice(-20).join('\n'))),
		});
	}
	const words = lines
		.map((line) => line.replace(/^\s*(?:error:|×|╰─▶|Caused by:)\s*/, '').trim())
		.filter((line) => line !== '');
	const said = sanitizeLine(redactText(words[0] ?? 'it said nothing')).slice(0, 300);
	const isFull = /No space left|os error 28/i.test(all);
	const isOffline = /dns error|failed to lookup|Connection refused|network is unreachable/i.test(all);
	const why = isFull
		? 'there is no room left on the disk'
		: isOffline
			? 'its index could not be reached; there may be no network'
			: said.replace(/\.$/, '');
	return fail(isFull ? 'disk-full' : 'internal', `uv could not install ${what}: ${why}.`, {
		detail: sanitizeText(redactText(lines.slice(-20).join('\n'))),
	});
}
