import { catalogText as text } from '~/catalog/courses/catalog.he'
import type { Author } from '~/catalog/courses/catalog.rules'
import { Avatar } from '~/shared/ui/avatar'
import { panelText } from './panel.he'

const SHOWN_AREAS = 2

/** Who teaches: picture, name, and the first two fields of expertise [2.4-09]. */
export function Lecturer({ author }: { author: Author | null }) {
  const name = author?.nameHe || text.courseLecturer
  const areas = author?.expertiseAreas.slice(0, SHOWN_AREAS).join(' • ') || panelText.lecturer
  return (
    <div className="flex items-center gap-3.5">
      <Avatar name={name} imageUrl={author?.imageUrl} size="large" />
      <p className="leading-snug">
        <span className="block font-semibold">{name}</span>
        <span className="block text-ink-2 text-sm">{areas}</span>
      </p>
    </div>
  )
}
