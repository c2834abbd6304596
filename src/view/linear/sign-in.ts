import { shownSignIn } from '../../core/session/sign-in/sign-in-state.js';
import type { SessionState } from '../../core/session/state.js';
import { fieldText, signInBody } from '../sign-in/body.js';
import { signInRows, visibleSignIn } from '../sign-in/rows.js';
import * as messages from '../sign-in/sign-in-messages.js';
import { oneLine, sentence } from '../spoken-text.js';
import type { ScreenContext } from '../state/context.js';
import type { UiState } from '../state/ui-state.js';

/** Characters of an address or a command, which are read out whole. */
const MOST_EXACT = 5000;

export function spokenSignIn(context: ScreenContext): readonly string[] {
	const visible = visibleSignIn(context);
	if (visible === null) return [];
	const { signIn, view } = visible;
	const { session } = context;
	const body = signInBody(context, signIn, view).map(({ text, role }) =>
		role === 'exact' ? oneLine(text, MOST_EXACT) : sentence(oneLine(text, 1000)),
	);
	const { page } = view;
	if (page.type === 'fields') {
		const field = page.fields[page.index];
		if (field === undefined) return body;
		const optional = field.variable === null ? messages.KEY_OPTIONAL : messages.OPTIONAL;
		const label = oneLine(`${field.label}${field.isOptional ? ` (${optional})` : ''}`);
		return [...body, field.isSecret ? messages.spoken.field(label) : messages.spoken.plainField(label)];
	}
	const agent = oneLine(session.agent?.title ?? session.profile.launch.name);
	const rows = signInRows({ ...context, isReadOut: true }, signIn, view).map(({ label, detail, whyNot }, index) => {
		const words = [oneLine(label), oneLine(whyNot ?? detail)].filter((word) => word.length > 1).join(', ');
		return `${index + 1} ${whyNot === undefined ? sentence(words) : messages.spoken.notAvailable(words)}`;
	});
	const how = rows.length === 0 ? [] : [messages.spoken.typeNumber];
	return [`${messages.title(agent)}:`, ...body, ...rows, ...how];
}

/** Announcement after a step: the whole sign-in when it is new or its address changed. */
export function signInNews(
	context: ScreenContext,
	before: { readonly session: SessionState | null; readonly ui: UiState },
): readonly string[] {
	const now = visibleSignIn(context);
	if (now === null) return [];
	const was = before.session === null ? null : visibleSignIn({ session: before.session, ui: before.ui });
	if (was === null || was.view.visibleAt !== now.view.visibleAt) return spokenSignIn(context);
	const old = shownSignIn(before.session ?? context.session)?.step;
	const { step } = now.signIn;
	const isNewAddress = step.type === 'running' && old?.type === 'running' && step.address?.url !== old.address?.url;
	return isNewAddress ? spokenSignIn(context) : [];
}

export function fieldRow(context: Pick<ScreenContext, 'session' | 'ui'>, width: number): string | null {
	const page = visibleSignIn(context)?.view.page;
	if (page?.type !== 'fields') return null;
	const field = page.fields[page.index];
	if (field === undefined) return null;
	const label = oneLine(field.label, Math.max(4, Math.floor(width / 2)));
	return `${label}: ${fieldText(field.text, field.isSecret, Math.max(1, width - label.length - 3))}`;
}
