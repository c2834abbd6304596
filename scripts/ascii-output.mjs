// A plugin of the build: bundles of nothing but ASCII.

/**
 * V8 keeps a file with one character beyond Latin-1 in two bytes a character, and Node.js decodes it by a slower way.
 * Strings, patterns and names mean the same with escapes.
 */
export const asciiOutput = {
	name: 'ascii-output',
	generateBundle(_, bundle) {
		for (const chunk of Object.values(bundle)) {
			if (chunk.type !== 'chunk') continue;
			if (/\\[^\x00-\x7f]|String\.raw`[^`]*[^\x00-\x7f]/.test(chunk.code))
				throw new Error(`${chunk.fileName}: cannot be written in ASCII`);
			chunk.code = chunk.code.replace(
				/[^\x00-\x7f]/g,
				(unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
			);
		}
	},
};
