import type { Writer } from './writer.ts'

/** The row of `app_settings` that says whether an academy is for trying things out. */
const SETTING = 'demo_academy'
/** What somebody has put in, by table and as people call it. */
const TELLING = {
  categories: 'categories',
  courses: 'courses',
  articles: 'articles',
  users: 'students',
  admin_users: 'staff',
}

/** Why demo content must not go into an academy; undefined where it may. */
export async function refusalOfDemo(writer: Writer): Promise<string | undefined> {
  if (await isDemoAcademy(writer)) return undefined
  const found = await countContent(writer)
  if (found.length === 0) return undefined
  return (
    `This is no demo academy: it has ${found.join(', ')}. Demo content goes into an empty academy, or one whose ` +
    `setting ${SETTING} is true; nothing was changed.`
  )
}

export async function isDemoAcademy(writer: Writer): Promise<boolean> {
  const [row] = await writer.read<{ value: unknown }>('app_settings', 'value', `&key=eq.${SETTING}`)
  return row?.value === true
}

export const markAsDemo = (writer: Writer): Promise<void> => writer.set(SETTING, true)

/** What is in an academy, in words; nothing where nobody has used it yet. */
async function countContent(writer: Writer): Promise<string[]> {
  const counts = await Promise.all(
    Object.entries(TELLING).map(async ([table, name]) => ({ name, count: await writer.count(table) })),
  )
  return counts.filter(({ count }) => count > 0).map(({ name, count }) => `${count} ${name}`)
}
