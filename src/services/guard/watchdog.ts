/**
 * The watchdog's program, for any POSIX shell: no Node, so that it costs a megabyte and survives whatever ends us.
 * Reads its standard input: `+ GROUP` watches a process group, or a single process of our own group; `- GROUP` says
 * that it ended. `f FOLDER` is a temporary folder of ours, removed last; `F FOLDER` one that is gone. When the input
 * ends, what is still watched gets a short grace, then SIGTERM, then SIGKILL after a second. A group whose leader's
 * number belongs to a later process by then is a stranger's. Ends within two seconds.
 */
export const WATCHDOG = `
trap '' HUP INT TERM PIPE
hasProc=
[ -r /proc/self/stat ] && hasProc=yes

# Sets pid, state, parent, group, session and start from a line of /proc/PID/stat; a name may hold anything.
parse() {
	pid=\${1%% *}
	case $pid in '' | *[!0-9]*) return 1 ;; esac
	set -- \${1##*) }
	[ $# -ge 20 ] || return 1
	state=$1 parent=$2 group=$3 session=$4 start=\${20}
}

list() {
	if [ -n "$hasProc" ]; then
		for file in /proc/[0-9]*/stat; do
			line=
			{ IFS= read -r line; } <"$file" || continue
			parse "$line" || continue
			case $state in Z* | X*) continue ;; esac
			echo "$pid $parent $group $session $start"
		done
	else
		ps -A -o pid=,ppid=,pgid=,stat=,lstart= | while read -r pid parent group state start; do
			case $state in Z*) continue ;; esac
			set -- $start
			echo "$pid $parent $group 0 $1$2$3$4$5"
		done
	fi
}

# Sets start to what tells the process from a later one with its number; empty when it is gone.
look_at() {
	start=
	if [ -n "$hasProc" ]; then
		line=
		{ IFS= read -r line; } <"/proc/$1/stat" && parse "$line"
	else
		set -- $(ps -o lstart= -p "$1")
		start=$1$2$3$4$5
	fi
}

watched=
drop() {
	kept=
	for each in $watched; do
		case $each in "$1":*) ;; *) kept="$kept $each" ;; esac
	done
	watched=$kept
}

folders=
remove_folders() {
	while read -r folder; do
		case $folder in
			/*/acp-tui-??????)
				# Package managers and the system make folders there that nobody may change.
				find "$folder" -type d ! -perm -700 -exec chmod u+rwx {} ';'
				rm -rf -- "$folder"
				;;
		esac
	done <<FOLDERS
$folders
FOLDERS
}
trap remove_folders 0

while read -r sign id; do
	case $sign in
		f)
			folders="$folders
$id"
			continue
			;;
		F)
			folders=$(echo "$folders" | grep -Fxv -e "$id")
			continue
			;;
	esac
	case $id in '' | 0 | 1 | *[!0-9]*) continue ;; esac
	drop "$id"
	if [ "$sign" = + ]; then
		look_at "$id"
		watched="$watched $id:$start"
	fi
done
[ -n "$watched" ] || exit 0

leaders=' '
known=' '
for each in $watched; do
	look_at "\${each%%:*}"
	# A process that leads no group is found by its number alone.
	if [ -n "$start" ] && [ "$start" = "\${each#*:}" ]; then known="$known$each "; fi
	if [ -z "$start" ] || [ "$start" = "\${each#*:}" ]; then leaders="$leaders\${each%%:*} "; fi
done

# Sets living to the processes of the watched groups and sessions and what these started; known remembers them.
gather() {
	table=$(list)
	living=' '
	before=none
	while [ "$before" != "$living" ]; do
		before=$living
		while read -r pid parent group session start; do
			[ -n "$pid" ] || continue
			case $living in *" $pid "*) continue ;; esac
			case "$known/$leaders/$leaders/$living" in
				*" $pid:$start "*/*/*/* | */*" $group "*/*/* | */*/*" $session "*/* | */*/*/*" $parent "*) ;;
				*) continue ;;
			esac
			living="$living$pid "
			known="$known$pid:$start "
		done <<TABLE
$table
TABLE
	done
	[ "$living" != ' ' ] && return 0
	[ -n "$table" ] && return 1
	for id in $leaders; do kill -s 0 -- "-$id" && return 0; done
	return 1
}

tell() {
	for id in $leaders; do kill -s "$1" -- "-$id"; done
	for id in $living; do kill -s "$1" "$id"; done
}

# Exits as soon as nobody is left; waits for so many tenths of a second at most.
await() {
	tenths=$1
	while [ "$tenths" -gt 0 ]; do
		gather || exit 0
		sleep 0.1 || sleep 1
		tenths=$((tenths - 1))
	done
	gather || exit 0
}

await 2
tell TERM
tell CONT
await 9
tell KILL
await 2
tell KILL
`;
