import { wordSet } from '../text/word-set.js';
import { plainName } from './plain-name.js';
import type { PathFact } from './policy-types.js';

/**
 * Names with a leading dot are settings of some program, and most of them can name another program to run.
 * These cannot: they list files to pass over, hold a folder in place, or say how a text is laid out.
 */
const HARMLESS_DOT_FILES: ReadonlySet<string> = wordSet(
	'.gitignore .gitkeep .keep .mailmap .git-blame-ignore-revs .editorconfig .nojekyll',
	'.prettierignore .eslintignore .stylelintignore .markdownlintignore .dockerignore .npmignore',
);

/** Folders without a leading dot whose files are run, and that nobody edits by hand. */
const FOLDERS: ReadonlySet<string> = wordSet(
	'githooks git-hooks git_hooks nbproject',
	'node_modules bower_components site-packages dist-packages __pypackages__ venv virtualenv',
);

/** Files without a leading dot that a program reads by itself, and that can make it run another. */
const FILES: ReadonlySet<string> = wordSet(
	// Agents' own settings
	'opencode.json opencode.jsonc crush.json kilo.json kilo.jsonc mcp.json mcp_config.json mcp-config.json mcp_settings.json',
	'gemini-extension.json qwen-extension.json claude_desktop_config.json fastagent.config.yaml fastagent.config.yml',
	'fastagent.secrets.yaml fastagent.secrets.yml',
	// Editors
	'devcontainer.json tasks.vs.json launch.vs.json session.vim _vimrc _gvimrc _exrc cmakeuserpresets.json omnisharp.json',
	'rust-analyzer.toml zls.json buildserver.json',
	// Hooks
	'prek.toml captainhook.json grumphp.yml grumphp.yaml pre-commit-config.yaml pre-commit-config.yml',
	// Shells that look into the folder they are in
	'devbox.json devenv.yaml',
	// Tools' versions, settings and wrappers
	'rust-toolchain rust-toolchain.toml bunfig.toml global.json nuget.config pnpm-workspace.yaml ansible.cfg pip.conf pip.ini',
	'uv.toml pixi.toml pdm.toml poetry.toml dotnet-tools.json directory.build.rsp msbuild.rsp pylintrc pylintrc.toml',
	'gradle.properties local.properties gradle-daemon-jvm.properties startup.m irb.rc _irbrc $irbrc',
	'sitecustomize.py usercustomize.py pyvenv.cfg gradle-wrapper.properties gradle-wrapper.jar gradlew',
	'gradlew.bat maven-wrapper.properties mvnw mvnw.cmd terraform.rc terragrunt.hcl _netrc autorun.inf',
	// Pipelines
	'renovate.json renovate.json5 app.json now.json captain-definition zuul.yaml dagger.json cirrus.star',
	// Lock files: what exactly is downloaded and then run
	'cpanfile.snapshot rokit.toml aftman.toml foreman.toml maven_install.json project.assets.json cabal.config',
	'npm-shrinkwrap.json go.sum go.work.sum dub.selections.json lake-manifest.json verification-metadata.xml cabal.project.local',
);

/** The same by form. */
const FORMS: readonly RegExp[] = [
	// A repository without a working tree, and the short names that Windows makes of names with a dot.
	/\.git$/,
	/^[^.]{1,6}~\d+(?:\.[^.]{0,3})?$/,
	/^acp-tui\.config\..+$/,
	// Pipelines, those for one stage or system too (`Procfile.dev`, `fly.staging.toml`).
	/^(?:jenkinsfile|procfile|tiltfile|dangerfile|earthfile|fastfile)(?:[._-].+)?$/,
	/^(?:appveyor|circle|circleci|travis|drone|woodpecker|wercker|codemagic|bitrise|buddy|codefresh|semaphore|shippable|screwdriver|atlantis|codeship|cloudbuild|buildspec|appspec|netlify|vercel|render|amplify|heroku|firebase|fly|railway|nixpacks|skaffold|wrangler|buildkite|tekton|concourse|spacelift|okteto|devspace|jitpack|goreleaser|earthly|dagger|cirrus|teamcity|jenkins|vsts-ci)(?:[._-][\w-]+)*\.(?:ya?ml|jsonc?|toml|star|jsonnet|cue|kts)$/,
	/^(?:action|(?:harness|garden|azure|cd|ci)(?:[._-][\w-]+)*)\.ya?ml$|\.jenkinsfile$|(?:^|\.)sr\.ht\.ya?ml$/,
	/(?:^|[._-])(?:pipelines?|gitlab-ci)(?:[._-].+)?\.ya?ml$/,
	// Shells of nix, which are entered with the folder.
	/^(?:default|flake|devenv|replit|(?:.+[._-])?(?:dev)?shell(?:[._-].+)?)\.nix$/,
	/^husky\.config\./,
	/(?:^|[._-])mcp(?:[._-](?:settings|config|servers))?\.(?:json|ya?ml|toml)$/,
	// Git's hooks, wherever they are kept.
	/^(?:(?:pre|post)-(?:applypatch|commit|merge-commit|rebase|checkout|merge|push|receive|update|auto-gc|rewrite|index-change)|(?:prepare-)?commit-msg|applypatch-msg|sendemail-validate|reference-transaction|proc-receive|push-to-checkout|fsmonitor-watchman)$/,
	/\.(?:code-workspace|sublime-project|sublime-workspace|ipr|iws|desktop|lnk|scf|pth)$/,
	/(?:proj|\.pro)\.user$/,
	/^(?:lefthook|lefthook-local|lint-staged\.config|simple-git-hooks|pnpmfile)\.[a-z0-9]+$/,
	/^mise(?:\..+)?\.toml$/,
	/\.gocd\.(?:ya?ml|json)$/,
	// Lock files: what exactly is downloaded and then run.
	/\.(?:lock(?:b|ed|file)?|freeze|frozen|resolved)(?:\.(?:json|hcl|ya?ml|toml|txt|edn))?$/,
	/-lock\.(?:json|ya?ml|lua|toml)$/,
	/^pylock(?:\..+)?\.toml$/,
	// Manifests of Julia and Gleam.
	/^(?:julia)?manifest(?:-v[\d.]+)?\.toml$/,
];

/** Files that count for the folder they stand in, or as a file alone. */
const FOLDED_FILES: readonly RegExp[] = [
	// The branch that is checked out: with it a folder is a repository, and git runs what its configuration names.
	/(?:^|\/)head$/,
	/(?:^|\/)mise\/(?:config(?:\..+)?\.toml|conf\.d\/.+|tasks\/.+)$/,
	/(?:^|\/)gradle\/wrapper\//,
	/(?:^|\/)[^/]*env[^/]*\/(?:bin|scripts)\//,
	/(?:^|\/)vendor\/bin\//,
	/(?:^|\/)tools\/bazel(?:\.[a-z0-9]+)?$/,
	/(?:^|\/)renv\/(?:activate\.r|settings\.(?:json|dcf))$/,
	/(?:^|\/)packrat\/(?:init\.r|packrat\.opts)$/,
	/(?:^|\/)project\/build\.properties$/,
	/(?:^|\/)buildkite\/(?:.+\/)?[^/]+\.(?:json|ya?ml|sh)$/,
	/(?:^|\/)ci_scripts\/ci_[^/]+$/,
	/(?:^|\/)pipelines?\/(?:.+\/)?[^/]+\.ya?ml$/,
	/(?:^|\/)(?:nix|npins)\/sources\.json$|(?:^|\/)vendor\/modules\.txt$|(?:^|\/)godeps\.json$/,
];

/** A path below its root: the workspace, or the additional directory that it lies in; null outside of both. */
export function pathBelowRoot({ relative, root, real }: PathFact): string | null {
	if (relative !== null) return relative;
	return root === undefined || real === null ? null : real.slice(root.length).replace(/^[\\/]/, '');
}

/** The part of a file's path that makes programs run later, by its name or by what git's settings say of its folder. */
export function autoRunPartOf(path: PathFact): string | null {
	const below = pathBelowRoot(path);
	return path.autoRunFolder ?? (below === null ? null : autoRunPart(below));
}

/**
 * The part of a path (relative, with `/`) that makes it one of those files whose change lets programs run
 * later, without another question, as `plainName` reads it; a name with a leading dot is taken for one unless
 * it is known to be harmless. Null for any other path. What the user starts by hand as part of the code
 * (`package.json`, `Makefile`, a test's settings) is none of them.
 */
export function autoRunPart(relative: string): string | null {
	const last = relative.slice(relative.lastIndexOf('/') + 1);
	const plain = plainName(relative);
	const parts = plain.split(/[/\\]/).map(withoutEnd);
	const folders = parts.slice(0, -1);
	const isNamed = (part: string): boolean =>
		FOLDERS.has(part) || FILES.has(part) || FORMS.some((form) => form.test(part));
	// The exact spelling alone is harmless: another one is another file.
	const ends = HARMLESS_DOT_FILES.has(last) ? folders : parts;
	const found = ends.find((part) => part.startsWith('.') || isNamed(part));
	return (
		found ??
		FOLDED_FILES.map((form) => form.exec(parts.join('/'))?.[0])
			.find((match) => match !== undefined)
			?.split('/')
			.find((part) => part !== '') ??
		null
	);
}

/** Windows passes over dots and spaces at a name's end, and over what names a stream of the file. */
function withoutEnd(name: string): string {
	const bare = name
		.trim()
		.replace(/:.*$/, '')
		.replace(/[. ]+$/, '');
	return bare === '' ? name.trim() : bare;
}
