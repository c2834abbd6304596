import type { Environment } from '../environment.js';

export type Filled =
	| { readonly ok: true; readonly text: string; readonly variables: readonly string[] }
	| { readonly ok: false; readonly missing: string };

const LONG_FORM = /\$\{env:([A-Za-z_][A-Za-z0-9_]*)\}/g;
const BOTH_FORMS = /\$\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;

/** Expands `${env:NAME}`; with `hasShortForms` also `${NAME}` and `${NAME:-DEFAULT}`. Values are not expanded again. */
export function fillVariables(text: string, env: Environment, hasShortForms: boolean): Filled {
	let missing: string | undefined;
	const variables: string[] = [];
	const filled = text.replace(hasShortForms ? BOTH_FORMS : LONG_FORM, (_, name: string, fallback?: unknown) => {
		const set = env[name];
		if (set !== undefined) variables.push(name);
		const value = set ?? (typeof fallback === 'string' && hasShortForms ? fallback : undefined);
		if (value === undefined) missing ??= name;
		return value ?? '';
	});
	return missing === undefined ? { ok: true, text: filled, variables } : { ok: false, missing };
}
