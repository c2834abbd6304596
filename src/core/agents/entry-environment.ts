import { isAccountVariable, steersPrograms } from './steering-environment.js';

export type EnvironmentOfEntry = {
	readonly kept: Readonly<Record<string, string>>;
	/** Names in `kept` that decide where the agent sends what, or as whom. */
	readonly steering: readonly string[];
	readonly dropped: readonly string[];
};

const STEERING =
	/(?:^|_)(?:URL|URI|HOST|ENDPOINT|API_BASE|BASE|DOMAIN|REGION|KEY|TOKEN|SECRET|PASSWORD|CREDENTIALS?|MODEL|PROVIDER|HEADERS?)$/;

/**
 * What an entry may set for its agent: what the registry's own tools drop is dropped here too, with more of the kind;
 * addresses, keys and models are named, so that the user can be asked. Names count in any case, as npm and Windows
 * take them.
 */
export function sortEnvironment(env: Readonly<Record<string, string>>): EnvironmentOfEntry {
	const names = Object.keys(env);
	const isDropped = (name: string): boolean => steersPrograms(name) || isAccountVariable(name);
	const kept = names.filter((name) => !isDropped(name));
	return {
		kept: Object.fromEntries(kept.map((name) => [name, env[name] ?? ''])),
		steering: kept.filter((name) => STEERING.test(name.toUpperCase())),
		dropped: names.filter(isDropped),
	};
}
