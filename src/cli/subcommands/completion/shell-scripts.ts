import { UsageError } from '../../errors.js';
import { printText } from '../../output.js';
import { oneOf, quote } from '../../quote-value.js';

export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof SHELLS)[number];

// Each asks the program with the words up to the cursor. A dot stands before each, as an empty word would be lost on the
// way. A line of the answer is a word, a tab and what it is; `:files` and `:folders` leave it to the shell.

const BASH = `# acp-tui completion for bash: eval "$(acp-tui completion bash)"
_acp_tui() {
  local word about words=("\${COMP_WORDS[@]:1:COMP_CWORD}")
  COMPREPLY=()
  while IFS=$'\\t' read -r word about; do
    case $word in
      :files) compopt -o default 2>/dev/null ;;
      :folders) compopt -o dirnames 2>/dev/null ;;
      *) [[ $word == *'(' ]] && compopt -o nospace 2>/dev/null
        COMPREPLY+=("$(printf %q "$word")") ;;
    esac
  done < <(acp-tui completion words -- "\${words[@]/#/.}" 2>/dev/null < /dev/null)
}
complete -F _acp_tui acp-tui
`;

const ZSH = `#compdef acp-tui
# acp-tui completion for zsh: source <(acp-tui completion zsh), after compinit
_acp_tui() {
  local line
  local -a found
  while IFS= read -r line; do
    case $line in
      :files) _files; return ;;
      :folders) _files -/; return ;;
      *) found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}") ;;
    esac
  done < <(acp-tui completion words -- "\${(@)words[2,CURRENT]/#/.}" 2>/dev/null < /dev/null)
  _describe 'acp-tui' found
}
compdef _acp_tui acp-tui
`;

const FISH = `# acp-tui completion for fish: acp-tui completion fish | source
function __acp_tui_words
    set -l words (commandline -opc)[2..-1] (commandline -ct)
    for line in (acp-tui completion words -- .$words 2>/dev/null < /dev/null)
        switch $line
            case ':files'
                __fish_complete_path (commandline -ct)
            case ':folders'
                __fish_complete_directories (commandline -ct)
            case '*'
                echo $line
        end
    end
end
complete -c acp-tui -f -a '(__acp_tui_words)'
`;

const POWERSHELL = `# acp-tui completion for PowerShell: acp-tui completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName acp-tui -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object {
            if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { ".$($_.Value)" }
            else { ".$($_.Extent.Text)" }
        })
    acp-tui completion words '--' @words ".$wordToComplete" 2>$null | ForEach-Object {
        $word, $about = $_ -split "\`t", 2
        if ($word -and $word -notlike ':*') {
            $text = if ($word -match '^[\\w./:=+-]+$') { $word } else { "'$($word -replace "'", "''")'" }
            if (-not $about) { $about = $word }
            [System.Management.Automation.CompletionResult]::new($text, $word, 'ParameterValue', $about)
        }
    }
}
`;

export const SHELL_SCRIPTS: Readonly<Record<Shell, string>> = {
	bash: BASH,
	zsh: ZSH,
	fish: FISH,
	powershell: POWERSHELL,
};

export function runCompletion({ shell: word }: { readonly shell: string }): Promise<number> {
	const shell = SHELLS.find((each) => each === word);
	if (shell === undefined) throw new UsageError(`completion ${quote(word)}: must be ${oneOf(SHELLS)}`);
	return printText(SHELL_SCRIPTS[shell]);
}
