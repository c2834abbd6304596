import type { ConfigOption } from '../../core/agent-info.js';
import { sanitizeLine } from '../../core/text/sanitize.js';

/** `~/src/shop` for a directory in the user's home. */
export function shortDirectory(directory: string, home: string): string {
	const clean = sanitizeLine(directory);
	if (home === '' || home === '/') return clean;
	if (clean === home) return '~';
	return clean.startsWith(`${home}/`) ? `~${clean.slice(home.length)}` : clean;
}

export function currentModel(options: readonly ConfigOption[]): string {
	const option = options.find((candidate) => candidate.category === 'model' && candidate.type === 'select');
	if (option?.type !== 'select') return '';
	const name = sanitizeLine(option.choices.find((choice) => choice.value === option.value)?.name ?? option.value);
	// Advice for the one who chooses.
	return name.replace(/(?<=\S) ?\(recommended\)$/i, '');
}
