import type { EnvVarAuthMethod } from '../../core/auth-method.js';
import type { SignInChoice } from '../../core/sign-in/sign-in-event.js';
import type { SignInStep } from '../../core/sign-in/sign-in-state.js';
import type { OpenPanel } from './panel-name.js';

export type SignInUi = {
	/** The step that it shows; a new one begins anew. */
	readonly step: SignInStep;
	/** When it came (ms since the epoch). */
	readonly visibleAt: number;
	/** When keys began to go to it (ms since the epoch). */
	readonly focusedAt: number;
	/** Keys go to it; else to the draft. */
	readonly hasFocus: boolean;
	readonly page: SignInPage;
	/** The address or command of this step was shown to its end. */
	readonly isReadWhole?: true;
	/** The page as a panel. */
	readonly panel: OpenPanel;
};

export type SignInPage =
	| { readonly type: 'rows' }
	/** The address or command alone: it does not fit above the rows. */
	| { readonly type: 'exact' }
	| { readonly type: 'fields'; readonly choice: SignInChoice; readonly fields: readonly SignInField[] };

/** Something to type for a sign-in. What is typed stands nowhere else. */
export type SignInField = {
	/** The variable that it becomes; null for the key that goes with the request. */
	readonly variable: EnvVarAuthMethod['variables'][number]['name'] | null;
	readonly label: string;
	readonly text: string;
	/** Asks to be shown as dots. */
	readonly isSecret: boolean;
	readonly isOptional: boolean;
};
