import { readFile, rename } from 'node:fs/promises';
import { fail, type Result, succeed } from '../../core/failure.js';
import { isRecord } from '../../core/is-record.js';
import { jsonIn } from '../../core/json-in.js';
import type { RulesPort } from '../../core/policy/policy-ports.js';
import type { RememberedRule } from '../../core/policy/policy-types.js';
import { isMissing, systemError, whenMissing } from '../errno.js';
import { replaceFile } from '../files/replace-file.js';
import { withLock } from './lock-file.js';
import { foreignAccess } from './ownership.js';

export type RuleStoreOptions = {
	readonly file: string;
	readonly project: string;
	/** Milliseconds to wait for another process (default three seconds). */
	readonly patience?: number;
};

const SCOPES = ['everywhere', 'project'] as const;

/**
 * The user's remembered decisions: one private JSON file in the state directory for all projects. Several processes may
 * write it: each re-reads it under a lock and replaces it whole. A damaged file is reported, set aside by the next
 * write, and never used as rules; nor is one that another user could have written.
 */
export function createRuleStore({ file, project, patience }: RuleStoreOptions): RulesPort {
	const change = async (edit: (content: RuleFile) => RuleFile): Promise<Result<boolean>> => {
		try {
			return await withLock(`${file}.lock`, () => rewrite(file, edit), patience);
		} catch (error) {
			const { code, why } = systemError(error);
			return fail(code, `${file} cannot be written: ${why}.`);
		}
	};
	return {
		async load() {
			const content = await readContent(file);
			if (typeof content === 'string') return { rules: [], warnings: [content] };
			const warnings: string[] = [];
			const rules = SCOPES.flatMap((scope) =>
				entriesOf(content, scope, project).flatMap((entry, index): RememberedRule[] => {
					const rule = toRemembered(entry, scope);
					if (rule !== null) return [rule];
					warnings.push(
						`Entry ${index + 1} of the rules for ${scopeName(scope)} in ${file} is not a rule; it is ignored.`,
					);
					return [];
				}),
			);
			return { rules: rules.toSorted((left, right) => left.at - right.at), warnings };
		},
		async add({ scope, decision, text, at, words }) {
			const added = await change((content) => {
				const entries = entriesOf(content, scope, project);
				if (entries.some((entry) => isEntryOf(entry, { decision, text }))) return content;
				return withEntries(content, scope, project, [...entries, { decision, text, at, words }]);
			});
			return added.ok ? succeed(undefined) : added;
		},
		remove: ({ scope, decision, text }) =>
			change((content) => {
				const entries = entriesOf(content, scope, project);
				const kept = entries.filter((entry) => !isEntryOf(entry, { decision, text }));
				return kept.length === entries.length ? content : withEntries(content, scope, project, kept);
			}),
	};
}

async function readContent(file: string): Promise<RuleFile | string> {
	let text: string;
	try {
		text = await readFile(file, 'utf8');
	} catch (error) {
		if (isMissing(error)) return emptyRuleFile;
		return `The remembered rules cannot be read: ${systemError(error).why}.`;
	}
	const doubt = await foreignAccess(file);
	if (doubt !== null) return `The remembered rules in ${file} are not applied: ${doubt}.`;
	const content = parseRuleFile(text);
	if (content === 'damaged')
		return `${file} is damaged: no remembered rule holds. The next one that is written moves it aside.`;
	if (content === 'newer') return `${file} is of a later version of acp-tui: no remembered rule holds.`;
	return content;
}

async function rewrite(file: string, edit: (content: RuleFile) => RuleFile): Promise<Result<boolean>> {
	const doubt = await foreignAccess(file);
	if (doubt !== null) return fail('no-permission', `No rule is remembered in ${file}: ${doubt}.`);
	const text = await readFile(file, 'utf8').catch(whenMissing(null));
	const content = text === null ? emptyRuleFile : parseRuleFile(text);
	if (content === 'newer')
		return fail('invalid', `${file} was written by a later version of acp-tui; it is left as it is.`);
	if (content === 'damaged') await rename(file, `${file}.damaged-${Date.now()}`);
	const before = content === 'damaged' ? emptyRuleFile : content;
	const after = edit(before);
	if (after === before) return succeed(false);
	await replaceFile(file, ruleFileText(after));
	return succeed(true);
}

function scopeName(scope: RememberedRule['scope']): string {
	return scope === 'everywhere' ? 'all projects' : 'this project';
}

/** The parsed store with its raw entries, so that writing one rule keeps unknown ones. */
export type RuleFile = {
	readonly everywhere: readonly unknown[];
	readonly projects: Readonly<Record<string, readonly unknown[]>>;
};

const VERSION = 1;

export const emptyRuleFile: RuleFile = { everywhere: [], projects: {} };

export function parseRuleFile(text: string): RuleFile | 'damaged' | 'newer' {
	const data = jsonIn(text);
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
