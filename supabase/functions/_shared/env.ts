type Runtime = {
  Deno?: { env: { get(name: string): string | undefined } }
  process?: { env: Record<string, string | undefined> }
}

/**
 * Reads one setting of the function's environment; undefined when it is not set.
 * Call it while a request is answered, not when the module is loaded.
 */
export function env(name: string): string | undefined {
  const { Deno, process } = globalThis as Runtime
  return Deno ? Deno.env.get(name) : process?.env[name]
}

/**
 * Reads a setting that the function cannot do without.
 * @throws an error that names the setting.
 */
export function requiredEnv(name: string): string {
  const value = env(name)
  if (!value) throw new Error(`The setting ${name} is missing`)
  return value
}
