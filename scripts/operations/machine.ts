import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { BUILDS } from '../lib/build.mjs'
import { isBuilt } from '../lib/stale.mjs'

const REPOSITORY = join(import.meta.dirname, '../..')
const NODE = '/usr/bin/node'

/** A machine of a test's own: the files of this one, with every change to them apart; no network but itself; its own processes. */
export type Machine = {
  /** Types lines as a user in a folder, one after the other; gives the exit code of each and all that they wrote. */
  type(user: string, lines: string[], folder?: string): { codes: number[]; output: string }
  /** Starts a line that does not end; what it gives waits until an address answers 200. */
  typeAndLeave(
    user: string,
    line: string,
    folder: string,
  ): { until(url: string): Promise<void>; ended: Promise<unknown> }
  /** Lays packages and builds, as far as they are fresh here, into a clone, as of its owner. */
  layPackages(clone: string, owner: string): void
  close(): Promise<void>
}

/** Why no machine can be made here; undefined where one can. */
export function whyNoMachine(): string | undefined {
  if (process.getuid?.() !== 0) return 'it wants root'
  if (!existsSync(NODE)) return `there is no ${NODE}, which the unit names`
  const tools = [
    'unshare',
    'nsenter',
    'setpriv',
    'ip',
    'useradd',
    'su',
    'git',
    'curl',
    'nginx',
    'openssl',
    'psql',
    'createdb',
  ]
  const missing = tools.filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0)
  if (missing.length > 0) return `missing programs: ${missing.join(', ')}`
  const folder = mkdtempSync(join(tmpdir(), 'machine-'))
  const layers = `${folder}/upper ${folder}/work ${folder}/root`
  const script = `mkdir ${layers} && ip link set lo up && ${overlay('/', folder, `${folder}/root`)} && chroot ${folder}/root true`
  const { status } = spawnSync('unshare', [...NAMESPACES, 'sh', '-c', script])
  rmSync(folder, { recursive: true, force: true })
  return status === 0 ? undefined : 'this machine allows no namespaces or no overlay of its files'
}

const NAMESPACES = ['--mount', '--propagation', 'private', '--pid', '--net', '--fork', '--kill-child', '--mount-proc']

const overlay = (lower: string, folder: string, target: string) =>
  `mount -t overlay overlay -o lowerdir=${lower},upperdir=${folder}/upper,workdir=${folder}/work ${target}`

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Makes one; it ends with its namespaces, and leaves nothing behind. */
export async function makeMachine(): Promise<Machine> {
  const folder = mkdtempSync(join(tmpdir(), 'machine-'))
  const root = join(folder, 'root')
  for (const name of ['upper', 'work', 'root']) mkdirSync(join(folder, name))
  const script = [
    'set -e',
    'ip link set lo up',
    overlay('/', folder, root),
    `mount --rbind /dev ${root}/dev && mount -t tmpfs tmpfs ${root}/dev/shm`,
    `mount -t proc proc ${root}/proc`,
    `mount -t tmpfs -o mode=0755 tmpfs ${root}/run`,
    `exec chroot ${root} sh -c 'echo ready; exec sleep infinity'`,
  ]
  const holder = spawn('unshare', [...NAMESPACES, 'sh', '-c', script.join('\n')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    holder.stdout.once('data', () => resolve())
    holder.once('exit', () => reject(new Error('the machine could not be made')))
  })
  const first = readFileSync(`/proc/${holder.pid}/task/${holder.pid}/children`, 'utf8').trim()
  const inside = ['--target', first, '--mount', '--pid', '--net']
  const enter = (script: string): [string, string[]] => [
    'nsenter',
    [...inside, `--root=/proc/${first}/root`, `--wd=/proc/${first}/root`, 'sh', '-c', script],
  ]
  /** With the files of the real machine, and of the made one below `root`. */
  const outside = (script: string) => must(spawnSync('nsenter', [...inside, 'sh', '-ec', script], { encoding: 'utf8' }))
  const login = (user: string, script: string) => `su - ${user} -c ${quoted(script)}`
  let packages = 0
  const type: Machine['type'] = (user, lines, place = '~') => {
    const script = [`cd ${place}`, ...lines.flatMap((line) => [line, 'printf "\\n@@@ %s\\n" "$?"'])].join('\n')
    const { stdout, stderr } = spawnSync(...spread(enter(login(user, `exec 2>&1\n${script}`))))
    const output = stdout + stderr
    return { codes: [...output.matchAll(/^@@@ (\d+)$/gm)].map(([, code]) => Number(code)), output }
  }

  layStandIns(outside, root, folder)
  return {
    type,
    typeAndLeave(user, line, place) {
      const child = spawn(...enter(login(user, `cd ${place} && ${line}`)), { stdio: ['ignore', 'pipe', 'pipe'] })
      let written = ''
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (written += text))
      return {
        ended: new Promise((resolve) => child.once('exit', resolve)),
        async until(url) {
          while (spawnSync(...enter(`curl --silent --fail --output /dev/null ${url}`)).status !== 0) {
            if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}:\n${written}`)
            await sleep(100)
          }
        },
      }
    },
    layPackages(clone, owner) {
      const apart = join(folder, `packages-${packages++}`)
      for (const name of ['upper', 'work']) mkdirSync(join(apart, name), { recursive: true })
      const target = join(root, clone)
      const isFresh = Object.values(BUILDS).every(isBuilt)
      const builds = isFresh ? ['web/build', 'server/build'] : []
      outside(
        [
          `mkdir ${target}/node_modules`,
          overlay(join(REPOSITORY, 'node_modules'), apart, `${target}/node_modules`),
          `rm -rf ${target}/node_modules/.academy-install.json ${target}/node_modules/.vite*`,
          ...builds.map((name) => `cp -r --preserve=mode ${join(REPOSITORY, name)} ${target}/${name}`),
          // What the install takes away again must be its own.
          `chroot ${root} chown ${owner} ${clone}/node_modules`,
          `chroot ${root} find ${clone}/node_modules/typescript ${clone}/node_modules/@typescript -type d -exec chown ${owner} {} +`,
          ...builds.map((name) => `chroot ${root} chown -R ${owner} ${clone}/${name}`),
        ].join('\n'),
      )
      if (!isFresh) return
      // The install first: npm touches the lockfile, of which a build is made, too.
      const stamp = `const { ensureInstalled } = await import("./scripts/lib/install.mjs")
        const { BUILDS } = await import("./scripts/lib/build.mjs")
        const { buildWhenStale } = await import("./scripts/lib/stale.mjs")
        await ensureInstalled("running")
        for (const one of Object.values(BUILDS)) await buildWhenStale(one, () => {})`
      const { codes, output } = type(owner, [`node --input-type=module --eval ${quoted(stamp)}`], clone)
      if (codes[0] !== 0) throw new Error(output)
    },
    async close() {
      const ended = new Promise((resolve) => holder.once('exit', resolve))
      holder.kill('SIGKILL')
      await ended
      // With the first process of its namespace everything in it has ended.
      while (existsSync(`/proc/${first}`)) await sleep(10)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const spread = ([command, words]: [string, string[]]) =>
  [command, words, { encoding: 'utf8', maxBuffer: 2 ** 26 }] as const

function must({ status, stderr, stdout }: { status: number | null; stderr: string; stdout: string }): string {
  if (status !== 0) throw new Error(stderr)
  return stdout
}

/** What cannot be there: systemd, the git server, a place that rclone knows, a certificate, a terminal for a passphrase. */
function layStandIns(outside: (script: string) => string, root: string, folder: string): void {
  const source = join(folder, 'source')
  mkdirSync(source)
  // As it is checked out, with what is not committed yet.
  const files = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: REPOSITORY,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  const there = files.stdout.split('\n').filter((name) => name && existsSync(join(REPOSITORY, name)))
  must(
    spawnSync('tar', ['-C', REPOSITORY, '-cf', `${folder}/source.tar`, '-T', '-'], {
      input: there.join('\n'),
      encoding: 'utf8',
    }),
  )
  const git = '-c user.name=test -c user.email=test@academy.example -c init.defaultBranch=main -c gc.auto=0'
  const stands = '/usr/local/lib/stand-ins'
  const here = import.meta.dirname
  const scripts: Record<string, string> = {
    systemctl: `exec ${NODE} ${stands}/systemctl.mjs "$@"`,
    // It knows the place from the settings in the home of whoever calls it.
    rclone: '[ -r ~/.config/rclone/rclone.conf ] || { echo "no place is known" >&2; exit 1; }\ncp "$2" ~/offsite/',
  }
  for (const [name, text] of Object.entries(scripts))
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  outside(
    [
      `tar -C ${source} -xf ${folder}/source.tar && rm ${folder}/source.tar`,
      `cd ${source} && git init -q . && git ${git} add -A && git ${git} commit -qm source && cd /`,
      `mkdir -p ${root}${stands} ${root}/srv/git.example && mv ${source} ${root}/srv/git.example/academy`,
      `cp ${here}/systemctl.mjs ${here}/units.mjs ${root}${stands}/`,
      ...Object.keys(scripts).map((name) => `cp -p ${folder}/${name} ${root}/usr/local/bin/${name}`),
      `chroot ${root} git config --system url.file:///srv/git.example/academy.insteadOf https://git.example/academy.git`,
      `chroot ${root} git config --system safe.directory '*'`,
    ].join('\n'),
  )
}
