export const REPOSITORY = {
	unclear: 'it is not clear which repository git would read',
	aboveWorkspace: 'the git repository reaches above the workspace',
	aboveOnce: (top: string) => `git would read the repository in ${top}, above the workspace (asked once a session)`,
	noSettings: 'the git configuration cannot be read',
	elsewhere: '.git leads to a repository somewhere else',
	alternates: 'the git repository reads objects of another one',
	noIndex: 'the git index cannot be read',
	manySubmodules: 'there are too many submodules to look at',
	hook: 'the repository has a post-index-change hook, which git would run',
	variable: (name: string) => `${name} leads git to another repository`,
	link: (file: string) => `the file ${file} in the .git folder leads somewhere else`,
	commit: (word: string) => `the names in the commit ${word} may be of any files`,
	indexNames: (path: string) => `the git index names ${path}`,
	folderOutside: (folder: string) => `the folder ${folder} leads out of the workspace`,
	unclearSubmodule: (name: string) => `it is not clear what the submodule ${name} is`,
	inSubmodule: (name: string, because: string) => `in the submodule ${name} ${because}`,
	setting: (name: string) => `the repository sets ${name}: git may run programs or read elsewhere`,
	opensSubmodules: (name: string) => `with ${name} git opens submodules that nobody looked at`,
	ownSetting: (name: string, path: string) => `your git setting ${name} leads to ${path} here`,
	notLookedAt: (why: string) => `the repository could not be looked at: ${why}`,
} as const;

export const PROGRAM_DOUBTS = {
	inWorkspace: (name: string) => `the program ${name} would be taken from the workspace`,
	versionManager: (name: string) =>
		`the program ${name} is started by a version manager, which the workspace can direct`,
	notFound: (name: string, why: string) => `the program ${name} could not be looked for: ${why}`,
} as const;
