import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Media } from './types.ts'

const types: Record<string, string> = { webp: 'image/webp', png: 'image/png', mp4: 'video/mp4' }

/** Every picture and film below the folder `supabase/seeds`, with the place in storage where it belongs. */
export function mediaBelow(seedsFolder: string): Media[] {
  const filesOf = (folder: string): string[] =>
    readdirSync(join(seedsFolder, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => /\.(webp|png|mp4)$/.test(path))
      .sort()
  const contentTypeOf = (path: string): string => types[path.slice(path.lastIndexOf('.') + 1)] ?? ''
  return [
    ...filesOf('media/images').map((path) => ({
      bucket: 'images' as const,
      path,
      file: `media/images/${path}`,
      contentType: contentTypeOf(path),
    })),
    ...filesOf('media/videos').map((path) => ({
      bucket: 'lesson-videos' as const,
      path: `demo/${path}`,
      file: `media/videos/${path}`,
      contentType: contentTypeOf(path),
    })),
  ]
}
