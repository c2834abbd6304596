import { lines } from '../../../core/lines.js';
import { type Attack, attacksOf } from './attack.js';

/**
 * Ways by system calls that no usual program makes: `$T/calls` is `calls.c`, compiled. Those that only look whether a
 * door is open say `ESCAPED` when it is.
 */
const CALLS = attacksOf(
	'system call',
	lines`
		mmap ¦ mmap-private-then-proc-mem ¦ o-tmpfile-and-link ¦ rename-exchange ¦ copy-file-range ¦ sendfile
		splice ¦ io-uring-write ¦ io-uring-open ¦ open-by-handle ¦ memfd-exec ¦ utimensat ¦ setxattr
		fallocate-punch ¦ ioctl-flags ¦ mount ¦ bind-mount ¦ remount ¦ open-tree ¦ move-mount ¦ fsopen
		mount-setattr ¦ umount ¦ unshare-user ¦ clone-newuser ¦ setns-first ¦ chroot ¦ pivot-root ¦ ptrace-first
		process-vm-writev ¦ pidfd-getfd ¦ setuid ¦ capset ¦ mknod-device ¦ swapon ¦ keyctl ¦ keyctl-32-bit
		socketcall-32-bit
	`.map((name) => [name, `"$T/calls" ${name}`, 'gcc'] as const),
).map((attack): Attack => ({ ...attack, isInsideOnly: true }));

/** Ways by what lies outside of the sandbox. Only looked for, never used where they are open. */
const OUTWARD: readonly Attack[] = attacksOf('outward', [
	['the root of another process', 'for p in /proc/[0-9]*; do echo x >>"$p/root$H/.profile" && echo ESCAPED; done'],
	['the folder of another process', 'for p in /proc/[0-9]*; do [ -e "$p/cwd/f.txt" ] && echo x >"$p/cwd/f.txt"; done'],
	[
		'the descriptors of another process',
		'for f in /proc/[0-9]*/fd/*; do [ "$(readlink "$f")" = "$F" ] && echo x >"$f"; done',
	],
	[
		'the memory of another process',
		'for p in /proc/[0-9]*; do case $p in /proc/$$|/proc/self) ;; *) [ "$(stat -c %u $p)" = "$(id -u)" ] && exec 7<>"$p/mem" && [ "$p" != /proc/$PPID ] && [ "$(cat $p/comm)" = node ] && echo ESCAPED; esac; done',
	],
	[
		'a signal to a process outside',
		'[ -n "$OUTER" ] && kill -0 "$OUTER" && [ "$(cat /proc/$OUTER/comm)" = node ] && echo ESCAPED',
	],
	['nsenter into the first process', 'nsenter -t 1 -m -- touch "$W/new"'],
	['nsenter into the mounts of another', 'for p in /proc/[0-9]*; do nsenter --mount="$p/ns/mnt" touch "$W/new"; done'],
	['unshare', 'unshare -Urm sh -c \'mount -o remount,bind,rw "$W"; touch "$W/new"\''],
	['unshare with an overlay', 'unshare -Urm sh -c \'umount -l "$W"; touch "$W/new"\''],
	['bwrap', 'bwrap --bind / / touch "$W/new"', 'bwrap'],
	['mount', 'mount -o remount,bind,rw "$W"; touch "$W/new"'],
	['umount', 'umount -l "$W"; touch "$W/new"'],
	['fusermount', 'fusermount -u "$W"; touch "$W/new"', 'fusermount'],
	['sudo', 'sudo -n touch "$W/new"', 'sudo'],
	['su', 'su -c "touch $W/new" </dev/null', 'su'],
	['pkexec', 'pkexec touch "$W/new" </dev/null', 'pkexec'],
	['at', 'echo "touch $W/new" | at now', 'at'],
	['cron', 'echo "* * * * * touch $W/new" | crontab - && echo ESCAPED', 'crontab'],
	['systemd-run', 'systemd-run --user --wait touch "$W/new"', 'systemd-run'],
	[
		'dbus',
		'dbus-send --session --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.ListNames && echo ESCAPED',
		'dbus-send',
	],
	['a device of a disk', 'for d in /dev/vda /dev/sda /dev/nvme0n1; do (exec 7<"$d") 2>/dev/null && echo ESCAPED; done'],
	['a loop device', '(exec 7<>/dev/loop-control) 2>/dev/null && echo ESCAPED'],
	['/dev/mem', '(exec 7<>/dev/mem) 2>/dev/null && echo ESCAPED'],
	['/dev/kmsg', '(exec 7<>/dev/kmsg) 2>/dev/null && echo ESCAPED'],
	[
		'terminals of the person',
		'for d in /dev/pts/[0-9]*; do [ "$d" = "$(tty)" ] || { [ -c "$d" ] && (exec 7>"$d") && echo ESCAPED; }; done',
	],
	['core_pattern', '(exec 7>/proc/sys/kernel/core_pattern) 2>/dev/null && echo ESCAPED'],
	['sysrq', '(exec 7>/proc/sysrq-trigger) 2>/dev/null && echo ESCAPED'],
	['modprobe path', '(exec 7>/proc/sys/kernel/modprobe) 2>/dev/null && echo ESCAPED'],
	['binfmt_misc', '(exec 7>/proc/sys/fs/binfmt_misc/register) 2>/dev/null && echo ESCAPED'],
	['the limit of user namespaces', 'echo 100 >/proc/sys/user/max_user_namespaces; unshare -U true && echo ESCAPED'],
	['cgroups', 'mkdir /sys/fs/cgroup/escape 2>/dev/null && echo ESCAPED'],
	['a set-uid program of its own', 'cp /bin/sh "$T/s"; chmod u+s "$T/s"; "$T/s" -pc \'echo x >"$F"\''],
	['file capabilities', 'cp /bin/sh "$T/c"; setcap all+ep "$T/c" && "$T/c" -c \'echo x >"$F"\'', 'setcap'],
]).map((attack): Attack => ({ ...attack, isInsideOnly: true }));

/** What is left behind and goes on afterwards: the test looks at the files once more after a while. */
const LASTING = attacksOf('left behind', [
	['a daemon', '(setsid sh -c \'sleep 0.2; echo x >"$F"\' >/dev/null 2>&1 &)'],
	[
		'a daemon that ignores signals',
		'(setsid sh -c \'trap "" HUP TERM INT; sleep 0.2; echo x >"$F"\' >/dev/null 2>&1 &)',
	],
	['a daemon in another folder', '(cd / && setsid sh -c \'sleep 0.2; "$P"\' >/dev/null 2>&1 &)'],
	['a link that the person follows later', 'ln -sfn /etc/passwd "$W/notes.txt"'],
	['a hook', 'cp "$P" "$W/.git/hooks/pre-commit"'],
	['a start file of the home directory', 'echo "$P" >>"$H/.bashrc"'],
	['a key of ssh', 'mkdir -p "$H/.ssh" && echo x >>"$H/.ssh/authorized_keys"'],
]);

export const SYSTEM_ATTACKS = [...CALLS, ...OUTWARD, ...LASTING];
