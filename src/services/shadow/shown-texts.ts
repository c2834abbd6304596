import { type Result, succeed } from '../../core/failure.js';
import type { ShadowTexts } from '../../core/shadow/shadow-change.js';
import type { Compared } from './compare-shadow.js';
import { SHADOW } from './shadow-messages.js';
import { contentId, isTextSize, lookAtSide, readFileBytes, readText, textIn } from './shadow-side.js';

type Roots = { readonly view: string; readonly real: string };

export async function textsNow(path: string, { view, real }: Roots): Promise<ShadowTexts> {
	return { before: await textAt(`${real}/${path}`), after: await textAt(`${view}/${path}`) };
}

/**
 * Both sides of a change as compared. Fails when the view changed since: else an agent could show one content to the
 * user, and have another applied.
 */
export async function textsAsCompared(compared: Compared, { view, real }: Roots): Promise<Result<ShadowTexts>> {
	const { path } = compared.own;
	const after = await textAsCompared(compared, `${view}/${path}`);
	if (after === 'changed') return SHADOW.changedSince(path);
	return succeed({ before: await textAt(`${real}/${path}`), after: after.text });
}

async function textAsCompared(
	{ own, content }: Compared,
	at: string,
): Promise<{ readonly text: string | null } | 'changed'> {
	const now = lookAtSide(at);
	switch (own.view?.kind) {
		case 'link':
			return now?.kind === 'link' && now.target === own.view.target ? { text: now.target } : 'changed';
		case 'file': {
			if (now?.kind !== 'file') return 'changed';
			if (!isTextSize(own.view.facts)) return { text: null };
			const read = await readFileBytes(at, own.view.facts.size);
			return read !== null && contentId(read.bytes) === content ? { text: textIn(read.bytes) } : 'changed';
		}
		default:
			// A file that was deleted in the view is a device (whiteout) in the overlay's layer.
			return now === null || now.kind === 'odd' || now.kind === own.view?.kind ? { text: null } : 'changed';
	}
}

async function textAt(at: string): Promise<string | null> {
	const now = lookAtSide(at);
	if (now?.kind === 'link') return now.target;
	return now?.kind === 'file' ? readText(at, now.facts) : null;
}
