import { modeLabel } from './modes.js';
import type { Mode } from './types.js';

const ASKED_BEFORE = {
	mcp: 'every MCP tool',
	network: 'every network request',
	edit: 'every edit',
	delete: 'files are deleted',
	move: 'files are moved',
	command: 'every command',
	unknown: 'actions of an unknown kind',
} as const;

/** What a mode asks before. */
export type AskedBefore = keyof typeof ASKED_BEFORE;

/** Why a request is allowed, asked about or denied, as words that follow “because”. */
export const BECAUSE = {
	agentAsks: 'the agent asks you something',
	tooLarge: 'this request is too large to be understood',
	noFileNamed: 'no file is named',
	outside: 'outside the workspace',
	notAskedFor: 'the agent is not working on a prompt, so this was not asked for',
	reachesOutside: 'this reaches outside the workspace',
	onlyReads: 'this command only reads',
	runsOutside: 'the command runs outside the workspace',
	changeWithoutFile: 'this changes something but names no file',
	thinking: 'thinking is always allowed',
	searching: 'searching the workspace is allowed',
	reading: 'reading the workspace is allowed',
	readWithoutFile: 'this reads something but does not say which file',
	agentMode: 'the agent wants to change its mode',
	todoList: 'a to-do list changes nothing',
	acceptEdits: 'accept edits mode allows edits in the workspace',
	autoRunFiles: 'accept edits mode asks before editing files that can make programs run later',
	autoRunNotNamed: (rule: string) => `${rule} does not name this file, which can make programs run later`,
	commandInTitle: 'the agent gives its command in the title alone, where rules for commands do not look',
	toolInTitle: 'the agent names its MCP tool in words alone, and what allows a tool needs its name',
	planFile: 'plan mode allows writing plan files',
	planNoChanges: 'plan mode allows no changes',
	bypassOutside: 'bypass permissions does not cover anything outside the workspace',
	bypass: 'bypass permissions',
	heldInShadow: 'held in the shadow',
	heldInFence: 'the workspace is read-only for the agent',
	beyondShadow: (what: string) => `this reaches beyond the shadow: ${what}`,
	planBeyond: (heldBy: 'shadow' | 'fence', what: string) =>
		`plan mode allows nothing that reaches beyond the ${heldBy}: ${what}`,
	deniedBy: (rule: string) => `denied by ${rule}`,
	allowedBy: (rule: string) => `allowed by ${rule}`,
	askedBy: (rule: string) => `${rule} asks first`,
	mayRunCommandOf: (rule: string) => `this may run a command that ${rule} is about`,
	mayReachHostOf: (rule: string) => `this does not say which host it reaches, and ${rule} is about one`,
	mayTouchFilesOf: (rule: string, isReading: boolean) =>
		`this may ${isReading ? 'read' : 'change'} files that ${rule} protects`,
	modeAsks: (mode: Mode, what: AskedBefore) => `${modeLabel(mode)} mode asks before ${ASKED_BEFORE[what]}`,
	notUnderstood: (names: readonly string[], more: number) =>
		`not all of this request is understood: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
	planOnlyReading: (doubt: string | null) =>
		doubt === null
			? 'this is not known to only read, and plan mode is on'
			: `${doubt}, and in plan mode commands may only read`,
} as const;

/** Why a command is not known to only read, as words that follow “because”. */
export const UNPROVEN = {
	notOneThatPrints: 'the sed script is not one that only prints',
	patternInExpression: 'a pattern in an expression may expand to an action',
	jqLoads: '“jq” may load other files',
	jqEndless: '“jq” may go on without an end with this program',
	gitAlone: '“git” alone is not known to be harmless',
	gitVersion: 'only git --version alone is known to be harmless',
	gitSignatures: 'showing signatures runs the program that checks them',
	gitRemote: 'only git remote, remote -v and remote get-url are known to be harmless',
	gitWorktree: 'only git worktree list is known to be harmless',
	gitConfig: 'only git config --local, and some names of other settings, are known to be harmless to read',
	repositoryUnknown: 'nobody looked at the repository that git would read',
	runsOutside: 'it runs outside the workspace',
	hasInput: 'it is given an input',
	runsInput: 'it may run what it reads from its input',
	nothingSaid: 'nobody says what runs',
	shellsInShells: 'shells call shells',
	nothingNamed: 'nothing is named to run',
	controlCharacters: 'it contains control characters',
	notParsed: 'the line cannot be parsed with certainty',
	comment: 'some shells would run a comment',
	background: 'it runs in the background',
	writesTo: (path: string | null) =>
		path === null ? 'it writes to a place that is not known' : `it writes to ${path}`,
	loop: 'a loop is not looked into',
	tooManyCommands: 'these are too many commands to check',
	folderUnknown: 'only the shell knows in which folder it runs',
	programIsPattern: 'the program is a pattern',
	innerLine: 'the inner line is not known',
	patternAsOption: 'a pattern may expand to a name that looks like an option',
	openBracket: '[ is not closed',
	printfOptions: '“printf” with options is not known to be harmless',
	printfFormat: '“printf” may compute or set something with this format',
	patternInTest: 'a pattern in a test may expand to an operator',
	unknownTest: 'this test is not known to be harmless',
	dateSets: '“date” may set the clock',
	commandRuns: '“command” runs what it names',
	seqEndless: '“seq” may go on without an end with such numbers',
	stringsArguments: '“strings” takes its arguments from a file',
	notHarmless: (words: string) => `“${words}” is not known to be harmless`,
	notInside: (path: string) => `“${path}” is not known to be inside the workspace`,
	notReadOnly: (program: string) => `“${program}” is not known to be read-only`,
	textExpected: (program: string) => `a pattern stands where ${program} expects text`,
	loadsCode: (file: string) => `“${file}” is no plain JSON file, so node may run it`,
	awkScript: 'the awk script is not one that only prints',
	settingsOf: (file: string, program: string) =>
		`“${file}” of the workspace may make ${program} load or start something`,
	namesFromInput: '“xargs” takes its words from something other than a list of files here',
	needsValue: (words: string) => `“${words}” needs a value that is known`,
	operandMayChange: (program: string) => `“${program}” with an operand may change something`,
	mayWriteOperand: (program: string) => `“${program}” may write to one of its operands`,
	mayChange: (words: string) => `“${words}” may change something`,
	printsUnknown: 'what a command inside prints is known only when it runs',
	furtherWord: (rule: string, word: string) => `${rule} does not cover the further word “${word}”`,
	leadsOutside: (path: string) => `${path} leads out of the workspace`,
	setsVariable: (name: string) => `it sets ${name}`,
	otherShell: (shell: string) => `“${shell}” runs it`,
	notOfSystem: (program: string) => `“${program}” is not a program of the system`,
	showsEnvironment: (words: string) => `“${words}” may show the environment of other programs`,
} as const;

/** What is in a plan review beside an answer that is not plainly one of the agent's. */
export const PLAN_ANSWERS = {
	noRejection: 'the agent offers no way to say no',
	noSuchApproval: 'the agent offers no approval of this kind',
	severalApprovals: 'the agent offers several approvals: choose by name',
	acceptEditsHere: 'the agent asks about each edit, and accept edits answers here',
} as const;

/** What a rule was expected to be. */
export const EXPECTED = {
	notTheName: (kind: string, name: string) => `${kind}, not “${name}”`,
	pattern: (name: string) => `a pattern between the parentheses, or ${name} alone for everything of the kind`,
	noPattern: (name: string) => `${name} alone: this kind has no pattern`,
	inside: 'a path inside the workspace, without ..',
	noTilde: 'a path relative to the workspace, or an absolute one; ~ is not expanded',
	noStarAlone: 'Execute alone for every command, or the words that a command starts with',
	oneCommand: 'the words of one command, without pipes, lists, redirections or assignments',
	fewerWords: (most: number) => `at most ${most} words`,
	host: (pattern: string) => `a host such as example.com or *.example.com, not “${pattern}”`,
	opening: '“with network”, “with” and folders (/srv/cache, ~/.npm), or “without sandbox”',
	fewerFolders: (most: number) => `at most ${most} folders`,
	opensForCommands: 'an allow rule for commands (Execute): only what such a rule allows runs in a sandbox',
	mcpTool: 'a server and a tool, as in Mcp(github/create_issue) or Mcp(github/*)',
} as const;

/** What a rule that one key makes would allow. */
export const ALWAYS = {
	command: (line: string) => `exactly the command ${line}`,
	withNetwork: (what: string) => `${what}, and gives it the network in its sandbox`,
	withoutSandbox: (what: string) => `${what}, without a sandbox: it can do what you can`,
	commandWithMore: (line: string) => `the command ${line}, with further names and harmless options`,
	host: (host: string) => `fetches from ${host}`,
	file: (name: string) => `edits of ${name}`,
	folder: (name: string) => `edits of every file below ${name}/`,
	tool: (server: string, tool: string) => `the tool ${tool} of the MCP server ${server}`,
	server: (server: string) => `every tool of the MCP server ${server}`,
} as const;

/** What an agent reads when a file or terminal request is refused. */
export const REFUSAL = {
	subject: {
		'fs-read': 'Reading this file',
		'fs-write': 'Writing this file',
		terminal: 'Running this command',
		permission: 'This',
	},
	refused: (subject: string, because: string) => `${subject} was refused: ${because}.`,
	outside: 'Only files inside the workspace can be read and written.',
	planMode:
		'The user has plan mode on: you may read and search files and run commands that only read (ls, cat, rg, git status, git diff). Another command is refused, or runs on a copy of the workspace whose changes are dropped; nothing may change. Do not try to change it another way. When your plan is ready, present it and ask to leave plan mode; changes are possible once the user has approved it.',
	other: 'Do not try the same again; continue without it, or ask the user what to do instead.',
} as const;

/** Where a rule comes from, for lists. */
export const ORIGIN_WORDS = {
	user: 'your config',
	project: 'the project’s config',
	'command line': 'the command line',
	session: 'your answer, for this session',
	'remembered for this project': 'your answer, for this project',
	'remembered everywhere': 'your answer, everywhere',
} as const;
