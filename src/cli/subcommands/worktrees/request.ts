export type WorktreesRequest = {
	readonly action: 'list' | 'merge' | 'patch' | 'remove';
	readonly cwd: string | null;
	readonly name: string;
	readonly isJson: boolean;
	readonly isAgreed: boolean;
};
