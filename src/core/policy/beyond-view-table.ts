import { byName, wordSet, wordsIn } from '../text/word-set.js';

/** Programs that work through a service of this machine, its screen or another user: no view of the workspace holds that. */
export const SERVICES: ReadonlySet<string> = wordSet(
	'sudo doas su pkexec run0 runuser',
	'docker docker-compose podman podman-compose nerdctl buildah skopeo ctr crictl lxc lxd incus colima limactl multipass',
	'vagrant virsh virt-install minikube kind k3d systemctl systemd-run service initctl rc-service launchctl loginctl',
	'machinectl hostnamectl timedatectl localectl busctl dbus-send gdbus qdbus crontab at batch atrm supervisorctl',
	'shutdown reboot halt poweroff xdg-open open osascript notify-send wall adb fastboot ssh-add',
	'xclip xsel wl-copy pbcopy code',
);

/** Programs that reach a host that is in their words. */
export const REACHES: ReadonlySet<string> = wordSet(
	'curl wget aria2c axel http https xh lynx w3m links elinks nc ncat netcat socat telnet ftp lftp tftp sftp ssh mosh scp',
	'rsync ping dig nslookup host ztcp',
);

/** Programs that are there to reach other machines, whatever their words. */
export const NETWORK: ReadonlySet<string> = new Set([
	...REACHES,
	...wordSet(
		'wget2 lynx w3m links elinks curlie httpie nmap traceroute tracepath mtr whois mosh sshfs autossh ssh-copy-id',
		'ssh-keyscan lftp ncftp smbclient rclone s3cmd gsutil aws gcloud az doctl heroku vercel netlify firebase fly flyctl',
		'railway wrangler gh glab hub tea kubectl helm oc terraform tofu pulumi ansible ansible-playbook eksctl svn twine',
		'psql pg_dump pg_restore createdb dropdb mysql mysqldump mysqladmin mariadb mongosh mongo mongodump mongorestore',
		'redis-cli cqlsh clickhouse-client mail mailx sendmail msmtp mutt swaks ngrok cloudflared tailscale grpcurl',
		'websocat wscat yt-dlp youtube-dl ldapsearch ldapmodify uvx bunx pnpx pipx rustup nvm fnm volta',
		'apt apt-get aptitude dnf yum apk pacman zypper brew port snap flatpak choco winget',
	),
]);

const INSTALLS = 'install i in add ci update up upgrade';
const COMMANDS = byName<string>({
	git: 'push fetch pull clone ls-remote lfs svn send-email fetch-pack send-pack',
	hg: 'push pull clone incoming outgoing',
	'npm pnpm yarn bun': `${INSTALLS} publish unpublish audit outdated view info show search ping star login logout adduser
		whoami token owner access deprecate dist-tag org team profile hook dlx create init x`,
	'pip pip3': 'install download index search',
	uv: 'add sync lock pip publish tool self python',
	'poetry pdm pipenv conda mamba': `${INSTALLS} publish lock sync create search self`,
	gem: `${INSTALLS} push fetch yank search signin owner`,
	bundle: `${INSTALLS} outdated`,
	composer: `${INSTALLS} require create-project outdated search self-update`,
	cargo: `${INSTALLS} publish fetch yank owner login logout search`,
	go: 'get install mod',
	dotnet: 'restore nuget add tool',
	'mvn gradle gradlew': 'deploy publish',
	deno: `${INSTALLS} publish upgrade`,
	openssl: 's_client s_time',
});

/** Programs that reach other machines by these of their own commands. */
export const NETWORK_COMMANDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
	[...COMMANDS].map(([name, own]) => [name, new Set(wordsIn(own))]),
);
