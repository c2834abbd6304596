import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Result } from '../../../core/failure.js';
import { Namespace } from '../linux/namespace.js';
import type { NamespaceOptions } from '../linux/namespace-options.js';
import { systemCallFilter } from '../linux/system-call-filter.js';
import type { AgentNamespaceOptions } from './agent-options.js';

/** Numbers of users begin here. */
const FIRST_USER = 1000;

/**
 * Starts a namespace in which an agent can make sandboxes of its own. Where what is needed to keep track of these is
 * missing, it can make none.
 */
export async function startNesting(
	options: NamespaceOptions,
	agent: Pick<AgentNamespaceOptions, 'nests' | 'temporary'>,
): Promise<Result<Namespace>> {
	const isRoot = process.getuid?.() === 0;
	// Only for agents that need it: nested namespaces copy mounts, which makes it harder to say what is enforced.
	if (agent.nests && systemCallFilter(options).length > 0) {
		const made = await Namespace.start(isRoot ? await asUser(options, agent) : { ...options, nesting: {} });
		if (made.ok) return made;
	}
	return Namespace.start(options);
}

/** Root's id cannot be mapped into a nested namespace: its user gets another id with the same name. */
async function asUser(
	options: NamespaceOptions,
	{ temporary }: Pick<AgentNamespaceOptions, 'temporary'>,
): Promise<NamespaceOptions> {
	const users = await readFile('/etc/passwd', 'utf8').catch(() => '');
	const taken = new Set(users.split('\n').map((line) => Number(line.split(':')[2])));
	let uid = FIRST_USER;
	while (taken.has(uid)) uid += 1;
	const file = join(temporary, 'passwd');
	await writeFile(file, users.replace(/^(root:[^:]*):0:/m, `$1:${uid}:`));
	return {
		...options,
		places: Promise.resolve(options.places).then((places) => [
			...places,
			{ type: 'bind', from: file, at: '/etc/passwd', access: 'read' },
		]),
		nesting: { uid },
	};
}
