import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { alwaysRules } from '../../../src/core/policy/always.js';
import { autoRunPart } from '../../../src/core/policy/auto-run-files.js';
import { decide } from '../../../src/core/policy/decide.js';
import type { PathFact } from '../../../src/core/policy/policy-types.js';
import { lines } from '../lines.js';
import { inside, request, rule } from './requests.js';

const write = (path: PathFact) => request('edit', { source: 'fs-write', paths: [path] });
const accepted = (path: PathFact, ...rules: string[]) =>
	decide(write(path), { mode: 'acceptEdits', rules: rules.map((text) => rule(text)) }).decision;

const AGENTS = `opencode.json opencode.jsonc .pi/settings.json .pi/extensions/x.ts .factory/settings.json
	.augment/settings.json .github/copilot/settings.json .copilot/mcp-config.json .junie/mcp/mcp.json .kilocode/mcp.json
	.kilo/config.json .kimi/config.toml .qoder/settings.json .trae/mcp.json .iflow/settings.json .vibe/config.toml
	.grok/settings.json .mux/init .openclaw/openclaw.json .poolside/settings.yaml .devin/config.json fastagent.config.yaml
	.roo/mcp.json .amp/settings.json .crush.json crush.json .aider.conf.yml .goosehints .agents/hooks.json .cline/mcp.json
	.some-agent-of-tomorrow/settings.json mcp.json`;
const TOOLS = `.devcontainer.json .devcontainer/devcontainer.json .helix/languages.toml .nvim.lua .lvimrc .dir-locals.el
	.nova/Configuration.json .vs/tasks.vs.json .sublime/x.sublime-project x.sublime-project .theia/tasks.json mise.local.toml
	.mise.local.toml .mise/config.toml mise/config.toml mise.toml .tool-versions rust-toolchain rust-toolchain.toml .pnp.cjs
	.pnpmfile.mjs bunfig.toml .Rprofile .ghci .iex.exs .irbrc .pryrc .pdbrc .ocamlinit .bazelrc lefthook.yml
	lefthook-local.yml lefthook.toml .huskyrc.js .simple-git-hooks.js .lintstagedrc.js .overcommit.yml .gitattributes
	.github/workflows/ci.yml .gitlab-ci.yml .envrc.local .env .screenrc .xsession .local/share/applications/x.desktop
	.pam_environment ansible.cfg .terraformrc gradle/wrapper/gradle-wrapper.properties .sdkmanrc flake.nix .justfile
	sitecustomize.py sub/sitecustomize.py Jenkinsfile azure-pipelines.yml bitbucket-pipelines.yml vendor.git/hooks/update
	package-lock.json yarn.lock pnpm-lock.yaml bun.lockb Cargo.lock poetry.lock uv.lock flake.lock npm-shrinkwrap.json
	packages.lock.json gradle.lockfile node_modules/.bin/tsc node_modules/x/index.js .venv/bin/activate venv/bin/activate
	lib/python3.12/site-packages/x.pth env/bin/activate vendor/bin/x scripts/pre-commit commit-msg
	HEAD fixtures/repo/HEAD Head uv.toml omnisharp.json OmniSharp.json tools/bazel tools/bazel.bat renv/activate.R
	buildkite/pipeline.yml buildkite/hooks/x.sh wrangler.toml wrangler.jsonc amplify.yml heroku.yml app.json appspec.yml
	fly.toml railway.json now.json firebase.json cloudbuild.prod.yaml buildspec-test.yml release.gocd.yaml atlantis.yaml
	rust-analyzer.toml buildServer.json zls.json pixi.toml poetry.toml pylintrc local.properties gradle.properties
	packrat/init.R project/build.properties ci_scripts/ci_post_clone.sh Directory.Build.rsp _irbrc startup.m
	buildkite.yml buildkite.pr.yaml drone.star action.yml release.jenkinsfile tekton.yaml concourse.yml vsts-ci.yml
	ci.yml ci-nightly.yaml pipelines/a.yml goreleaser.yaml dagger.cue okteto.yml deps.lock.edn nix/sources.json
	npins/sources.json cpanfile.snapshot vendor/modules.txt Godeps/Godeps.json maven_install.json cabal.config aftman.toml
	Manifest.toml JuliaManifest.toml Manifest-v1.11.toml manifest.toml cabal.project.freeze cabal.project.local gems.locked
	x.opam.locked pylock.toml pylock.dev.toml dub.selections.json go.work.sum lake-manifest.json Procfile.dev Procfile
	Procfile-release Tiltfile.ci fly.staging.toml netlify.toml vercel.json render.yaml skaffold.dev.yaml circleci.yml
	deploy-pipeline.yml pipelines.yaml ci/gitlab-ci.yml azure-pipelines-pr.yaml buildspec.yml replit.nix shell.nix
	dev-shell.nix shell-ci.nix devshell.nix default.nix appveyor-nightly.yml drone.yml Package.resolved bun.lock
	cline_mcp_settings.json Jenkinsfile.deploy .eslintrc.json .babelrc .storybook/main.ts`;
const SPELLINGS = [
	...lines`
		.gıt/config ¦ .envrc­ ¦ .env͏rc ¦ .g᠎it/config ¦ .git️/config ¦ .hüsky/x ¦ ．git/config ¦ ․git/config
		.git ./config ¦ .git::$INDEX_ALLOCATION/config ¦ .ＧＩＴ/config ¦ src／.git/config ¦ a\.git\config
		GIT~1/config ¦ ENVRC~1 ¦ .gіт/config ¦ HEAD. ¦ ＨEAD ¦ renv/ activate.R ¦ ореncode.json ¦ OpenCode.JSON
		node­_modules/.bin/x ¦ Jenkinsﬁle
	`,
	'\u200b.git/config',
	' .git/config',
	'\u2060.envrc',
	'open\u200dcode.json',
	'\u{e0001}.git/x',
];
const words = (text: string) => text.split(/\s+/);

describe('A file that makes programs run later', () => {
	test.each([...words(AGENTS), ...words(TOOLS), ...SPELLINGS])('%j is asked about, and no star allows it', (path) => {
		for (const place of [path, `packages/a/${path}`]) {
			const stars = ['Edit', 'Edit(**)', 'Edit(*)', 'Edit(packages/**)', 'Edit(**/*.json)'];
			expect([place, autoRunPart(place) === null]).toEqual([place, false]);
			expect(accepted(inside(place), ...stars)).toBe('ask');
			expect(alwaysRules(write(inside(place)))).toEqual([]);
		}
	});

	test.each(lines`
		src/a.ts ¦ package.json ¦ src/lock.ts ¦ locked.md ¦ manifest.json ¦ src/pipeline.ts ¦ shell.ts
		vercel.md ¦ render.ts ¦ app/flyer.json ¦ Makefile ¦ justfile ¦ Dockerfile ¦ README.md ¦ AGENTS.md
		CLAUDE.md ¦ git/x ¦ .gitignore ¦ sub/.gitignore ¦ .editorconfig ¦ .prettierignore ¦ .dockerignore
		docs/.gitkeep ¦ src/hooks/use-thing.ts ¦ src/lock.ts ¦ src/db.lock.ts ¦ src/user.ts ¦ src/deadlock.go
		отчёт-v2.md ¦ über.md ¦ naïve ünïcode.txt ¦ 資料.md ¦ a..b ¦ vite.config.ts ¦ conftest.py ¦ Cargo.toml
		go.mod ¦ a~1bc.txt ¦ env.ts ¦ src/head/index.tsx ¦ app/head.js ¦ src/components/Head/Head.tsx ¦ HEAD.md
		tools/bazel/x.ts ¦ src/app.ts ¦ renv/notes.md ¦ src/buildkite/client.ts ¦ src/wrangler.ts
		docs/heroku.md ¦ objects/pack.ts ¦ refs/a.ts ¦ pyproject.toml ¦ tsconfig.json ¦ setup.cfg
		src/config.json ¦ public/manifest.json ¦ src/startup.ts
	`)('%j is none', (path) => {
		expect(autoRunPart(path)).toBeNull();
		expect(accepted(inside(path))).toBe('allow');
	});

	test.each(['.gitignore\u200b', '.GITIGNORE', '.gitignore/x', '.git/.gitignore', '.gitignore.', '.gıtignore'])(
		'%j only looks like a harmless one',
		(path) => expect(autoRunPart(path)).not.toBeNull(),
	);

	test('no spelling that a file system or a reader takes for the same name escapes', () => {
		const names = ['.git/config', '.envrc', '.vscode/tasks.json', 'opencode.json', 'node_modules/a.js', 'bunfig.toml'];
		const unseen = [
			'\u00ad',
			'\u034f',
			'\u115f',
			'\u180e',
			'\u200b',
			'\u200d',
			'\u2060',
			'\u2064',
			'\ufe0f',
			'\ufeff',
			'\u{e0100}',
		];
		const variants = (char: string): string[] => [
			char,
			char.toUpperCase(),
			...(/[!-.0-~]/.test(char) ? [String.fromCodePoint((char.codePointAt(0) ?? 0) + 0xfee0)] : []),
			...(/[a-z]/.test(char) ? [`${char}\u0308`, `${char}\u0323`.normalize('NFC')] : []),
			...unseen.map((mark) => char + mark),
		];
		const spelled = fc
			.constantFrom(...names)
			.chain((name) => fc.tuple(...Array.from(name, (char) => fc.constantFrom(...variants(char)))))
			.map((chars) => chars.join(''));
		fc.assert(
			fc.property(spelled, fc.constantFrom('', 'a/', 'a/b/'), (name, folder) => autoRunPart(folder + name) !== null),
		);
	});

	test('every name with a leading dot that is not known is one', () => {
		const name = fc.stringMatching(/^\.[a-z0-9_-]{1,20}(\.[a-z]{1,5})?$/);
		fc.assert(
			fc.property(name, fc.constantFrom('', 'a/'), (dotted, folder) => {
				fc.pre(!/ignore$|keep$|mailmap|revs$|editorconfig|nojekyll/.test(dotted));
				return autoRunPart(folder + dotted) !== null && autoRunPart(`${folder}${dotted}/x.md`) !== null;
			}),
		);
	});

	test('a folder of hooks that git’s settings name is asked about, and allowed by a rule that names it', () => {
		const hook = { ...inside('scripts/hooks/pre-commit'), autoRunFolder: 'scripts/hooks' };
		expect(accepted(hook)).toBe('ask');
		expect(accepted(hook, 'Edit(**)', 'Edit(scripts/**)')).toBe('ask');
		expect(accepted(hook, 'Edit(scripts/hooks/**)')).toBe('allow');
		expect(alwaysRules(write(hook))).toEqual([]);
	});

	test.each<[rule: string, path: string, decision: string]>([
		['Edit(.vscode/**)', '.vscode/tasks.json', 'allow'],
		['Edit(.VSCode/**)', '.vscode/tasks.json', 'ask'],
		['Edit(.github/workflows/*.yml)', '.github/workflows/ci.yml', 'allow'],
		['Edit(**/package-lock.json)', 'sub/package-lock.json', 'allow'],
		['Edit(**/*.lock)', 'Cargo.lock', 'ask'],
		['Edit(mise/**)', 'mise/config.toml', 'allow'],
	])('%s and %s: %s', (text, path, decision) => expect(accepted(inside(path), text)).toBe(decision));
});

describe('In an additional directory', () => {
	const added = (path: string): PathFact => ({
		given: `/lib/${path}`,
		real: `/lib/${path}`,
		relative: null,
		root: '/lib',
		isInside: true,
		isPlanFile: false,
	});

	test.each(['.git/config', 'a/.envrc', 'opencode.json'])('%s is looked at from there', (path) => {
		expect(accepted(added(path))).toBe('ask');
		expect(accepted(added(path), 'Edit(/lib/**)', 'Edit')).toBe('ask');
	});

	test('edits and reads are judged as in the workspace, and rules name whole paths', () => {
		const verdictOf = (asked: Parameters<typeof decide>[0], ...rules: string[]) =>
			decide(asked, { mode: 'default', rules: rules.map((text) => rule(text)) }).decision;
		expect(accepted(added('a.ts'))).toBe('allow');
		expect(verdictOf(request('read', { source: 'fs-read', paths: [added('a.ts')] }))).toBe('allow');
		expect(verdictOf(request('read', { paths: [added('a.ts')] }))).toBe('allow');
		expect(verdictOf(write(added('a.ts')))).toBe('ask');
		expect(verdictOf(write(added('a.ts')), 'Edit(/lib/**)')).toBe('allow');
		expect(verdictOf(write(added('a.ts')), 'Edit(**)')).toBe('ask');
		expect(verdictOf(write(added('a.ts')), 'Edit(/other/**)')).toBe('ask');
		expect(decide(write(added('a.ts')), { mode: 'plan', rules: [rule('Edit(/lib/**)')] }).decision).toBe('deny');
		for (const text of ['Edit(/lib/**)', 'Edit(a.ts)', 'Edit(**/*.ts)']) {
			expect(decide(write(added('a.ts')), { mode: 'bypassPermissions', rules: [rule(text, 'deny')] }).decision).toBe(
				'deny',
			);
		}
	});

	test('“always” is offered for the whole path', () => {
		expect(alwaysRules(write(added('src/a.ts'))).map((one) => one.rule.text)).toEqual([
			'Edit(/lib/src/a.ts)',
			'Edit(/lib/src/**)',
		]);
		expect(alwaysRules(write(added('a.ts'))).map((one) => one.rule.text)).toEqual(['Edit(/lib/a.ts)']);
	});
});
