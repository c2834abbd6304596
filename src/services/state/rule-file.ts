import { isRecord } from '../../core/is-record.js';
import type { RememberedRule } from '../../core/policy/types.js';

/** The parsed store with its raw entries, so that writing one rule keeps unknown ones. */
export type RuleFile = {
	readonly everywhere: readonly unknown[];
	readonly projects: Readonly<Record<string, readonly unknown[]>>;
};

const VERSION = 1;

export const emptyRuleFile: RuleFile = { everywhere: [], projects: {} };

/** Parses the store: `damaged` when invalid, `newer` when written by a later version. */
export function parseRuleFile(text: string): RuleFile | 'damaged' | 'newer' {
	let data: unknown;
	try {
		data = JSON.parse(text);
	} catch {
		// Half a file, after a crash of the machine.
		return 'damaged';
	}
	if (!isRecord(data) || typeof data['version'] !== 'number') return 'damaged';
	if (data['version'] > VERSION) return 'newer';
	const { everywhere = [], projects = {} } = data;
	if (!Array.isArray(everywhere) || !isRecord(projects)) return 'damaged';
	const lists = Object.entries(projects).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
	return { everywhere, projects: Object.fromEntries(lists) };
}

export function ruleFileText({ everywhere, projects }: RuleFile): string {
	return `${JSON.stringify({ version: VERSION, everywhere, projects }, null, 2)}\n`;
}

export function entriesOf(file: RuleFile, scope: RememberedRule['scope'], project: string): readonly unknown[] {
	if (scope === 'everywhere') return file.everywhere;
	return Object.hasOwn(file.projects, project) ? (file.projects[project] ?? []) : [];
}

/** The store with other entries in one scope; projects without entries are dropped. */
export function withEntries(
	file: RuleFile,
	scope: RememberedRule['scope'],
	project: string,
	entries: readonly unknown[],
): RuleFile {
	if (scope === 'everywhere') return { ...file, everywhere: entries };
	const { [project]: _, ...others } = file.projects;
	return { ...file, projects: entries.length === 0 ? others : { ...others, [project]: entries } };
}

/** An entry as a rule; null when invalid. */
export function toRemembered(entry: unknown, scope: RememberedRule['scope']): RememberedRule | null {
	if (!isRecord(entry)) return null;
	const { decision, text, at, words } = entry;
	if (decision !== 'allow' && decision !== 'ask' && decision !== 'deny') return null;
	if (typeof text !== 'string' || text.trim() === '') return null;
	return {
		decision,
		text,
		scope,
		at: typeof at === 'number' && Number.isFinite(at) ? at : 0,
		words: typeof words === 'string' ? words : '',
	};
}

export function isEntryOf(entry: unknown, rule: Pick<RememberedRule, 'decision' | 'text'>): boolean {
	return isRecord(entry) && entry['decision'] === rule.decision && entry['text'] === rule.text;
}
