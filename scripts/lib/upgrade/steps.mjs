import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive, readJson, releasesIn } from '../current-release.mjs'

/** Why an upgrade ended without having changed anything, in words for who typed the command. */
export class Refusal extends Error {}

/** Does one step of an upgrade, and prints it with how long it took. */
export async function step(name, work) {
  const began = performance.now()
  process.stdout.write(`› ${name}\n`)
  const result = await work()
  process.stdout.write(`  ${((performance.now() - began) / 1_000).toFixed(1)} s\n`)
  return result
}

export const print = (line) => process.stdout.write(`  ${line}\n`)

/** Keeps a second upgrade of the same home away until this process has ended. @throws {Refusal} while one runs */
export function claimUpgrade(home) {
  const file = join(releasesIn(home), 'upgrading.json')
  const holder = readJson(file)
  if (holder && holder.pid !== process.pid && holder.pid !== process.ppid && isAlive(holder.pid))
    throw new Refusal(`Another upgrade of ${home} runs (process ${holder.pid}).`)
  mkdirSync(releasesIn(home), { recursive: true })
  writeFileSync(file, JSON.stringify({ pid: process.pid }))
  process.once('exit', () => rmSync(file, { force: true }))
}

/**
 * Runs a program and gives what it wrote on standard output.
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, gently?: boolean, fine?: number[] }} [options] `gently`: at a low priority,
 *   where `nice` is; `fine`: codes that are no failure
 * @throws {Refusal} with what it wrote, where it fails
 */
export function runProgram(program, args, { gently, fine = [0], ...options } = {}) {
  const [first, ...rest] = gently && hasNice() ? ['nice', '-n', '15', program, ...args] : [program, ...args]
  return new Promise((resolve, reject) => {
    const child = spawn(first, rest, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    let [out, all] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text) => {
      out += text
      all += text
    })
    child.stderr.setEncoding('utf8').on('data', (text) => (all += text))
    const failed = (why) => reject(new Refusal(`${[program, ...args].join(' ')}: ${why}\n${all.trim().slice(-3_000)}`))
    child.once('error', (error) => failed(error.message))
    child.once('close', (code, signal) => (fine.includes(code) ? resolve(out) : failed(`ended with ${signal ?? code}`)))
  })
}

const hasNice = () => spawnSync('nice', ['true']).status === 0

export const git = (folder, ...args) => runProgram('git', ['-C', folder, ...args]).then((text) => text.trim())
