import type { Backend } from '../backend.ts'
import type { Config } from '../config.ts'

/** Fills an academy that has no category yet with the demo content. */
export async function seedWhenEmpty(
  _backend: Backend,
  _config: Config,
  _say: (message: string) => void,
): Promise<void> {}
