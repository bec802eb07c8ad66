// Reads units of systemd, and says how a shell imitates what they ask for. No file but this is needed for it: it also
// runs on the machine that a test makes.

/** What a unit may say and a test does not imitate. */
export const NOT_IMITATED = [
  ...['Type', 'KillMode', 'TimeoutStopSec', 'TimeoutStartSec'],
  ...['PrivateDevices', 'ProtectKernelTunables', 'ProtectControlGroups', 'RestrictSUIDSGID'],
]
const IMITATED = [
  ...['User', 'Group', 'WorkingDirectory', 'Environment', 'ExecStart', 'UMask', 'NoNewPrivileges'],
  ...['PrivateTmp', 'ProtectSystem', 'ProtectHome', 'ReadWritePaths', 'Restart', 'RestartSec'],
]
/** What systemd gives a service of the system. */
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/**
 * The settings of a unit by section and name; a name that stands twice has two values.
 * @param {string} text
 * @returns {Record<string, Record<string, string[]>>}
 */
export function parseUnit(text) {
  /** @type {Record<string, Record<string, string[]>>} */
  const sections = {}
  let section = ''
  for (const line of text.split('\n').map((one) => one.trim())) {
    const heading = /^\[(\w+)\]$/.exec(line)?.[1]
    if (heading) {
      section = heading
      sections[section] ??= {}
    }
    const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? []
    const names = sections[section]
    if (!name || !names) continue
    names[name] = [...(names[name] ?? []), value ?? '']
  }
  return sections
}

/**
 * What a service is run with.
 * @param {string} text the unit's file
 */
export function unitOf(text) {
  const { Service = {} } = parseUnit(text)
  const one = (name) => Service[name]?.[0]
  return {
    isOneshot: one('Type') === 'oneshot',
    restarts: one('Restart') === 'always',
    restartMs: Number(one('RestartSec') ?? 0.1) * 1_000,
    user: one('User') ?? 'root',
    group: one('Group') ?? one('User') ?? 'root',
    workingDirectory: one('WorkingDirectory') ?? '/',
    environment: Object.fromEntries((Service.Environment ?? []).map((pair) => pair.split(/=(.*)/s, 2))),
    command: one('ExecStart') ?? '',
    umask: one('UMask') ?? '0022',
    noNewPrivileges: one('NoNewPrivileges') === 'yes',
    privateTmp: one('PrivateTmp') === 'yes',
    system: one('ProtectSystem') ?? 'no',
    home: one('ProtectHome') ?? 'no',
    writable: (one('ReadWritePaths') ?? '').split(' ').filter(Boolean),
    unknown: Object.keys(Service).filter((name) => ![...IMITATED, ...NOT_IMITATED].includes(name)),
  }
}

const HOMES = ['/home', '/root', '/run/user']

/**
 * A script for a shell of root in a mount namespace of its own, which ends in the service's own command.
 * @param {ReturnType<typeof unitOf>} unit
 * @param {string} homeFolder of its user
 */
export function sandboxScript(unit, homeFolder) {
  const environment = { PATH, HOME: homeFolder, USER: unit.user, LOGNAME: unit.user, ...unit.environment }
  const given = Object.entries(environment).map(([name, value]) => `${name}='${value}'`)
  return [
    'set -eu',
    ...(unit.system === 'strict' ? readOnlyBut(unit.writable) : []),
    ...(unit.privateTmp ? ['/tmp', '/var/tmp'].map((folder) => `mount -t tmpfs -o mode=1777 tmpfs ${folder}`) : []),
    ...(unit.home === 'yes'
      ? HOMES.map((folder) => `[ ! -d ${folder} ] || mount -t tmpfs -o mode=0000,ro tmpfs ${folder}`)
      : []),
    `cd ${unit.workingDirectory}`,
    `umask ${unit.umask}`,
    // The socket of systemd is for the very process that it starts.
    `exec setpriv --reuid ${unit.user} --regid ${unit.group} --init-groups ${unit.noNewPrivileges ? '--no-new-privs' : ''} \\`,
    `  env -i ${given.join(' ')} \${SOCKET:+LISTEN_FDS=1} sh -c 'export LISTEN_PID=$$; exec "$@"' sh ${unit.command}`,
  ].join('\n')
}

/** A folder with `-` before it may be missing, as systemd reads it. */
function readOnlyBut(writable) {
  const folders = writable.map((name) => name.replace(/^-/, ''))
  const own = folders.map((folder) => `${folder}|${folder}/*`).join('|')
  return [
    ...writable.map((name) =>
      name.startsWith('-')
        ? `[ ! -e ${name.slice(1)} ] || mount --rbind ${name.slice(1)} ${name.slice(1)}`
        : `mount --rbind ${name} ${name}`,
    ),
    'while read -r _ _ _ _ place _; do',
    `  case "$place" in ${own ? `${own}|` : ''}/proc|/proc/*|/sys|/sys/*|/dev|/dev/*) ;;`,
    '  *) mount -o remount,bind,ro "$place" ;; esac',
    'done < /proc/self/mountinfo',
  ]
}
