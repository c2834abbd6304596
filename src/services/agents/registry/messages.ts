import { fail } from '../../../core/failure.js';

export const REGISTRY = {
	unreadable: (where: string, why: string) =>
		fail('not-found', `The index of agents ${where} cannot be read: ${why}.`, {
			hint: 'Name a file in the registry’s format, a folder with a registry.json, or an http(s) address of one.',
		}),
	badAddress: (where: string) =>
		fail('invalid', `The index of agents ${where} cannot be fetched: the address is none, or has a password in it.`, {
			hint: 'Name an http(s) address without one, or a file.',
		}),
	tooLarge: (where: string) =>
		fail('too-large', `The index of agents ${where} is larger than 5 MB.`, {
			hint: 'The registry’s own index has less than 100 kB.',
		}),
	noJson: (where: string) =>
		fail('invalid', `The index of agents ${where} is not JSON.`, { hint: 'Name a file in the registry’s format.' }),
	noIndex: (where: string) =>
		fail('invalid', `${where} is not an index of agents: it has no list "agents".`, {
			hint: 'Name a file in the registry’s format.',
		}),
	answered: (where: string, status: number) =>
		fail('not-found', `The index of agents ${where} cannot be fetched: the server answered ${status}.`, {
			hint: 'Check the address.',
		}),
	unreachable: (where: string, why: string) =>
		fail('could-not-start', `The index of agents ${where} cannot be fetched: ${why}.`, {
			hint: 'Check the network, or name a file with --from.',
		}),
	stopped: (where: string) => fail('cancelled', `Fetching the index of agents ${where} was stopped.`),
};
