import {
	Client,
	SdkHttpError,
	SSEClientTransport,
	StreamableHTTPClientTransport,
	type Transport,
} from '@modelcontextprotocol/client';
import { messageOf } from '../../core/failure.js';
import type { McpServer } from '../../core/mcp/server.js';
import type { ProcessGuard } from '../../core/ports.js';
import { errnoOf } from '../errno.js';
import { MOST_BYTES, ServerTrouble, TROUBLE } from './mcp-trouble.js';
import { StdioTransport } from './stdio-transport.js';

/** A server's tool; its texts may be hostile. */
type ServerTool = { readonly name: string; readonly description: string };

export type ServerTest = { readonly tools: readonly ServerTool[]; readonly error: string | null };

export type TestOptions = {
	readonly clientVersion: string;
	readonly cwd: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly guard: ProcessGuard;
	readonly timeoutSeconds: number;
	readonly signal: AbortSignal;
};

const INHERITED = ['HOME', 'LANG', 'LC_ALL', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'TMPDIR', 'USER'];

/** Pages of one tool list, whose cursor may never end. */
const MOST_PAGES = 200;
const MOST_DESCRIPTION = 4000;

/** Starts a server, or connects to it, lists its tools, and ends its whole process group. Never rejects. */
export async function testServer(server: McpServer, options: TestOptions): Promise<ServerTest> {
	const { timeoutSeconds, signal } = options;
	const ending = new AbortController();
	const { transport, failed } = transportTo(server, options, ending.signal);
	const client = new Client(
		{ name: 'acp-tui', version: options.clientVersion },
		// Nothing is called, so no schema of the server's is compiled.
		{ listMaxPages: MOST_PAGES },
	);
	const timer = Promise.withResolvers<ServerTrouble>();
	const timeout = setTimeout(
		() => timer.resolve(new ServerTrouble(TROUBLE.silent(timeoutSeconds))),
		timeoutSeconds * 1000,
	);
	const stop = (): void => timer.resolve(new ServerTrouble(TROUBLE.stopped));
	if (signal.aborted) stop();
	signal.addEventListener('abort', stop, { once: true });
	try {
		const listed = listTools(client, transport, timeoutSeconds * 1000 + 1000);
		const outcome = await Promise.race([listed, failed, timer.promise]);
		// A rejection after the time-out must not be reported as unhandled.
		listed.catch(() => {});
		return outcome instanceof ServerTrouble ? { tools: [], error: outcome.message } : { tools: outcome, error: null };
	} catch (error) {
		return { tools: [], error: troubleOf(error) };
	} finally {
		clearTimeout(timeout);
		signal.removeEventListener('abort', stop);
		ending.abort();
		await transport.close().catch(() => {
			// The process is gone in any case.
		});
	}
}

async function listTools(client: Client, transport: Transport, timeout: number): Promise<readonly ServerTool[]> {
	await client.connect(transport, { timeout });
	if (client.getServerCapabilities()?.tools === undefined) return [];
	const { tools } = await client.listTools(undefined, { timeout });
	return tools.map(({ name, description = '' }) => ({ name, description: description.slice(0, MOST_DESCRIPTION) }));
}

type Reached = { readonly transport: Transport; readonly failed: Promise<ServerTrouble> };

function transportTo(server: McpServer, options: TestOptions, ending: AbortSignal): Reached {
	if (server.type === 'stdio') {
		const { cwd, guard } = options;
		const inherited = INHERITED.flatMap((name) => {
			const value = options.env[name];
			return value === undefined ? [] : [[name, value] as const];
		});
		const own = server.env.map(({ name, value }) => [name, value] as const);
		const transport = new StdioTransport(server, { cwd, guard, env: Object.fromEntries([...inherited, ...own]) });
		return { transport, failed: transport.failed };
	}
	const { promise: failed, resolve } = Promise.withResolvers<ServerTrouble>();
	const fetch = cappedFetch(ending, () => resolve(new ServerTrouble(TROUBLE.flood)));
	const url = new URL(server.url);
	const requestInit = { headers: Object.fromEntries(server.headers.map(({ name, value }) => [name, value])) };
	const transport =
		server.type === 'sse'
			? new SSEClientTransport(url, { requestInit, fetch })
			: new StreamableHTTPClientTransport(url, { requestInit, fetch });
	return { transport, failed };
}

function cappedFetch(ending: AbortSignal, onFlood: () => void): typeof fetch {
	let bytes = 0;
	return async (input, init) => {
		const signal = init?.signal ? AbortSignal.any([init.signal, ending]) : ending;
		const response = await fetch(input, { ...init, signal });
		if (response.body === null) return response;
		const counted = response.body.pipeThrough(
			new TransformStream<Uint8Array, Uint8Array>({
				transform(chunk, controller) {
					bytes += chunk.length;
					if (bytes <= MOST_BYTES) return controller.enqueue(chunk);
					onFlood();
					controller.error(new ServerTrouble(TROUBLE.flood));
				},
			}),
		);
		return new Response(counted, response);
	};
}

function troubleOf(error: unknown): string {
	const chain: unknown[] = [];
	for (let at: unknown = error; at !== undefined && at !== null && chain.length < 5; ) {
		chain.push(at);
		at = at instanceof Error ? at.cause : undefined;
	}
	const trouble = chain.find((each) => each instanceof ServerTrouble);
	if (trouble !== undefined) return trouble.message;
	const status = chain.find((each) => each instanceof SdkHttpError)?.status;
	if (status === 401 || status === 403) return TROUBLE.noSignIn(status);
	if (status !== undefined) return TROUBLE.http(status);
	const failed = chain.find((each) => /^(?:E[A-Z]+|UND_ERR_\w+|CERT_\w+)$/.test(errnoOf(each)));
	if (failed !== undefined) return TROUBLE.unreachable(errnoOf(failed));
	// fetch sent no request: its cause says why, where there is one.
	const unasked = chain.findIndex((each) => each instanceof TypeError && each.message === 'fetch failed');
	if (unasked !== -1) return TROUBLE.unreachable(messageOf(chain[unasked + 1] ?? chain[unasked]));
	return TROUBLE.noMcp(messageOf(error));
}
