import type { Part } from '../options.ts'
import type { PartDependencies } from '../part-dependencies.ts'

/** Makes the part that answers `/auth/v1`. */
export function createAuth(_dependencies: PartDependencies): Part {
  return async () => Response.json({ message: 'Not found' }, { status: 404 })
}
