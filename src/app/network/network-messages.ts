import { sanitizeLine } from '../../core/text/sanitize.js';

export const NETWORK = {
	denied: (
		host: string,
		because: string,
		{ isHeadless, isFinal }: { readonly isHeadless: boolean; readonly isFinal: boolean },
	) => {
		const rule = `Fetch(${sanitizeLine(host)})`;
		const title = `The agent was kept from connecting to ${sanitizeLine(host)}: ${because}`;
		if (isFinal) return { title };
		// One event is one line on standard error.
		return isHeadless
			? { title: `${title}; --allow "${rule}" allows it` }
			: { title, hint: `The rule ${rule} allows it.` };
	},
};
