import { articles } from './articles.ts'
import { authors } from './authors.ts'
import { lessonFiles, placeOf } from './files.ts'
import type { Course, Media } from './types.ts'
import { videos } from './videos.ts'

const PUBLIC_IMAGES = '/storage/v1/object/public/images/'

const image = (path: string): Media => ({
  bucket: 'images',
  path,
  file: `media/images/${path}`,
  contentType: path.endsWith('.png') ? 'image/png' : 'image/webp',
})

const pathOf = (url: string): string => url.slice(PUBLIC_IMAGES.length)

/**
 * Every picture, film and worksheet of the demo content, with the place in storage where it belongs.
 * @param courses the rows whose pictures are wanted
 */
export function mediaOf(courses: Course[]): Media[] {
  const images = [
    ...courses.map(({ thumbnail_url }) => pathOf(thumbnail_url)),
    'courses/default.webp',
    ...authors.map(({ image_url }) => pathOf(image_url)),
    ...articles.map(({ cover_url }) => pathOf(cover_url)),
    ...videos.map(({ key }) => `posters/${key}.webp`),
    'social/academy.png',
  ]
  return [
    ...images.map(image),
    ...videos.map(
      ({ key }): Media => ({
        bucket: 'lesson-videos',
        path: `demo/${key}.mp4`,
        file: `media/videos/${key}.mp4`,
        contentType: 'video/mp4',
      }),
    ),
    ...lessonFiles.map((file): Media => ({ bucket: 'lesson-files', ...placeOf(file) })),
  ]
}
