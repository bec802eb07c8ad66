import type { Part } from '../options.ts'
import type { PartDependencies } from '../part-dependencies.ts'

/** Makes the part that answers `/storage/v1`. */
export function createStorage(_dependencies: PartDependencies): Part {
  return async () => Response.json({ message: 'Not found' }, { status: 404 })
}
