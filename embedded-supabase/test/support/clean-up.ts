import { afterEach } from 'vitest'
import { temporaryFolder } from './folder.ts'

/** What a test of this file has to undo, which is done after each of them, the last first; and folders that go then. */
export function cleaningUp() {
  const cleanUp: (() => unknown)[] = []
  afterEach(async () => {
    for (const undo of cleanUp.splice(0).reverse()) await undo()
  })
  function folder(): string {
    const { path, remove } = temporaryFolder()
    cleanUp.push(remove)
    return path
  }
  return { cleanUp, folder }
}
