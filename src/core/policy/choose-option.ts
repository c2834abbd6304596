import type { OptionKind, PermissionOption } from './policy-types.js';

/**
 * The option that stands for a decision of ours, by its kind and never by its place. Null when
 * none is sure: to allow, exactly one `allow_once` (never `allow_always`); to deny, the first
 * `reject_once`. Null is answered with `cancelled`.
 */
export function chooseOption(
	options: readonly PermissionOption[],
	decision: 'allow' | 'deny',
): PermissionOption | null {
	const sure = withOwnId(options);
	if (decision === 'deny') return sure.find((option) => option.kind === 'reject_once') ?? null;
	const [first, ...others] = options.filter((option) => option.kind === 'allow_once');
	return first !== undefined && others.length === 0 && sure.includes(first) ? first : null;
}

/** Options whose id no other option bears: choosing an id that two options share chooses neither. */
export function withOwnId(options: readonly PermissionOption[]): readonly PermissionOption[] {
	return options.filter((option) => options.every((other) => other === option || other.id !== option.id));
}

const ORDER: readonly OptionKind[] = ['allow_once', 'allow_always', 'reject_once', 'reject_always', 'unknown'];

/** The options as they are listed: by kind, and within a kind as the agent sent them. */
export function orderOptions(options: readonly PermissionOption[]): readonly PermissionOption[] {
	return options.toSorted((left, right) => ORDER.indexOf(left.kind) - ORDER.indexOf(right.kind));
}
