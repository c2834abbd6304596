const PATH = /(?<![a-z])(?:file|path|folder|director(?:y|ies)|filename|filepath|dirname)(?:s|name|path)?(?![a-z])/i;

export function pathWordIn(texts: readonly string[]): boolean {
	return texts.some((text) =>
		PATH.test(
			text
				.slice(0, 2000)
				.replace(/([a-z\d])([A-Z])/g, '$1 $2')
				.replace(/_/g, ' '),
		),
	);
}
