import { steersPrograms } from '../../core/agents/steering-environment.js';
import type { AuthCommand, AuthMethod, AuthVariable } from '../../core/auth-method.js';
import { defined } from '../../core/defined.js';
import { limits } from '../../core/limits.js';
import { toSignInAddress } from '../../core/sign-in/sign-in-address.js';
import { bounded, isObject, type JsonObject, objectOf, textOf } from '../json.js';

const MOST_ID = 200;
const MOST_NAME = 200;
const MOST_DESCRIPTION = 1000;
/** Words of a command line, variables of an environment, and characters of one. */
const MOST_WORDS = 64;
const MOST_WORD = 4096;

/** Reads `authMethods` of every shape. Second methods of one id are left out; unreadable ones become `unknown`. */
export function readAuthMethods(value: unknown): readonly AuthMethod[] {
	if (!Array.isArray(value)) return [];
	const methods = new Map<string, AuthMethod>();
	for (const item of value.slice(0, limits.authMethods * 2)) {
		const method = readMethod(objectOf(item));
		if (method !== null && !methods.has(method.id) && methods.size < limits.authMethods) methods.set(method.id, method);
	}
	return [...methods.values()];
}

function readMethod(method: JsonObject): AuthMethod | null {
	const id = textOf(method['id']);
	if (id === undefined || id.length > MOST_ID) return null;
	const name = bounded(textOf(method['name']) ?? id, MOST_NAME);
	const description = textOf(method['description']);
	const described = defined({
		id,
		name,
		description: description === undefined ? undefined : bounded(description.trim(), MOST_DESCRIPTION),
	});
	const type: unknown = method['type'] ?? 'agent';
	const meta = objectOf(method['_meta']);
	const unknown = {
		...described,
		type: 'unknown',
		word: bounded(typeof type === 'string' ? type : 'unknown', 60),
	} as const;
	switch (type) {
		case 'terminal': {
			const args = wordsOf(method['args'] ?? []);
			const env = variablesOf(method['env']);
			return args === null || env === null ? unknown : { ...described, type: 'terminal', args, env };
		}
		case 'agent': {
			const older = meta['terminal-auth'];
			if (isObject(older)) {
				const command = commandOf(older);
				const env = variablesOf(older['env']);
				return command === null || env === null ? unknown : { ...described, type: 'terminal-command', command, env };
			}
			const key = meta['api-key'];
			if (key === undefined || key === null || key === false) return { ...described, type: 'agent' };
			return { ...described, type: 'agent', apiKey: { provider: textOf(objectOf(key)['provider'], 60) ?? '' } };
		}
		case 'env_var': {
			const variables = wantedVariables(method);
			if (variables.length === 0) return unknown;
			const link = toSignInAddress(textOf(method['link']) ?? '')?.url;
			return { ...described, type: 'env_var', variables, ...defined({ link }) };
		}
		default:
			return unknown;
	}
}

function commandOf(older: JsonObject): AuthCommand | null {
	const command = textOf(older['command']);
	const args = wordsOf(older['args'] ?? []);
	if (command === undefined || !isWord(command) || args === null) return null;
	return defined({ command, args, label: textOf(older['label'], MOST_NAME) });
}

function wordsOf(value: unknown): readonly string[] | null {
	if (!Array.isArray(value) || value.length > MOST_WORDS) return null;
	return value.every(isWord) ? value : null;
}

function isWord(value: unknown): value is string {
	return typeof value === 'string' && value.length <= MOST_WORD && !value.includes('\0');
}

/** Environment as an object, or as the list of names and values of later protocol versions. */
function variablesOf(value: unknown): Readonly<Record<string, string>> | null {
	if (value === undefined || value === null) return {};
	const pairs: readonly (readonly [unknown, unknown])[] = Array.isArray(value)
		? value.map((item) => [objectOf(item)['name'], objectOf(item)['value']])
		: Object.entries(objectOf(value));
	if (pairs.length > MOST_WORDS) return null;
	const env: Record<string, string> = {};
	for (const [name, text] of pairs) {
		if (!isVariableName(name) || !isWord(text)) return null;
		if (!steersPrograms(name)) env[name] = text;
	}
	return env;
}

function isVariableName(name: unknown): name is string {
	return typeof name === 'string' && /^[A-Za-z_]\w{0,99}$/.test(name) && name !== '__proto__';
}

/** Variables of an `env_var` method: `vars`, as names or objects, or the older `varName`. */
function wantedVariables(method: JsonObject): readonly AuthVariable[] {
	const listed: unknown = method['vars'] ?? method['varName'] ?? [];
	const variables = new Map<string, AuthVariable>();
	for (const item of (Array.isArray(listed) ? listed : [listed]).slice(0, MOST_WORDS)) {
		const fields = objectOf(item);
		const name = typeof item === 'string' ? item : fields['name'];
		if (!isVariableName(name) || steersPrograms(name)) continue;
		variables.set(
			name,
			defined({
				name,
				label: textOf(fields['label'], MOST_NAME),
				isSecret: fields['secret'] !== false,
				isOptional: fields['optional'] === true,
			}),
		);
	}
	return [...variables.values()];
}
