import {
  chmodSync,
  constants,
  copyFileSync,
  lchownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
  utimesSync,
} from 'node:fs'
import { join } from 'node:path'

/**
 * Copies a folder with modes, owners (where this is root) and times; a file system that can shares the blocks.
 * @param {{ link?: boolean, skip?: (name: string, depth: number) => boolean }} [options] `link`: files become hard links
 *   where both places are of one file system; `skip`: what is left out, by its name
 */
export function copyTree(from, to, options = {}, depth = 0) {
  const { mode, mtime } = lstatSync(from)
  mkdirSync(to, { recursive: true, mode })
  for (const name of readdirSync(from)) {
    if (options.skip?.(name, depth)) continue
    const [source, target] = [join(from, name), join(to, name)]
    const stat = lstatSync(source)
    if (stat.isDirectory()) copyTree(source, target, options, depth + 1)
    else if (stat.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else if (stat.isFile() && !(options.link && isLinked(source, target))) {
      copyFileSync(source, target, constants.COPYFILE_FICLONE)
      utimesSync(target, stat.mtime, stat.mtime)
    }
    if (stat.isFile() || stat.isSymbolicLink()) own(target, stat)
  }
  chmodSync(to, mode)
  own(to, lstatSync(from))
  utimesSync(to, mtime, mtime)
}

function isLinked(source, target) {
  try {
    linkSync(source, target)
    return true
  } catch {
    return false
  }
}

function own(path, { uid, gid }) {
  if (process.getuid?.() === 0) lchownSync(path, uid, gid)
}
