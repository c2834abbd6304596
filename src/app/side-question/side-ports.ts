import { fail } from '../../core/failure.js';
import type { Ports } from '../../core/ports.js';
import type { TerminalsPort } from '../../core/terminals-port.js';
import type { SideConnection } from './side-connection.js';
import { SIDE_QUESTION } from './side-question-messages.js';

/**
 * The conversation's ports without what persists (records, snapshots, choices), with terminals of its own and read-only
 * files.
 */
export function sidePorts(ports: Ports, connection: SideConnection): Ports {
	const { agent, agentFiles, folders, commandChecks, workspace, rules, credentials, log, clock, ids } = ports;
	// The same process sees the same files.
	const files = agentFiles ?? ports.files;
	return {
		agent: { ...agent, connect: connection.connect },
		files: {
			...files,
			// Even plan files are read-only here.
			inspect: async (path) => ({ ...(await files.inspect(path)), isPlanFile: false }),
			write: async () => fail('denied', SIDE_QUESTION.noChanges),
		},
		...(folders === undefined
			? {}
			: { folders: { ...folders, add: async () => fail('denied', SIDE_QUESTION.noChanges) } }),
		terminals: ports.terminalsBeside?.() ?? NO_TERMINALS,
		...(commandChecks === undefined ? {} : { commandChecks }),
		workspace,
		// The rules in force are given; none is added.
		rules: {
			...rules,
			load: async () => ({ rules: [], warnings: [] }),
			add: async () => fail('denied', SIDE_QUESTION.noChanges),
		},
		...(credentials === undefined ? {} : { credentials }),
		log: { write: (level, what, facts) => log.write(level, what, { ...facts, isSideQuestion: true }) },
		clock,
		ids,
	};
}

const NO_TERMINALS: TerminalsPort = {
	hasRoom: () => false,
	create: async () => fail('could-not-start', 'A side question has no terminals.'),
	output: (id) => noTerminal(id),
	waitForExit: async (id) => noTerminal(id),
	kill: async (id) => noTerminal(id),
	release: async (id) => noTerminal(id),
	closeAll: async () => {},
};

function noTerminal(id: string) {
	return fail('no-such-terminal', `There is no terminal ${id} in this session.`);
}
