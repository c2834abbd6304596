import { wordsIn } from '../../../core/text/word-set.js';

/**
 * Where, below a home folder, managers of languages and tools keep programs, and what these need: always shown, as their
 * programs are also started by links and scripts that lie elsewhere. None of them holds keys.
 */
export const TOOLS = wordsIn(`
	bin .local/bin .local/lib .local/libexec .local/opt .local/share/man .local/include .nvm .volta .nodenv .fnm
	.local/share/fnm .local/state/fnm_multishells .n .local/share/nvm .local/share/pnpm .local/share/corepack
	.npm-global .npm-packages .yarn .config/yarn/global .bun/bin .bun/install .deno .nodebrew .nvs .pyenv .local/pipx
	.local/share/pipx .local/share/uv .local/share/virtualenvs .virtualenvs .local/share/hatch .local/share/pypoetry
	.rye/shims .rye/py .rye/tools .rye/self .rye/uv .pixi miniconda3 anaconda3 miniforge3 mambaforge micromamba
	.conda/envs .conda/pkgs .poetry/bin .rbenv .rvm .gem/ruby .local/share/gem/ruby .rubies .bundle/plugin .rustup
	.cargo/bin .cargo/env go/bin sdk .go .gvm .goenv .local/share/go .sdkman .jenv .jbang .jabba .jdks .m2/wrapper
	.gradle/wrapper .gradle/jdks .sbt/boot .asdf .local/share/asdf .local/share/mise .local/share/rtx .proto .moon
	.local/share/aquasecurity .local/share/aquaproj-aqua .linuxbrew .nix-profile .nix-defexpr .local/state/nix
	.guix-profile .juliaup .ghcup .cabal/bin .cabal/store .stack/programs .stack/snapshots .elan .opam .dotnet/dotnet
	.dotnet/host .dotnet/packs .dotnet/sdk .dotnet/sdk-manifests .dotnet/shared .dotnet/templates .dotnet/tools
	.foundry .swiftly .local/share/swiftly .phpenv .composer/vendor .config/composer/vendor .perlbrew perl5 .plenv
	.luarocks/bin .luarocks/lib .luarocks/share .mix .kiex .exenv .nimble/bin .nimble/pkgs .nimble/pkgs2 .choosenim
	.zvm .zigup .flutter flutter fvm .pub-cache/bin .krew/bin .tfenv .tgenv .arkade/bin .wasmer/bin .wasmtime/bin
	.local/share/solana/install Android/Sdk .oh-my-zsh .zplug .zinit .fzf .terminfo node_modules
	.local/share/bash-completion .local/share/zsh/site-functions .local/share/pkgconfig
`);

/** Managers whose programs need what else lies in the manager's folder, and where links of a `PATH` lead into them. */
export const MANAGERS = wordsIn(`
	.pyenv .rbenv .nodenv .asdf .nvm .volta .rustup .sdkman .deno .fnm .jenv .local/share/mise .local/share/pnpm
	.local/share/fnm .local/share/uv .linuxbrew .juliaup .ghcup .opam .nix-profile .local/state/nix .foundry .elan
	.proto .moon .swiftly
`);

/** Variables that name folders of tools, or files that programs need: what they name is shown. */
export const TOOL_VARIABLES: ReadonlySet<string> = new Set(
	wordsIn(`
	NVM_DIR NVM_BIN FNM_DIR FNM_MULTISHELL_PATH VOLTA_HOME N_PREFIX NODENV_ROOT PNPM_HOME NODE_PATH BUN_INSTALL
	DENO_INSTALL COREPACK_HOME NODE_EXTRA_CA_CERTS PYENV_ROOT PYTHONPATH PYTHONHOME PYTHONUSERBASE VIRTUAL_ENV
	WORKON_HOME CONDA_PREFIX CONDA_EXE CONDA_PYTHON_EXE MAMBA_EXE MAMBA_ROOT_PREFIX PIPX_HOME PIPX_BIN_DIR UV_TOOL_DIR
	UV_PYTHON_INSTALL_DIR RYE_HOME PIXI_HOME RBENV_ROOT GEM_PATH RUBYLIB MY_RUBY_HOME RUSTUP_HOME GOROOT GOBIN
	GOENV_ROOT JAVA_HOME JDK_HOME SDKMAN_DIR JENV_ROOT M2_HOME MAVEN_HOME GRADLE_HOME KOTLIN_HOME SCALA_HOME
	ANDROID_HOME ANDROID_SDK_ROOT ANDROID_NDK_HOME ASDF_DIR ASDF_DATA_DIR MISE_DATA_DIR PROTO_HOME HOMEBREW_PREFIX
	HOMEBREW_CELLAR HOMEBREW_REPOSITORY DOTNET_ROOT OPAM_SWITCH_PREFIX FLUTTER_ROOT FLUTTER_HOME PUB_CACHE
	LD_LIBRARY_PATH LIBRARY_PATH CPATH C_INCLUDE_PATH CPLUS_INCLUDE_PATH PKG_CONFIG_PATH CMAKE_PREFIX_PATH CUDA_HOME
	CUDA_PATH PERL5LIB PERL_LOCAL_LIB_ROOT LUA_PATH LUA_CPATH MANPATH INFOPATH TERMINFO TERMINFO_DIRS SSL_CERT_FILE
	SSL_CERT_DIR CURL_CA_BUNDLE REQUESTS_CA_BUNDLE GIT_SSL_CAINFO ZSH PLAYWRIGHT_BROWSERS_PATH
`),
);

/** Names that projects below a home folder take from the folders around them. */
export const AROUND_PROJECTS = wordsIn(`
	node_modules package.json pnpm-workspace.yaml tsconfig.json .editorconfig .tool-versions mise.toml .mise.toml
	.nvmrc .node-version .python-version .ruby-version .java-version .sdkmanrc rust-toolchain rust-toolchain.toml
	rustfmt.toml .clang-format go.work biome.json
`);

/** Settings of tools that are shown where they hold no key. Relative to the home folder. */
export const TOOL_SETTINGS = wordsIn(`
	.npmrc .yarnrc .yarnrc.yml .bunfig.toml .config/pnpm/rc .pip/pip.conf .config/pip/pip.conf .config/uv/uv.toml
	.config/pypoetry/config.toml .condarc .gemrc .cargo/config .cargo/config.toml .config/go/env .m2/settings.xml
	.gradle/gradle.properties .tool-versions .asdfrc .asdf/asdfrc .config/mise/config.toml .default-npm-packages
	.nvmrc .node-version .python-version .ruby-version .editorconfig .rustfmt.toml .config/rustfmt/rustfmt.toml
	.clang-format .config/gem/gemrc .config/composer/config.json .config/nix/nix.conf
`);

/** Files that shells read at their start: a login shell of an agent has its `PATH` from there. */
export const SHELL_SETTINGS = wordsIn(`
	.profile .bash_profile .bash_login .bashrc .bash_aliases .zshenv .zprofile .zshrc .zlogin .config/fish/config.fish
	.config/zsh/.zshrc .config/zsh/.zshenv .kshrc .mkshrc
`);
