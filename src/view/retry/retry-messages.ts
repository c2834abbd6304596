import { clip } from '../../core/text/clip.js';
import { sanitizeLine } from '../../core/text/sanitize.js';

/* What the interface says of prompts that failed. */

/** Why a prompt goes again, in the fewest words. */
export const RETRY_REASONS = { rateLimited: 'Service busy', connection: 'No connection' } as const;

/** A prompt that goes again by itself, in the transcript. */
export const sentAgain = (reason: string, pause: string, count: number, limit: number): string =>
	`${reason}, again after ${pause} (${count}/${limit})`;

/** The countdown, from the longest form to the shortest. */
export const countdown = {
	service: (reason: string, left: string, count: number, limit: number): readonly string[] => [
		`${reason} · again in ${left} (${count} of ${limit}) · enter sends now · esc stops`,
		`${reason} · again in ${left} · enter now · esc stops`,
		`again in ${left} · enter now · esc stops`,
	],
	serviceTyping: (reason: string, left: string, count: number, limit: number): readonly string[] => [
		`${reason} · again in ${left} (${count} of ${limit}) · esc stops`,
		`again in ${left} · esc stops`,
	],
	opening: (reason: string, left: string, count: number, limit: number): readonly string[] => [
		`${reason} · session again in ${left} (${count} of ${limit}) · enter tries now · esc stops`,
		`${reason} · again in ${left} · enter now · esc stops`,
		`again in ${left} · enter now · esc stops`,
	],
	openingTyping: (reason: string, left: string, count: number, limit: number): readonly string[] => [
		`${reason} · session again in ${left} (${count} of ${limit}) · esc stops`,
		`again in ${left} · esc stops`,
	],
	reset: (time: string, left: string): readonly string[] => [
		`Usage limit · your prompt goes at ${time} (in ${left}) · enter sends now · esc stops`,
		`Sends at ${time} (in ${left}) · enter now · esc stops`,
		`sends at ${time} · esc stops`,
	],
} as const;

export const RETRY_STOPPED_DRAFT = 'Not sent again: back in the draft';
export const RETRY_STOPPED = 'Not sent again: it is on hold';
export const RESET_STOPPED = 'It does not go by itself any more';

/** The list of what can be done about a failure. */
export const failedList = {
	usageLimit: (until: string | null): string => (until === null ? 'Usage limit reached' : `Usage limit until ${until}`),
	contextFull: 'The conversation is too long for the model',
	atReset: (time: string): string => `Go on at ${time}`,
	atResetDetail: (left: string): string => `in ${left}, while acp-tui runs`,
	again: 'Send it again now',
	model: 'Another model',
	modelDetail: 'the prompt waits, enter sends it',
	agent: 'Another agent',
	agentDetail: 'the prompt waits, enter sends it',
	handOver: 'Hand over to another agent',
	handOverDetail: 'a new session that begins with a summary, which you see first',
	compact: 'Make room',
	compactDetail: '/compact, then the prompt goes again',
	briefingDetail: 'a new session with a briefing; the prompt waits',
	rewind: 'Go back',
	rewindDetail: 'to an earlier prompt, in a new session',
	fresh: 'New conversation',
	freshDetail: 'the prompt waits, enter sends it',
	leave: 'Leave it',
	leaveDetail: '↑ brings the prompt back',
} as const;

/** What the key or the command is that helps after a turn failed. */
export const failedHints = {
	again: '/retry sends it again.',
	choices: '/retry shows what can be done.',
	prompt: '↑ brings the prompt back.',
} as const;

/** `/retry` without a failure. */
export const NOTHING_FAILED = 'Nothing failed that could be sent again';
/** `/retry` while a turn runs. */
export const RETRY_WHILE_BUSY = 'The agent works: /retry is for when its turn has failed';

/** What an agent's error says, on one line. */
export const errorWords = (message: string, room: number): string =>
	clip(sanitizeLine(message.slice(0, 1000)), Math.max(10, room));
