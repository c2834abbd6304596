const ASKED = /\bWrite the message of a git commit\b/;

const VERBS: Readonly<Record<string, string>> = { added: 'Add', deleted: 'Remove', renamed: 'Rename' };

/** Message for the files that a client lists with their changes; null where it asks for something else. */
export function commitMessage(words: string): string | null {
	if (!ASKED.test(words)) return null;
	const files = [...words.matchAll(/^- (\w+): (.+?)((?: [+−]\d+)*)$/gm)];
	const [first] = files;
	if (first === undefined) return 'Change what was chosen';
	const [, status = '', path = ''] = first;
	const name = path.split('/').at(-1) ?? path;
	const more = files.length === 1 ? '' : ` and ${files.length - 1} more`;
	const lines = files.map(([, , each = '', counts = '']) => `- ${each}${counts}`);
	return `${VERBS[status] ?? 'Change'} ${name}${more}\n\nThe demo agent has no model, so it only lists what changed:\n\n${lines.join('\n')}`;
}
