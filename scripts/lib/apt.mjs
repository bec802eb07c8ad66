import { existsSync } from 'node:fs'
import { run } from './run.mjs'

/** Runs apt-get in silence and without questions, as root or by sudo; gives its exit code. */
export function apt(...args) {
  const privileged = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const [command, ...rest] = [...privileged, 'apt-get', ...args]
  return run(command, rest, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
}

/** Whether this machine runs tests and nothing else (`CI`), so that packages of Debian may be added to it or renewed. */
export const isDebianOfOurOwn = () =>
  Boolean(process.env.CI) && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
