export const installing = (name: string, host: string | null): string =>
	host === null ? `Installing ${name}` : `Installing ${name} from ${host}`;
export const installed = (name: string, isLater: boolean): string =>
	isLater ? `${name} is installed; /agent starts it` : `${name} is installed`;
export const STOP_INSTALL = 'esc stops it';
export const STOPPING_INSTALL = 'Stopping…';
export const ONE_INSTALL = 'Another agent is being installed: wait until it is done, or stop it with esc';
export const AGENT_WORKS = 'The agent is at work: stop it with esc, then choose another one';
export const publisherChanged = (name: string): string =>
	`${name} comes from somebody else than the version that is here`;
export const wantsScripts = (name: string): string => `Packages of ${name} want to run scripts when they are installed`;
export const ANSWER_INSTALL = '/agent answers, esc stops the install';
