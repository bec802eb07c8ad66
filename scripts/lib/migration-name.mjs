/**
 * The name of a new migration: sorted after every other one, which may bear a later day than today.
 * @param {string[]} names of the migrations that there are
 * @param {string} words what it does, in small letters, digits and underscores
 * @param {Date} now
 * @throws for words of another kind, and for a name that another migration has
 */
export function migrationName(names, words, now = new Date()) {
  if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(words ?? ''))
    throw new Error('Say what the migration does, like this: npm run db:new -- course_new_until')
  const taken = names.find((name) => name.endsWith(`_${words}.sql`) && /^\d+$/.test(name.slice(0, -words.length - 5)))
  if (taken) throw new Error(`${taken} has this name: take another one, so that each is found by its name`)
  const today = Number(now.toISOString().replaceAll(/\D/g, '').slice(0, 14))
  const last = Math.max(0, ...names.map((name) => Number.parseInt(name, 10)).filter(Number.isFinite))
  return `${Math.max(today, last + 10)}_${words}.sql`
}
