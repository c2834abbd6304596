const isImageName = /\.(?:png|jpe?g|gif|webp)$/i;
const isAnchored = /^(?:\/|~\/|\.{1,2}\/|[A-Za-z]:[\\/])/;
const mostCharacters = 8192;
const mostImages = 20;

/** Paths of pictures in a terminal's paste of dropped files: plain, quoted, escaped or `file:`. Null for others. */
export function droppedImages(text: string): readonly string[] | null {
	const pasted = text.trim();
	if (pasted === '' || pasted.length > mostCharacters) return null;
	const paths = wordsOf(pasted)?.map(pathOf) ?? [];
	if (paths.length > 0 && paths.length <= mostImages && paths.every(isImagePath)) return paths;
	// Some terminals paste a name with spaces as it is.
	const whole = pathOf(pasted.replace(/^(["'])(.*)\1$/s, '$2'));
	return !/[\r\n]/.test(whole) && isImagePath(whole) ? [whole] : null;
}

function isImagePath(path: string): boolean {
	return isAnchored.test(path) && isImageName.test(path) && !/[\0-\x1f]/.test(path);
}

function wordsOf(text: string): string[] | null {
	const words: string[] = [];
	let rest = text;
	while (rest !== '') {
		const word = /^(?:[^\s"'\\]|\\[\s\S]|"(?:[^"\\]|\\[\s\S])*"|'[^']*')+/.exec(rest)?.[0];
		if (word === undefined) return null;
		words.push(unquoted(word));
		rest = rest.slice(word.length).trimStart();
	}
	return words;
}

function unquoted(word: string): string {
	return word.replace(/\\([\s\S])|"((?:[^"\\]|\\[\s\S])*)"|'([^']*)'/g, (_whole, escaped, double, single) =>
		String(escaped ?? (double === undefined ? single : String(double).replace(/\\(["\\$`])/g, '$1'))),
	);
}

function pathOf(word: string): string {
	const address = /^file:\/\/(?:localhost)?(\/.*)$/i.exec(word)?.[1];
	if (address === undefined) return word;
	try {
		return decodeURIComponent(address);
	} catch {
		// Not encoded after all: a name may hold a percent sign.
		return address;
	}
}
