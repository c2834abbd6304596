export type ShadowRequest =
	| { readonly action: 'list'; readonly isJson: boolean }
	| { readonly action: 'show'; readonly id: string; readonly isJson: boolean }
	| {
			readonly action: 'apply';
			readonly id: string;
			readonly paths: readonly string[];
			readonly isAgreed: boolean;
			readonly isOverConflicts: boolean;
	  }
	| {
			readonly action: 'discard';
			readonly id: string;
			readonly paths: readonly string[];
			readonly isAgreed: boolean;
	  };
