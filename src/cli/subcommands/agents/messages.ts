import type { DistributionKind } from '../../../core/agents/registry.js';
import { sanitizeLine } from '../../../core/text/sanitize.js';
import { quote } from '../../quote.js';

// What `acp-tui agents` and its actions say.

export const kindName = (kind: DistributionKind): string => ({ binary: 'binary', npx: 'npm', uvx: 'uv' })[kind];

export const agentList = {
	installed: 'Installed; start one with acp-tui -a ID:',
	installable: 'Not installed; install one with acp-tui agents install ID:',
	byHand: 'Not installed, and not in the registry; see their documentation:',
	legend: 'is started when -a is not given',
	bundled: 'bundled',
	signedIn: 'signed in',
	by: { 'acp-tui': 'by acp-tui', path: 'on the PATH', npm: 'by npm' },
	broken: (reason: string): string => `reported broken: ${reason}`,
	date: (date: string): string => `Registry of ${date}. What an install would do: acp-tui agents show ID`,
	skipped: (id: string, reason: string): string => `${id} was left out: ${reason}`,
};

export const agentPlan = {
	archive: 'Archive',
	package: 'Package',
	from: 'From',
	sha256: 'SHA-256',
	integrity: 'Checksum',
	noHash: 'not published; the first download’s is kept and checked later',
	packageHash: 'npm’s own, kept from the first install on',
	publisher: 'Publisher',
	repository: 'Repository',
	license: 'Licence',
	unknown: 'not known',
	scripts: 'Scripts',
	noScripts: 'none',
	scriptsAsked: 'none run without your consent',
	command: 'Starts',
	ownProgram: (args: string): string => `the program of the package, with ${args}`,
	env: 'Variables',
	steering: 'Decides',
	steers: (names: readonly string[]): string => `${names.join(', ')}: where it connects, or as whom; look at the value`,
	dropped: 'Dropped',
	droppedWhy: (names: readonly string[]): string => `${names.join(', ')}: no agent may set these`,
	platform: 'Platform',
	isInstalled: (id: string, version: string): string => `${version} is installed. To start it: acp-tui -a ${id}`,
	update: (id: string, installed: string, version: string): string =>
		`${installed} is installed. To install ${version}: acp-tui agents update ${id}`,
	install: (id: string): string => `To install it: acp-tui agents install ${id}`,
	cannot: (reason: string): string => `It cannot be installed here: ${reason}.`,
	broken: (reason: string): string => `Reported broken: ${reason}`,
	byHand: (install: string | null): string =>
		install === null
			? 'it is not in the registry; see its documentation'
			: `it is not in the registry; install it with ${install}`,
	ownCommand: 'the config says how it is started',
	bundled: 'it is bundled, and there is nothing to install',
};

export const leftOut = (id: string, reason: string): string =>
	`the index has ${quote(id)}, but it cannot be used: ${reason}`;

export const unknownId = (name: string, meant: string | null): string =>
	`${quote(name)}: no such agent${meant === null ? '' : `; did you mean ${sanitizeLine(meant)}?`} ("acp-tui agents" lists them)`;
