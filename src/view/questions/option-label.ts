import type { OptionKind, PermissionOption } from '../../core/policy/types.js';
import { sanitizeLine } from '../../core/text/sanitize.js';

/** What an option of an agent is called and does. `does` is in our words, by its kind; empty where the name says it. */
export type OptionWords = {
	readonly label: string;
	readonly does: string;
	/** The same in ever fewer words. */
	readonly shortDoes: readonly string[];
};

/**
 * The words for an option of an agent. A name is shown as it is only where it plainly says what its kind does; every
 * other name is put in quotes, as the agent's, with what choosing it does in our words.
 */
export function optionWords({ name, kind }: PermissionOption): OptionWords {
	// Nothing in a name ends the quotes around it.
	const clean = sanitizeLine(name)
		.replace(/[“”„‟«»"]/g, "'")
		.trim();
	if (clean !== '' && PLAIN_NAMES[kind]?.test(clean.replaceAll('’', "'")) === true)
		return { label: clean, does: '', shortDoes: [] };
	return { label: clean === '' ? '(without a name)' : `“${clean}”`, ...DOES[kind] };
}

/** Names that say what their kind does, and nothing else. */
const PLAIN_NAMES: Readonly<Partial<Record<OptionKind, RegExp>>> = {
	allow_once:
		/^(?:(?:yes|ok|okay)(?:,? )?)?(?:(?<=^|[ ,])(?:allow|approve|accept|proceed|run|confirm|continue|yes|ok|okay)(?: it| this)?)?(?:,? (?:just |only )?(?:once|this time|this once))?$/i,
	reject_once:
		/^no, (?:and|but) tell [\p{L}\d ]{1,30} what to do (?:differently|instead)$|^(?:no(?:,? )?)?(?:(?<=^|[ ,])(?:reject|deny|decline|refuse|no|don't allow|do not allow)(?: it| this)?)?(?:,? (?:just |only )?(?:once|this time|this once))?$/iu,
};

type Does = Pick<OptionWords, 'does' | 'shortDoes'>;
const DOES: Readonly<Record<OptionKind, Does>> = {
	allow_once: { does: 'allows this once', shortDoes: ['allows it'] },
	allow_always: {
		does: 'always, remembered by the agent, not by acp-tui',
		shortDoes: ['always, remembered by the agent', 'always allows'],
	},
	reject_once: { does: 'refuses this once', shortDoes: ['refuses it'] },
	reject_always: { does: 'always refuses, remembered by the agent, not by acp-tui', shortDoes: ['always refuses'] },
	unknown: { does: 'the agent decides what this does', shortDoes: ['agent decides'] },
};
