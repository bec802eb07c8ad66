import { articles } from './articles.ts'
import { authors } from './authors.ts'
import { lessonFiles, placeOf } from './files.ts'
import { films, placesOf } from './films.ts'
import type { Course, Media } from './types.ts'

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
  const places = films.map(({ key }) => placesOf(key))
  const images = [
    ...courses.map(({ thumbnail_url }) => pathOf(thumbnail_url)),
    'courses/default.webp',
    ...authors.map(({ image_url }) => pathOf(image_url)),
    ...articles.map(({ cover_url }) => pathOf(cover_url)),
    ...places.flatMap(({ poster, previews }) => [poster, previews]),
    'social/academy.png',
  ]
  return [
    ...images.map(image),
    ...films.map(
      ({ key }): Media => ({
        bucket: 'lesson-videos',
        path: placesOf(key).video,
        file: `media/videos/${key}.mp4`,
        contentType: 'video/mp4',
      }),
    ),
    ...lessonFiles.map((file): Media => ({ bucket: 'lesson-files', ...placeOf(file) })),
  ]
}
