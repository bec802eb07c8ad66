import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** A fenced block of the page. */
export type Block = {
  /** Heading of the part in which it stands. */
  section: string
  /** Who types it; undefined where no paragraph before it names somebody. */
  user: string | undefined
  /** Why no test runs it, as the page says. */
  notRun: string | undefined
  body: string
}

export const operationsPage = (): string => readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')
export const supabasePage = (): string => readFileSync(join(ROOT, 'docs/supabase.md'), 'utf8')

const USER = /\bas \*\*(\w+)\*\*[^.]*:$/i
const NOT_RUN = /\*Not run by a test, because (.+):\*$/

/** All blocks in their order, those in lists included, each with what the line before it says. */
export function blocksOf(page: string): Block[] {
  const blocks: Block[] = []
  let section = ''
  let before = ''
  let open: string[] | undefined
  for (const line of page.split('\n').map((text) => text.trim())) {
    if (line.startsWith('```')) {
      if (open) {
        blocks.push({
          section,
          user: USER.exec(before)?.[1],
          notRun: NOT_RUN.exec(before)?.[1],
          body: open.join('\n'),
        })
        before = ''
      }
      open = open ? undefined : []
    } else if (open) open.push(line)
    else if (line.startsWith('#')) {
      section = line.replace(/^#+ /, '')
      before = ''
    } else if (line) before = line
  }
  return blocks
}

const COMMAND =
  /^(npm|node|curl|git|cp|mv|install|docker|systemctl|nginx|caddy|certbot|supabase|createdb|psql|su|sudo|[A-Z_]+=\S+ npm)\b/

/** The commands of a block, one for each line that does not go on from the line before, without comments. */
export const commandsOf = ({ body }: Block): string[] =>
  body
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter(Boolean)

export const holdsCommands = (block: Block): boolean => commandsOf(block).some((line) => COMMAND.test(line))
