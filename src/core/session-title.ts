/** Beginnings of the texts that this client puts before a prompt, for the agent: never words of the user. */
const OURS =
	/^(?:\[(?:The user |Your changes to |Parts of your changes |Of your change to |Plan mode |The mode “|This is a briefing )|The user ran: |Standing instructions of the user:|Words of a hook )/;
/** Title without a patch, which may hold any bracket: names do, but no end of a sentence. */
const WHOLE = /^\[[^`]*?\.\](?:\s+|$)/;
/** Beginning of the prompt that the notes of a review go out with. */
const NOTES = /^(?:A note|\d+ notes) on the changes \(/;

/** The user's words in a title that an agent made from a prompt; empty where there are none. */
export function titleInPrompt(title: string): string {
	let words = title.trimStart();
	while (OURS.test(words) && WHOLE.test(words)) words = words.replace(WHOLE, '');
	if (NOTES.test(words)) return 'Notes on changes';
	return OURS.test(words) ? '' : words;
}
