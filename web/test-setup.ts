import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

/** Parts that load late take longer than the library's one second on a machine that does other things as well. */
configure({ asyncUtilTimeout: 60_000 })

// Here, and not in a module that tests import: a worker that imported it for one file does not run it for the next.
afterEach(() => {
  cleanup()
  localStorage.clear()
})
