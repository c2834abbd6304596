import type { SettledCommand } from '../../../core/sandbox/sandbox-event.js';
import type { ShadowChange } from '../../../core/shadow/change.js';
import type { ExitStatus } from '../../../core/tool-call.js';
import type { Client } from '../client.js';

export type ToldCommand = Pick<SettledCommand, 'command' | 'because'>;

/** Tells scripts what became of a command. */
export function tellSettled(
	{ store }: Client,
	command: ToldCommand,
	{ changes, exit }: { readonly changes: readonly ShadowChange[]; readonly exit: ExitStatus },
): void {
	const shown = changes.map(({ path, status, added, removed }) => ({ path, status, added, removed }));
	store.dispatch({ type: 'command-settled', command: { ...command, exitCode: exit.code, changes: shown } });
}
