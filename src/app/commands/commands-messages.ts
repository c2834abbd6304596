import { exitStatusText } from '../../core/exit-status-text.js';
import { clip, sanitizeLine } from '../../core/text/sanitize.js';
import type { ExitStatus } from '../../core/tool-call.js';

const MOST_SHOWN = 300;
const shown = (text: string): string => clip(sanitizeLine(text), MOST_SHOWN);

export const waitsForTrust = (name: string, file: string): string =>
	`/${name} is in ${shown(file)}, which is not trusted as it is now.`;
export const TRUST_HINT = '/commands shows it and trusts it; "acp-tui config trust" does so outside of a session';
export const broken = (name: string, file: string, problem: string): string =>
	`/${name} cannot be used: ${shown(problem)} (${shown(file)}).`;
export const needsWords = (name: string, hint: string): string => `/${name} needs words: ${shown(hint)}`;
export const otherAgent = (name: string, wanted: string, agent: string): string =>
	`/${name} is for ${shown(wanted)}, and this session has ${shown(agent)}.`;
export const otherAgentHint = (wanted: string): string =>
	`/session new ${shown(wanted)} opens one there, /handover ${shown(wanted)} takes this conversation along`;
export const tooManyLines = (name: string, most: number): string =>
	`/${name} runs more than ${most} commands; nothing was run.`;
export const unsafeArgument = (name: string, line: string): string =>
	`/${name} was not run: in “${shown(line)}” an argument could become part of the command.`;
export const UNSAFE_HINT = 'use $1 or $ARGUMENTS as a word of a plain command, outside of $(…), eval and sh -c';
export const noFolder = (path: string): string => `${shown(path)} cannot be found.`;
export const lineDenied = (name: string, line: string, because: string): string =>
	`/${name} was not sent: it runs “${shown(line)}”, and that is ${because}.`;
export const cannotAsk = (name: string, line: string): string =>
	`/${name} was not sent: it runs “${shown(line)}”, which has to be asked about, and -p cannot ask.`;
export const allowedBy = (ways: readonly string[]): string => `${ways.join(' ')} would allow it`;
export const runsCommand = (name: string): string => `/${name} runs a command`;
export const OUTPUT_SENT = 'what it writes becomes part of the prompt';
export const notAllowed = (name: string): string => `/${name} was not sent.`;
export const CUT = '[the beginning is cut]';
export const STOPPED = '[stopped: it ran too long, or wrote too much]';
export const exited = (exit: ExitStatus): string => `[${exitStatusText(exit)}]`;
