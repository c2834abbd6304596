/** The entries of a list: a line each, or several on a line with `¦` between them. Backslashes stand for themselves. */
export function lines({ raw: [text = ''] }: TemplateStringsArray): readonly string[] {
	return text.split(/\n\s*| ¦ /).filter((line) => line !== '');
}
