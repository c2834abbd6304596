export type GitSetting = {
	readonly scope: string;
	readonly origin: string;
	readonly key: string;
	readonly value: string;
};

/** Effect that a setting of a repository may have when git only reads. */
export type SettingNature =
	| 'harmless'
	| 'file'
	| 'hooks'
	/** Runs something, leads elsewhere, or is unknown. */
	| 'unknown';

/**
 * Settings that start no program, read no file and lead nowhere while git reads, whatever their value. A star stands
 * for any subsection. Anything else is not known to be harmless.
 */
const HARMLESS = new Set(
	`
	core.abbrev core.autocrlf core.bare core.bigfilethreshold core.checkstat core.commentchar core.commentstring
	core.commitgraph core.compression core.deltabasecachelimit core.eol core.filemode core.fscache core.fsync
	core.fsyncmethod core.fsyncobjectfiles core.hidedotfiles core.ignorecase core.ignorestat core.logallrefupdates
	core.longpaths core.loosecompression core.maxtreedepth core.multipackindex core.notesref core.packedgitlimit
	core.packedgitwindowsize core.precomposeunicode core.preferSymlinkRefs core.preloadindex core.protecthfs
	core.protectntfs core.quotepath core.repositoryformatversion core.safecrlf core.sharedrepository core.sparsecheckout
	core.sparsecheckoutcone core.splitindex core.symlinks core.trustctime core.untrackedcache core.usereplacerefs
	core.warnambiguousrefs core.whitespace core.worktree
	am.keepcr apply.ignorewhitespace apply.whitespace
	blame.blankboundary blame.coloring blame.date blame.markignoredlines blame.markunblamablelines blame.showemail
	blame.showroot
	commit.cleanup commit.gpgsign commit.status commit.template commit.verbose
	diff.algorithm diff.autorefreshindex diff.colormoved diff.colormovedws diff.context diff.dirstat
	diff.ignoresubmodules diff.indentheuristic diff.interhunkcontext diff.mnemonicprefix diff.noprefix diff.relative
	diff.renamelimit diff.renames diff.statgraphwidth diff.statnamewidth diff.suppressblankempty
	diff.guitool diff.tool diff.wordregex diff.wserrorhighlight diff.*.binary diff.*.funcname diff.*.wordregex diff.*.xfuncname
	difftool.prompt extensions.compatobjectformat extensions.noop extensions.objectformat extensions.partialclone
	extensions.preciousobjects extensions.relativeworktrees extensions.worktreeconfig
	feature.experimental feature.manyfiles
	fetch.all fetch.fsckobjects fetch.output fetch.parallel fetch.prune fetch.prunetags fetch.recursesubmodules
	fetch.showforcedupdates fetch.unpacklimit fetch.writecommitgraph
	gc.aggressivedepth gc.aggressivewindow gc.auto gc.autodetach gc.autopacklimit gc.cruftpacks gc.logexpiry
	gc.packrefs gc.pruneexpire gc.reflogexpire gc.reflogexpireunreachable gc.worktreepruneexpire gc.writecommitgraph
	gpg.format grep.column grep.extendedregexp grep.fullname grep.linenumber grep.patterntype grep.threads
	gui.encoding gui.gcwarning gui.geometry gui.wmstate help.autocorrect
	i18n.commitencoding i18n.logoutputencoding
	index.recordendofindexentries index.recordoffsettable index.skiphash index.sparse index.threads index.version
	lfs.*.access lfs.*.locksverify lfs.fetchexclude lfs.fetchinclude lfs.locksverify lfs.repositoryformatversion
	log.abbrevcommit log.date log.decorate log.excludedecoration log.follow log.graphcolors log.initialdecorationset
	log.mailmap log.showroot
	mailmap.blob maintenance.auto maintenance.autodetach maintenance.strategy maintenance.*.enabled
	maintenance.*.schedule
	merge.conflictstyle merge.directoryrenames merge.ff merge.log merge.renamelimit merge.renames merge.stat
	merge.guitool merge.tool merge.verbosity merge.*.name mergetool.keepbackup mergetool.prompt
	notes.displayref notes.rewriteref oh-my-zsh.hide-dirty oh-my-zsh.hide-info oh-my-zsh.hide-status
	pack.compression pack.packsizelimit pack.threads pack.usebitmaps pack.usesparse pack.windowmemory
	pack.writereverseindex protocol.version pull.ff pull.octopus pull.rebase pull.twohead
	push.autosetupremote push.default push.followtags push.gpgsign push.recursesubmodules push.useforceifincludes
	rebase.abbreviatecommands rebase.autosquash rebase.autostash rebase.missingcommitscheck rebase.stat
	rebase.updaterefs receive.advertisepushoptions receive.autogc receive.denycurrentbranch receive.denydeletes
	receive.denynonfastforwards receive.fsckobjects
	remote.pushdefault remote.*.fetch remote.*.followremotehead remote.*.gh-resolved remote.*.glab-resolved
	remote.*.mirror remote.*.partialclonefilter remote.*.promisor remote.*.prune remote.*.prunetags remote.*.push
	remote.*.pushurl remote.*.skipdefaultupdate remote.*.skipfetchall remote.*.tagopt remote.*.url
	rerere.autoupdate rerere.enabled
	stash.showincludeuntracked stash.showpatch stash.showstat
	status.aheadbehind status.branch status.displaycommentprefix status.relativepaths status.renamelimit
	status.renames status.short status.showstash status.showuntrackedfiles
	submodule.active submodule.fetchjobs submodule.propagatebranches submodule.recurse submodule.*.active
	submodule.*.branch submodule.*.fetchrecursesubmodules submodule.*.ignore submodule.*.url
	tag.forcesignannotated tag.gpgsign transfer.fsckobjects transfer.hiderefs
	uploadpack.allowanysha1inwant uploadpack.allowfilter uploadpack.allowreachablesha1inwant
	worktree.guessremote worktree.userelativepaths
`
		.trim()
		.toLowerCase()
		.split(/\s+/),
);
/** Sections whose values git takes as text, those of other tools, and aliases, which replace no builtin command. */
const HARMLESS_SECTIONS = new Set(
	'advice alias author bash branch color column committer git-town gitbutler gitflow github gitreview init user versionsort vscode'.split(
		' ',
	),
);
const FILES = new Set(['blame.ignorerevsfile', 'core.attributesfile', 'core.excludesfile', 'mailmap.file']);
/** The values of `git lfs install --local`: a program of the user, with no argument that the repository chose. */
const LFS: ReadonlyMap<string, RegExp> = new Map([
	['filter.lfs.clean', /^git-lfs clean -- %f$/],
	['filter.lfs.smudge', /^git-lfs smudge (?:--skip )?-- %f$/],
	['filter.lfs.process', /^git-lfs filter-process(?: --skip)?$/],
	['filter.lfs.required', /^(?:true|false)$/],
]);
const NO = /^(?:false|no|off|0|)$/i;
/** Settings that are harmless for some of their values. */
const HARMLESS_VALUES: ReadonlyMap<string, RegExp> = new Map([
	...LFS,
	// All else is a program, asked for what has changed.
	['core.fsmonitor', /^(?:true|false|yes|no|on|off|0|1|)$/i],
	// Newer versions take a place here.
	['extensions.refstorage', /^(?:files|reftable)$/],
	['log.showsignature', /^(?:false|no|off|0)$/i],
	['diff.submodule', /^short$/],
	['merge.*.driver', /^true$/],
	['submodule.*.update', /^(?:checkout|rebase|merge|none)$/],
	['branch.sort', /^-?[\w:.-]+$/],
	['tag.sort', /^-?[\w:.-]+$/],
]);
/** A path that git takes literally: not `~me/x`, `%(prefix)/x` or `:(optional)x`, and without `..` through a link. */
const PLAIN_PATH = /^(?![~%:])(?!(?:.*\/)?\.\.(?:\/|$))[^\0\n]*$/;
/** Settings for remotes; while reading, git uses one only where objects are missing. */
const NETWORK = /^(?:core\.sshcommand|ssh\.variant|(?:credential|http|url)\..*)$/;
/** Missing objects are fetched while git reads: from such addresses with the user's own programs only. */
const PLAIN_ADDRESS = /^(?:(?:https?|ssh|git):\/\/(?!-)[^\s]+|[\w.-]+@[\w.-]+:(?!-)[^\s]*)$/;

/** The effect of a setting in a repository's own configuration. `isPartial`: the repository is a partial clone. */
export function natureOf({ key, value }: GitSetting, isPartial: boolean): SettingNature {
	const section = key.slice(0, key.indexOf('.'));
	const name = key.slice(key.lastIndexOf('.') + 1);
	const general = key === `${section}.${name}` ? key : `${section}.*.${name}`;
	if (general === 'core.hookspath') return PLAIN_PATH.test(value) ? 'hooks' : 'unknown';
	if (FILES.has(key)) return PLAIN_PATH.test(value) ? 'file' : 'unknown';
	const values = HARMLESS_VALUES.get(key) ?? HARMLESS_VALUES.get(general);
	if (values !== undefined) return values.test(value) && !/signature/.test(value) ? 'harmless' : 'unknown';
	if (NETWORK.test(key)) return isPartial ? 'unknown' : 'harmless';
	if (isPartial && /^remote\..*\.(?:url|pushurl)$/.test(key))
		return PLAIN_ADDRESS.test(value) && !value.includes('::') ? 'harmless' : 'unknown';
	return HARMLESS.has(general) || HARMLESS_SECTIONS.has(section) ? 'harmless' : 'unknown';
}

const PROGRAM =
	/^(?:diff\.external|diff\..*\.(?:command|textconv)|filter\..*\.(?:clean|smudge|process)|core\.(?:fsmonitor|pager|sshcommand|alternaterefscommand|askpass)|pager\..*|gpg(?:\..*)?\.program|interactive\.difffilter)$/;

export function programPaths(setting: GitSetting): readonly string[] {
	return programWords(setting).filter((word) => word.includes('/') && !/^-|:\/\//.test(word));
}

export function programNames(setting: GitSetting): readonly string[] {
	return programWords(setting).filter((word) => /^[A-Za-z][\w.+-]*$/.test(word));
}

function programWords({ key, value }: GitSetting): readonly string[] {
	return PROGRAM.test(key) ? value.split(/[\s'"`;|&()<>=]+/) : [];
}

/**
 * By these, with other values, git also opens a submodule that only a commit names, or that is not checked out: nobody
 * looked at its configuration, which may start programs.
 */
const OPENS_SUBMODULES: ReadonlyMap<string, RegExp> = new Map([
	['diff.submodule', /^short$/],
	['status.submodulesummary', NO],
]);

export function opensSubmodules({ key, value }: GitSetting, isSearch: boolean): boolean {
	const harmless = isSearch && key === 'submodule.recurse' ? NO : OPENS_SUBMODULES.get(key);
	return harmless?.test(value) === false;
}

export function isFileSetting({ key }: GitSetting): boolean {
	return FILES.has(key);
}

/** Parses the output of `git config --list --show-scope --show-origin -z`; null when it has another form. */
export function parseSettings(output: string): readonly GitSetting[] | null {
	const parts = output.split('\0');
	if (parts.pop() !== '' || parts.length % 3 !== 0) return null;
	const settings: GitSetting[] = [];
	for (let at = 0; at < parts.length; at += 3) {
		const [scope = '', origin = '', line = ''] = parts.slice(at, at + 3);
		const end = line.indexOf('\n');
		const key = end < 0 ? line : line.slice(0, end);
		if (!key.includes('.')) return null;
		// A key without a value means true.
		settings.push({ scope, origin, key, value: end < 0 ? 'true' : line.slice(end + 1) });
	}
	return settings;
}
