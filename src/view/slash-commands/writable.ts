import { endTurn } from '../pickers/end-turn.js';
import { type Command, refuse } from '../state/slash-command.js';
import { WRITABLE } from './slash-commands-messages.js';

/** `/writable DIR`: the agent is started again, as what its sandbox opens cannot change while it runs. */
export const runWritable: Command['run'] = (context, typed) => {
	const { sandbox } = context.session.profile;
	if (sandbox !== 'fence' && sandbox !== 'shadow') return refuse(context, typed, WRITABLE.noSandbox);
	const opens = typed.command.args.trim();
	if (opens === '') return refuse(context, typed, WRITABLE.usage);
	return endTurn(context, { next: 'choose-sandbox', words: null, sandbox: { sandbox, isKept: false, opens } });
};
