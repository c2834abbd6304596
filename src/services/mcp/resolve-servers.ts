import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Environment } from '../../core/environment.js';
import type { McpDefinition, McpDefinitionAt } from '../../core/mcp/mcp-definition.js';
import type { McpEntry, McpServer, NamedValue } from '../../core/mcp/server.js';
import { fillVariables } from '../../core/mcp/variables.js';
import { quoteWords } from '../../core/policy/shell/quote-word.js';
import { lookAt } from '../programs/executable.js';
import { findProgram } from '../programs/find-program.js';
import { addKnownSecret } from '../secrets/known-secrets.js';
import { isSecretName } from '../secrets/secret-names.js';
import { isSecretValue } from '../secrets/secret-values.js';
import { shownAddress, shownArguments } from './shown-server.js';

export type ResolveOptions = {
	readonly env: Environment;
	/** Real folders of untrusted content: a bare name never finds a program there. */
	readonly repositoryFolders: readonly string[];
};

class LeftOut extends Error {}

export async function resolveMcpServers(
	definitions: readonly McpDefinitionAt[],
	options: ResolveOptions,
): Promise<readonly McpEntry[]> {
	return Promise.all(
		definitions.map(async (at): Promise<McpEntry> => {
			const { name, source, file, definition, isWaiting } = at;
			const entry = { name, source, file, type: definition.type, target: targetOf(definition) };
			if (definition.isDisabled === true) return { ...entry, state: { type: 'disabled' } };
			if (isWaiting) return { ...entry, state: { type: 'waiting' } };
			try {
				const server = await resolveServer(at, options);
				registerSecrets(server);
				return { ...entry, state: { type: 'ready', server } };
			} catch (error) {
				if (!(error instanceof LeftOut)) throw error;
				return { ...entry, state: { type: 'left-out', why: error.message } };
			}
		}),
	);
}

/** Arguments and addresses have no names that would mark a variable's value as a secret. */
function registerSecretVariable(name: string, value: string | undefined): void {
	if (value !== undefined && (isSecretName(name) || isSecretValue(value))) addKnownSecret(value);
}

function registerSecrets(server: McpServer): void {
	if (server.type !== 'stdio') {
		// `Bearer TOKEN`: what comes back is often the token alone.
		for (const { value } of server.headers) addKnownSecret(value.replace(/^[A-Za-z]+ +/, ''));
		return;
	}
	for (const { name, value } of server.env) registerSecretVariable(name, value);
}

/** The command line or the address as written, without what looks like a secret. */
function targetOf(definition: McpDefinition): string {
	return definition.type === 'stdio'
		? quoteWords([definition.command, ...shownArguments(definition.args)])
		: shownAddress(definition.url);
}

async function resolveServer(at: McpDefinitionAt, options: ResolveOptions): Promise<McpServer> {
	const { name, definition } = at;
	const fill = (text: string): string => {
		const filled = fillVariables(text, options.env, at.hasShortForms);
		if (!filled.ok) throw new LeftOut(LEFT_OUT.notSet(filled.missing));
		for (const variable of filled.variables) registerSecretVariable(variable, options.env[variable]);
		return filled.text;
	};
	if (definition.type !== 'stdio') {
		return {
			type: definition.type,
			name,
			url: webAddress(fill(definition.url)),
			headers: named(definition.headers, fill).map(checkHeader),
		};
	}
	const env = named(definition.env, fill).map(checkVariable);
	const args = definition.args.map(fill);
	if (args.some((arg) => arg.includes('\0'))) throw new LeftOut(LEFT_OUT.nulInArgument);
	const command = await findCommand(definition.command, at.file, {
		...options,
		env: { ...options.env, ...Object.fromEntries(env.map((variable) => [variable.name, variable.value])) },
	});
	return { type: 'stdio', name, command, args, env };
}

function named(values: Readonly<Record<string, string>>, fill: (text: string) => string): readonly NamedValue[] {
	return Object.entries(values).map(([name, value]) => ({ name, value: fill(value) }));
}

function webAddress(url: string): string {
	const parsed = URL.canParse(url) ? new URL(url) : null;
	if (parsed === null || !/^https?:$/.test(parsed.protocol)) throw new LeftOut(LEFT_OUT.noWebAddress);
	// fetch refuses addresses with a password, and the password would be shown unmasked.
	if (parsed.username !== '' || parsed.password !== '') throw new LeftOut(LEFT_OUT.addressWithPassword);
	return url;
}

function checkHeader(header: NamedValue): NamedValue {
	if (/^[!#$%&'*+.^_`|~\w-]+$/.test(header.name) && /^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(header.value))
		return header;
	throw new LeftOut(LEFT_OUT.oddHeader(JSON.stringify(header.name)));
}

function checkVariable(variable: NamedValue): NamedValue {
	if (/^[^=\0]+$/.test(variable.name) && !variable.value.includes('\0')) return variable;
	throw new LeftOut(LEFT_OUT.oddVariable(JSON.stringify(variable.name)));
}

async function findCommand(command: string, file: string, options: ResolveOptions): Promise<string> {
	const { env, repositoryFolders: folders } = options;
	if (command.includes('/')) {
		const path = command.startsWith('~/') ? join(homedir(), command.slice(2)) : resolve(dirname(file), command);
		const look = await lookAt(path);
		if (look === 'executable') return path;
		throw new LeftOut(look === 'not executable' ? LEFT_OUT.notExecutable(path) : LEFT_OUT.noFile(path));
	}
	const found = await findProgram(command, { folders, env, cwd: dirname(file) });
	switch (found.type) {
		case 'found':
			return found.file;
		case 'missing':
			throw new LeftOut(LEFT_OUT.notFound(command));
		case 'not-executable':
			throw new LeftOut(LEFT_OUT.notExecutable(command));
		case 'in-repository':
			throw new LeftOut(LEFT_OUT.inRepository(command, found.file));
	}
}

// Why a server is left out, as words behind a colon, and what a test of one comes to.

const LEFT_OUT = {
	notSet: (variable: string): string => `the environment variable ${variable} is not set`,
	notFound: (command: string): string => `${command} was not found on the PATH`,
	noFile: (path: string): string => `there is no program at ${path}`,
	notExecutable: (command: string): string => `${command} may not be run: permission denied`,
	inRepository: (name: string, file: string): string =>
		`only the workspace has a program called ${name} (${file}); name it by its path if you mean it`,
	noWebAddress: 'its address is not http or https',
	addressWithPassword: 'its address holds a password; put it into a header',
	oddHeader: (name: string): string =>
		`the header ${name} cannot be sent: its name or value has characters that none may have`,
	oddVariable: (name: string): string =>
		`the variable ${name} cannot be set: its name or value has characters that none may have`,
	nulInArgument: 'an argument holds a NUL character',
} as const;
