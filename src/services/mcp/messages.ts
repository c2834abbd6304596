// Why a server is left out, as words behind a colon, and what a test of one comes to.

/** Reasons why a server is not passed to an agent. */
export const LEFT_OUT = {
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
