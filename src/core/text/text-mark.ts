/** A hash that tells texts apart; not safe against texts made to collide. */
export function textMark(text: string): string {
	let [one, other] = [0x811c9dc5, 0x9e3779b9];
	for (let index = 0; index < text.length; index += 1) {
		const code = text.charCodeAt(index);
		one = Math.imul(one ^ code, 0x01000193);
		other = Math.imul(other ^ code, 0x85ebca6b) ^ (other >>> 13);
	}
	return `${text.length} ${one} ${other}`;
}
