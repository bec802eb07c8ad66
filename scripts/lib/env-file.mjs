import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { root } from './run.mjs'

/** A name and a value in quotes, over several lines too, with what follows it on its last line. */
const QUOTED = /^([ \t]*(?:export[ \t]+)?[\w.-]+[ \t]*=[ \t]*)(["'`])((?:(?!\2)[\s\S])*)\2([^\n]*)$/gm
const QUOTES = ["'", '`', '"']

/** Reads the `.env` of a folder where there is one; what the environment already says stands. */
export function loadEnvFile(folder = root) {
  const file = join(folder, '.env')
  if (!existsSync(file)) return
  for (const [name, value] of Object.entries(parseEnvFile(textOf(file)))) process.env[name] ??= value
}

/** A file that is there and is not to be read is a mistake: other settings than were meant would hold. */
function textOf(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    console.error(`${file} cannot be read (${error.code}): give it to the user that runs the academy, or take it away.`)
    return process.exit(1)
  }
}

/**
 * The settings of a `.env` file. Node's parser ends a value at its closing quote and drops what follows, as the address
 * behind a quoted name: such a value is taken whole, quotes included.
 * @param {string} text
 * @returns {Record<string, string | undefined>}
 */
export function parseEnvFile(text) {
  return parseEnv(
    text.replace(QUOTED, (line, head, quote, words, behind) => {
      const more = behind.replace(/(^|\s)#.*$/, '').trim()
      const whole = `${quote}${words}${quote}${behind.startsWith(' ') ? ' ' : ''}${more}`
      const around = QUOTES.find((mark) => !whole.includes(mark))
      return more && around ? `${head}${around}${whole}${around}` : line
    }),
  )
}
