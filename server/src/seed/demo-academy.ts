import type { Writer } from './writer.ts'

/** The row of `app_settings` that says whether an academy is for trying things out. */
const SETTING = 'demo_academy'
/** The row that says how far its content is in; academies that are older than the row have none. */
const CONTENT_SETTING = 'demo_content'

/**
 * `adding` from before the first row to after the last file, also while nobody adds any more because the process died;
 * `partial` once a start without demo content (`SEED_DEMO=0`) found that and left it so.
 */
export type DemoContentState = 'adding' | 'partial' | 'complete'

/** What makes a whole demo academy of one that was left half filled, or an academy of one's own. */
export const PARTIAL_DEMO_REMEDY =
  'npm run db:seed adds what is missing, npm run db:reset -- --yes deletes everything for a new start'
/** What somebody has put in, by table and as people call it. */
const NAMES_OF_CONTENT = {
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

export const isDemoAcademy = async (writer: Writer): Promise<boolean> =>
  (await writer.readSetting<boolean>(SETTING)) === true

/** Undefined where demo content was never put in, or by a version that did not note it. */
export const readContentState = (writer: Writer): Promise<DemoContentState | undefined> =>
  writer.readSetting<DemoContentState>(CONTENT_SETTING)

/** Marks a demo academy and how far its content is in, both in one statement. */
export const markAsDemo = (writer: Writer, content: DemoContentState): Promise<void> =>
  writer.set({ [SETTING]: true, [CONTENT_SETTING]: content })

export const writeContentState = (writer: Writer, content: DemoContentState): Promise<void> =>
  writer.set({ [CONTENT_SETTING]: content })

/** What is in an academy, in words; nothing where nobody has used it yet. */
async function countContent(writer: Writer): Promise<string[]> {
  const counts = await Promise.all(
    Object.entries(NAMES_OF_CONTENT).map(async ([table, name]) => ({ name, count: await writer.count(table) })),
  )
  return counts.filter(({ count }) => count > 0).map(({ name, count }) => `${count} ${name}`)
}
