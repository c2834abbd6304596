export const NETWORK_BECAUSE = {
	asks: 'the sandbox asks for each host',
	local: 'it leads to an address of this machine or its network',
	unresolved: 'no such host was found',
	unreachable: 'it could not be reached',
	upstream: (status: number) => `the proxy of this machine refused it (${status})`,
	rejected: 'the user rejected it',
	stopped: 'the user stopped this turn',
	dismissed: 'the question was dismissed',
	early: 'nothing was asked of it yet',
	headless: '-p cannot ask',
	noSession: 'no session of the agent is open',
};
