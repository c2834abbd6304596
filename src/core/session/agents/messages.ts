/** What the transcript says of choosing and installing an agent. */
export const installing = (name: string): string => `Installing ${name}`;
export const installed = (name: string, isBusy: boolean): string =>
	isBusy ? `${name} is installed; /agent starts it when the running turn has ended` : `${name} is installed`;
export const STOP_INSTALL = 'esc stops it';
export const ONE_INSTALL = 'Another agent is being installed: wait until it is done, or stop it with esc';
export const AGENT_WORKS = 'The agent is at work: stop it with esc, then choose another one';
