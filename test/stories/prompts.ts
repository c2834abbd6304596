import type { Screen } from '../drive/screen.js';

/** A permission prompt that keys answer now: while they do not, its title says so. */
export const permissionPrompt =
	/^╭─ (?:Permission(?: \d+ of \d+)?|Edit \S+(?: {2}[+−]\d+(?: −\d+)?)?(?: · new file)?) ─/m;

/** A plan to approve that keys answer now. */
export const planPrompt = /^╭─ Plan to approve ─/m;

/** No turn is under way, and no prompt is being written. */
export const isIdle = (screen: Screen): boolean =>
	screen.draft().startsWith('Ask for anything') && !/esc stops|Stopping/.test(screen.text());

/** Leaves; while the agent works, the program would ask about that first. */
export async function quit(screen: Screen): Promise<void> {
	await screen.until(isIdle);
	await screen.send('/quit');
}

/** The agent has no session to go back to: a briefing for its new one is offered, and declined. */
export async function withoutBriefing(screen: Screen): Promise<void> {
	await screen.until('Hand the agent a briefing');
	await screen.until('n no');
	screen.press('n');
	await screen.until((each) => !each.text().includes('Hand the agent'));
}
