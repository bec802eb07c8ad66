import { readdirSync } from 'node:fs'
import type { Media } from './types.ts'

const seeds = new URL('../', import.meta.url)
const types: Record<string, string> = { webp: 'image/webp', png: 'image/png', mp4: 'video/mp4' }

const filesOf = (folder: string): string[] =>
  readdirSync(new URL(folder, seeds), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.(webp|png|mp4)$/.test(path))
    .sort()

const contentTypeOf = (path: string): string => types[path.slice(path.lastIndexOf('.') + 1)] ?? ''

/** Every picture and film in the media folder, with the place in storage where it belongs. */
export const media: Media[] = [
  ...filesOf('media/images/').map((path) => ({
    bucket: 'images' as const,
    path,
    file: `media/images/${path}`,
    contentType: contentTypeOf(path),
  })),
  ...filesOf('media/videos/').map((path) => ({
    bucket: 'lesson-videos' as const,
    path: `demo/${path}`,
    file: `media/videos/${path}`,
    contentType: contentTypeOf(path),
  })),
]
