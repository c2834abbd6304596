import { modeLabel } from './modes.js';
import type { Mode } from './policy-types.js';

const ASKED_BEFORE = {
	mcp: 'every MCP tool',
	network: 'every network request',
	edit: 'every edit',
	delete: 'files are deleted',
	move: 'files are moved',
	command: 'commands that may change something',
	unknown: 'actions of an unknown kind',
} as const;

/** Action that a mode asks before. */
export type AskedBefore = keyof typeof ASKED_BEFORE;

/** Why a request is allowed, asked about or denied, as words that follow “because”. */
export const BECAUSE = {
	runsOutside: 'the command runs outside the workspace',
	changeWithoutFile: 'this changes something but names no file',
	reading: 'reading the workspace is allowed',
	agentMode: 'the agent wants to change its mode',
	acceptEdits: 'accept edits mode allows edits in the workspace',
	commandInTitle: 'the agent gives its command in the title alone, where rules for commands do not look',
	toolInTitle: 'the agent names its MCP tool in words alone, and what allows a tool needs its name',
	planNoChanges: 'plan mode allows no changes',
	heldInShadow: 'held in the shadow',
	unresolvedPath: 'its name cannot be a path here',
	deniedBy: (rule: string) => `denied by ${rule}`,
	allowedBy: (rule: string) => `allowed by ${rule}`,
	modeAsks: (mode: Mode, what: AskedBefore) => `${modeLabel(mode)} mode asks before ${ASKED_BEFORE[what]}`,
} as const;

/** Why a command is not known to only read, as words that follow “because”. */
export const UNPROVEN = {
	jqLoads: '“jq” may load other files',
	jqEndless: '“jq” may go on without an end with this program',
	hasInput: 'it is given an input',
	runsInput: 'it may run what it reads from its input',
	comment: 'some shells would run a comment',
	nothingSaid: 'nobody says what runs',
	shellsInShells: 'shells call shells',
	nothingNamed: 'nothing is named to run',
	controlCharacters: 'it contains control characters',
	notParsed: 'the line cannot be parsed with certainty',
	writesTo: (path: string | null) =>
		path === null ? 'it writes to a place that is not known' : `it writes to ${path}`,
	loop: 'a loop is not looked into',
	folderUnknown: 'only the shell knows in which folder it runs',
	programIsPattern: 'the program is a pattern',
	patternAsOption: 'a pattern may expand to a name that looks like an option',
	notHarmless: (words: string) => `“${words}” is not known to be harmless`,
	notInside: (path: string) => `“${path}” is not known to be inside the workspace`,
	notReadOnly: (program: string) => `“${program}” is not known to be read-only`,
	textExpected: (program: string) => `a pattern stands where ${program} expects text`,
	awkScript: 'the awk script is not one that only prints',
	mayChange: (words: string) => `“${words}” may change something`,
	leadsOutside: (path: string) => `${path} leads out of the workspace`,
	setsVariable: (name: string) => `it sets ${name}`,
} as const;
