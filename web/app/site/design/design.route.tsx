import { BookmarkButton } from '~/catalog/bookmarks/bookmark-button'
import { CategoryIcon } from '~/catalog/categories/category-icon'
import { CourseCard } from '~/catalog/courses/course-card'
import { CourseCardSkeleton } from '~/catalog/courses/course-grid'
import { sampleCourse } from '~/catalog/courses/sample-course'
import { Alert } from '~/shared/ui/alert'
import { Avatar } from '~/shared/ui/avatar'
import { Badge } from '~/shared/ui/badge'
import { Button } from '~/shared/ui/button'
import { ICON_NAMES, Icon } from '~/shared/ui/icon'
import { Loading } from '~/shared/ui/loading'
import { PageHeader } from '~/shared/ui/page-header'
import { ProgressBar } from '~/shared/ui/progress-bar'
import { Skeleton } from '~/shared/ui/skeleton'
import { StateMessage } from '~/shared/ui/state-message'
import { TextField } from '~/shared/ui/text-field'
import { ColourSwatches } from './colour-swatches'
import { designText as text } from './design.he'
import { Overlays } from './overlays'
import { Specimen } from './specimen'

const LOOKS = ['primary', 'learn', 'secondary', 'quiet', 'danger'] as const
const SIZES = ['text-xs', 'text-sm', 'text-base', 'text-lg', 'text-xl', 'text-2xl', 'text-3xl', 'text-4xl', 'text-5xl']
const SLUGS = ['finance-basics', 'investments', 'insurance', 'retirement', 'taxes', 'banking', 'other']
const COURSE = sampleCourse({ titleHe: text.course, descriptionHe: text.description })

export const meta = () => [{ title: text.title }, { name: 'robots', content: 'noindex' }]

/** Every primitive in every state; only where the site is being built. */
export default function Design() {
  const ignore = () => undefined
  return (
    <div className="wrap">
      <PageHeader title={text.title} />
      <Specimen title={text.colours}>
        <ColourSwatches />
      </Specimen>
      <Specimen title={text.type}>
        <div className="w-full space-y-2">
          {SIZES.map((size) => (
            <p key={size} className={`truncate font-bold font-serif ${size}`}>
              {text.sentence}
            </p>
          ))}
          {SIZES.slice(0, 5).map((size) => (
            <p key={size} className={size}>
              {text.sentence}
            </p>
          ))}
        </div>
      </Specimen>
      <Specimen title={text.buttons}>
        {LOOKS.map((look) => (
          <div key={look} className="grid gap-3">
            <Button look={look}>{text.word}</Button>
            <Button look={look} size="small">
              {text.word}
            </Button>
            <Button look={look} disabled>
              {text.word}
            </Button>
            <Button look={look} busy>
              {text.word}
            </Button>
          </div>
        ))}
        <BookmarkButton title={text.word} isBookmarked={false} onToggle={ignore} />
        <BookmarkButton title={text.word} isBookmarked onToggle={ignore} />
        <BookmarkButton title={text.word} isBookmarked busy onToggle={ignore} />
      </Specimen>
      <Specimen title={text.fields}>
        <TextField label={text.label} hint={text.hint} type="email" className="w-80" />
        <TextField label={text.label} error={text.error} type="email" defaultValue="dana@" className="w-80" />
        <TextField label={text.label} disabled className="w-80" />
      </Specimen>
      <Specimen title={text.messages}>
        {(['error', 'success', 'attention', 'info'] as const).map((tone) => (
          <Alert key={tone} tone={tone} className="w-full">
            {text.sentence}
          </Alert>
        ))}
        <StateMessage title={text.word} body={text.sentence} className="w-full" />
      </Specimen>
      <Specimen title={text.small}>
        {(['plain', 'green', 'saffron'] as const).map((tone) => (
          <Badge key={tone} tone={tone}>
            {text.word}
          </Badge>
        ))}
        <Avatar name={text.person} />
        <Avatar name={text.person} size="large" />
        {[0, 38, 100].map((percent) => (
          <ProgressBar key={percent} percent={percent} label={text.word} className="w-40" />
        ))}
      </Specimen>
      <Specimen title={text.loading}>
        <Loading />
        <Skeleton className="h-6 w-60" />
      </Specimen>
      <Specimen title={text.icons}>
        {ICON_NAMES.map((name) => (
          <Icon key={name} name={name} className="size-7" />
        ))}
        {SLUGS.map((slug) => (
          <CategoryIcon key={slug} slug={slug} />
        ))}
      </Specimen>
      <Specimen title={text.overlays}>
        <Overlays />
      </Specimen>
      <Specimen title={text.cards}>
        <div className="grid w-full gap-6 md:grid-cols-3">
          <CourseCard course={COURSE} progressPercent={38} />
          <CourseCard
            course={{ ...COURSE, descriptionHe: '', author: null }}
            bookmark={<BookmarkButton title={text.course} isBookmarked onToggle={ignore} />}
          />
          <CourseCardSkeleton />
        </div>
      </Specimen>
    </div>
  )
}
