import type { FunctionModule, Part } from '../options.ts'
import type { PartDependencies } from '../part-dependencies.ts'

export type FunctionsDependencies = PartDependencies & {
  functions: Record<string, FunctionModule>
  environment: Record<string, string>
}

/** Makes the part that answers `/functions/v1`. */
export function createFunctions(_dependencies: FunctionsDependencies): Part {
  return async () => Response.json({ message: 'Not found' }, { status: 404 })
}
