import { clip } from '../text/sanitize.js';
import type { SandboxFailure, SandboxObstacle } from './sandbox-failure.js';

const OBSTACLES: Readonly<Record<SandboxObstacle, string>> = {
	network: 'it has no network there',
	'read-only': 'what it tried to change is read-only there',
	hidden: 'a file or folder that it needs is not shown there',
	service: 'a service that it needs is out of reach there',
	privileges: 'it may not gain privileges there',
};

const MOST_QUOTED = 200;

export function failedInSandbox({ obstacle, line }: SandboxFailure): string {
	const said = line === '' ? '' : ` (“${clip(line, MOST_QUOTED)}”)`;
	return `it failed, most likely by its sandbox: ${OBSTACLES[obstacle]}${said}`;
}

export type WhyInside = 'rejected' | 'dismissed' | 'headless' | 'plan' | 'no-turn' | 'not-started';

const WHY_INSIDE: Readonly<Record<WhyInside, string>> = {
	rejected: 'The user did not let it run again without the sandbox.',
	dismissed: 'It was not run again without the sandbox.',
	headless: 'Nobody is here to let it run again without the sandbox.',
	plan: 'While plan mode is on, no command runs without the sandbox.',
	'no-turn': 'It was not run again, since no prompt is being worked on.',
	'not-started': 'It could not be started again without the sandbox.',
};

/** Text for the agent below the output of a command that failed by its sandbox. */
export function whyInsideWords({ obstacle }: SandboxFailure, why: WhyInside): string {
	return `acp-tui ran this command in a sandbox, and it failed most likely by that: ${OBSTACLES[obstacle]}. ${WHY_INSIDE[why]}`;
}

/** The same for a script's user. */
export function failedUnasked(command: string, { obstacle, line }: SandboxFailure) {
	return {
		title: `The command ${command} failed, most likely by its sandbox: ${OBSTACLES[obstacle]}.`,
		...(line === '' ? {} : { detail: line }),
	};
}
