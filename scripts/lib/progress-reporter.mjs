import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { DefaultReporter } from 'vitest/node'
import { root } from './run.mjs'

const EVERY_MS = 5_000

/**
 * Tells every few seconds how far each project is, and of a file only when it failed. Files that failed, that never
 * ended or that left an error behind are written to the file that `UNPROVED_FILES` names.
 */
export default class ProgressReporter extends DefaultReporter {
  #files = new Map()
  #tests = { passed: 0, failed: 0 }
  #unproved = new Set()
  #saidAt = 0

  constructor() {
    super({ summary: false })
  }

  onTestRunStart(specifications) {
    for (const { project, moduleId } of specifications) {
      this.#of(project.name).all += 1
      this.#unproved.add(moduleId)
    }
    super.onTestRunStart(specifications)
  }

  onTestModuleEnd(testModule) {
    this.#of(testModule.project.name).done += 1
    for (const test of testModule.children.allTests()) {
      const { state } = test.result()
      if (state === 'passed' || state === 'failed') this.#tests[state] += 1
    }
    if (testModule.state() === 'failed') super.onTestModuleEnd(testModule)
    else this.#unproved.delete(testModule.moduleId)
    if (Date.now() - this.#saidAt > EVERY_MS || this.#isDone()) this.#say()
  }

  onTestRunEnd(testModules, unhandledErrors, reason) {
    for (const { VITEST_TEST_PATH: file } of unhandledErrors) if (file) this.#unproved.add(file)
    const { UNPROVED_FILES: list } = process.env
    if (list) {
      mkdirSync(dirname(list), { recursive: true })
      writeFileSync(list, JSON.stringify([...this.#unproved].map((file) => relative(root, file))))
    }
    super.onTestRunEnd(testModules, unhandledErrors, reason)
  }

  #of(project) {
    if (!this.#files.has(project)) this.#files.set(project, { done: 0, all: 0 })
    return this.#files.get(project)
  }

  #isDone() {
    return [...this.#files.values()].every(({ done, all }) => done === all)
  }

  #say() {
    this.#saidAt = Date.now()
    const parts = [...this.#files].map(([project, { done, all }]) => `${project} ${done}/${all} files`)
    const { passed, failed } = this.#tests
    console.log(`${parts.join(', ')}: ${passed} tests passed${failed > 0 ? `, ${failed} FAILED` : ''}`)
  }
}
