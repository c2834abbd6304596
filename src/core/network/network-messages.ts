export const NETWORK_BECAUSE = {
	asks: 'the sandbox asks for each host',
	local: 'it leads to an address of this machine or its network',
	unreachable: 'it could not be reached',
	rejected: 'the user rejected it',
	dismissed: 'the question was dismissed',
	early: 'nothing was asked of it yet',
	noSession: 'no session of the agent is open',
};
