import process from 'node:process';
import type { SignInAddress } from '../../../core/sign-in/sign-in-address.js';
import { sanitizeText } from '../../../core/text/sanitize.js';
import { withoutKnownSecrets } from '../../../services/secrets/known-secrets.js';
import { confirm, readAnswer } from '../../confirm.js';
import { readStandardInput } from '../../standard-input.js';
import { addressLines } from './sign-in-messages.js';

export type SignInConsole = {
	/** Standard input and output are a terminal: somebody can be asked. */
	readonly isTerminal: boolean;
	/** The browser that the agent opens is not where the user looks: SSH, or no screen. */
	readonly isRemote: boolean;
	showAddress(address: SignInAddress): void;
	hasShownAddress(): boolean;
	/** A line on standard error. */
	say(text: string): void;
	/** A line on standard output. */
	print(text: string): void;
	/** Yes or no; no where nobody can be asked, and when it is called off. */
	agree(question: string, signal: AbortSignal): Promise<boolean>;
	/** A line that is typed; null when it is called off. */
	ask(question: string, signal: AbortSignal): Promise<string | null>;
	/** A line that is typed without an echo; null when it is called off. */
	askSecret(question: string, signal: AbortSignal): Promise<string | null>;
	/** All of standard input, where it is no terminal. */
	readInput(signal: AbortSignal): Promise<string>;
};

/** Milliseconds until it is said that standard input is waited for. */
const PATIENCE = 3000;

export function createConsole(env: NodeJS.ProcessEnv): SignInConsole {
	const isTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true;
	const say = (text: string): void => void process.stderr.write(`${sanitizeText(withoutKnownSecrets(text))}\n`);
	let hasShown = false;
	return {
		isTerminal,
		showAddress(address) {
			hasShown = true;
			for (const line of addressLines(address, isRemote(env))) say(line);
		},
		hasShownAddress: () => hasShown,
		isRemote: isRemote(env),
		say,
		print: (text) => void process.stdout.write(`${sanitizeText(withoutKnownSecrets(text))}\n`),
		agree: async (question, signal) => (await confirm(sanitizeText(question), signal)) === true,
		ask: (question, signal) => readAnswer(sanitizeText(question), signal, screen()),
		askSecret: (question, signal) => askHidden(sanitizeText(question), signal),
		readInput: (signal) =>
			readStandardInput(process.stdin, signal, {
				isOptional: false,
				patience: PATIENCE,
				say: () => say(`acp-tui: waiting for the key on standard input`),
			}),
	};
}

/** Where questions are seen: what is typed is not for a file that standard error goes to. */
function screen(): NodeJS.WriteStream {
	return process.stderr.isTTY ? process.stderr : process.stdout;
}

function isRemote(env: NodeJS.ProcessEnv): boolean {
	const has = (name: string): boolean => (env[name] ?? '') !== '';
	if (has('SSH_CONNECTION') || has('SSH_CLIENT') || has('SSH_TTY')) return true;
	return process.platform === 'linux' && !has('DISPLAY') && !has('WAYLAND_DISPLAY') && !has('BROWSER');
}

const CTRL_C = '\x03';
const CTRL_D = '\x04';
const CTRL_U = '\x15';
const ERASE = /[\x08\x7f]/;
/** Longer input is no key. */
const MOST_CHARS = 16_384;

/** Reads a line key by key, so that the terminal shows none of it. */
async function askHidden(question: string, signal: AbortSignal): Promise<string | null> {
	if (signal.aborted) return null;
	const { stdin } = process;
	const output = screen();
	// The echo is off before anybody is asked: who answers at once would see the key.
	stdin.setRawMode(true);
	stdin.setEncoding('utf8');
	output.write(question);
	try {
		return await new Promise<string | null>((resolve) => {
			let typed = '';
			const settle = (answer: string | null): void => {
				stdin.off('data', take);
				stdin.off('end', leave);
				signal.removeEventListener('abort', leave);
				resolve(answer);
			};
			const leave = (): void => settle(null);
			const take = (text: string | Buffer): void => {
				for (const key of String(text).replace(/\x1b\[20[01]~/g, '')) {
					if (key === '\r' || key === '\n') {
						settle(typed);
						return;
					}
					if (key === CTRL_C || (key === CTRL_D && typed === '')) {
						settle(null);
						return;
					}
					if (key === CTRL_U) typed = '';
					else if (ERASE.test(key)) typed = [...typed].slice(0, -1).join('');
					else if (key >= ' ' && typed.length < MOST_CHARS) typed += key;
				}
			};
			stdin.on('data', take);
			stdin.once('end', leave);
			signal.addEventListener('abort', leave, { once: true });
			stdin.resume();
		});
	} finally {
		stdin.setRawMode(false);
		stdin.pause();
		output.write('\n');
	}
}
