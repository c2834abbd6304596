import { basename } from 'node:path';
import type { AgentLaunch } from '../../core/agent-info.js';
import type { Environment } from '../../core/environment.js';
import { wordSet } from '../../core/text/word-set.js';

const WITH_VALUE = wordSet('-p --package -c --call -w --workspace --registry --cache --userconfig');

/** Whether a launch fetches a package with npx or `npm exec`. A folder or file (`npx ./agent`) is not fetched. */
export function startsNpx({ command, args }: Pick<AgentLaunch, 'command' | 'args'>): boolean {
	const program = basename(command).replace(/\.(?:cmd|exe)$/i, '');
	const isExec = program === 'npm' && (args[0] === 'exec' || args[0] === 'x');
	return (program === 'npx' || isExec) && !specs(isExec ? args.slice(1) : args).some(isPath);
}

function specs(args: readonly string[]): readonly string[] {
	const found: string[] = [];
	for (let at = 0; at < args.length; at += 1) {
		const word = args[at] ?? '';
		const next = args[at + 1] ?? '';
		const package_ = /^--package=(.*)$/.exec(word)?.[1];
		if (package_ !== undefined) found.push(package_);
		else if (WITH_VALUE.has(word)) {
			if (word === '-p' || word === '--package') found.push(next);
			at += 1;
		} else if (word !== '--' && !word.startsWith('-')) return [...found, word];
	}
	return found;
}

function isPath(spec: string): boolean {
	return /^(?:file:|~?\/|\.{1,2}(?:\/|$))/.test(spec);
}

/** Without npm's own variables, which a start from an npm script gets from the repository's `.npmrc`. */
export function withoutNpm(env: Environment): Environment {
	if (env['npm_execpath'] === undefined && env['npm_lifecycle_event'] === undefined) return env;
	return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('npm_') && name !== 'INIT_CWD'));
}
