/** Dropped or replaced by `sanitize`, though a program would read them: texts to decide about show them as marks. */
const HIDDEN =
	/[\x00-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F\u2028\u2029\uFFF9-\uFFFB]|\r(?!\n)|[\p{Default_Ignorable_Code_Point}--[\u200C\u200D\p{Variation_Selector}]]|(?<![^\x00-\x7F])[\u200C\u200D\p{Variation_Selector}](?!\u20E3)/gv;

/** Shows control and invisible characters as marks (`⟨U+001B⟩`). Not safe to draw: `sanitizeText` comes after it. */
export function revealHidden(text: string): string {
	return text.replace(HIDDEN, (character) => {
		const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
		return `⟨U+${code}⟩`;
	});
}
