const URI = /^pg-functions:\/\/[^/]+\/([A-Za-z_][A-Za-z0-9_]*)\/([A-Za-z_][A-Za-z0-9_]*)$/

/**
 * The quoted name of the function of the project at an address of `config.toml`.
 * @throws for anything but `pg-functions://postgres/schema/function`; `setting` is named in the message.
 */
export function functionAt(uri: string, setting: string): string {
  const [, schema, fn] = URI.exec(uri) ?? []
  if (!schema || !fn) throw new Error(`The address of ${setting} is not pg-functions://postgres/schema/function`)
  return `"${schema}"."${fn}"`
}
