import { clsx } from 'clsx'
import { Dialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useArrivedWithPage } from '~/shared/browser/use-arrived-with-page'
import { paths } from '~/shared/config/paths'
import { buttonClass } from '~/shared/ui/button'
import { common } from '~/shared/ui/common.he'
import { Dialog, DialogCross, DialogScrim } from '~/shared/ui/dialog'
import { Icon } from '~/shared/ui/icon'
import { CourseDetails, type CoursePanelState } from './course-details'
import { panelText } from './panel.he'

type CoursePanelProps = {
  courseId: string
  state: CoursePanelState
  /** Lessons that the signed-in student has completed; empty for everyone else. */
  completedLessonIds: ReadonlySet<string>
  /** The bookmark toggle beside the main button [2.4-14]. */
  bookmark?: ReactNode
  /** What the person should know before they go on: lessons that are new to them. */
  note?: ReactNode
  onClose: () => void
}

/**
 * The course detail panel (2.4): a centred dialog, under 768 px a drawer of 95% of the viewport. It stands in the page
 * itself and not in a portal, so that the server renders it at its own address.
 */
export function CoursePanel({ courseId, state, completedLessonIds, bookmark, note, onClose }: CoursePanelProps) {
  // A panel that came with the page is there at once; one that is opened over the list arrives.
  const still = useArrivedWithPage()
  const started = state.status === 'ready' && state.lessons.some(({ id }) => completedLessonIds.has(id))
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogScrim className={clsx(still && 'animate-none!')} />
      <Primitive.Content
        aria-describedby={undefined}
        onOpenAutoFocus={(event) => {
          event.preventDefault()
          const panel = event.currentTarget
          if (!(panel instanceof HTMLElement)) return
          // Focus lays the page out at once; while a page comes to life that is left to its next frame.
          if (still) requestAnimationFrame(() => panel.focus())
          else panel.focus()
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          focusCard(courseId)
        }}
        className={clsx(
          'fixed inset-x-0 bottom-0 z-50 flex h-[95dvh] flex-col overflow-hidden rounded-t-card bg-card shadow-float outline-none md:inset-0 md:m-auto md:h-fit md:max-h-[88dvh] md:w-[calc(100%-64px)] md:max-w-[860px] md:rounded-card',
          !still && 'animate-sheet md:animate-rise',
        )}
      >
        {/* Grows from its content: a share of a height that the panel takes from its content is nothing to WebKit. */}
        <div className="min-h-0 flex-auto overflow-y-auto overscroll-contain">
          <CourseDetails courseId={courseId} state={state} completedLessonIds={completedLessonIds} />
        </div>
        {(state.status === 'ready' || state.status === 'loading') && (
          <div className="above-system flex flex-wrap items-center gap-x-3 gap-y-2 border-rule border-t px-5 pt-3.5 [--sheet-space:14px] md:px-8">
            <Link
              to={paths.startCourse(courseId)}
              // A visitor is asked to sign in first, and told for which course.
              state={{ course: state.course?.titleHe }}
              className={`${buttonClass('learn')} flex-1 md:flex-none md:px-8`}
            >
              <Icon name="play" filled className="size-4" />
              {started ? panelText.continueWatching : panelText.startLearning}
            </Link>
            {bookmark}
            {note && (
              <p className="order-first basis-full text-green-ink text-sm md:order-none md:basis-auto">{note}</p>
            )}
          </div>
        )}
        {state.status === 'missing' && (
          <p className="above-system border-rule border-t px-5 pt-3.5 [--sheet-space:14px] md:px-8">
            <Link to={paths.courses} className={buttonClass('secondary')}>
              {common.allCourses}
            </Link>
          </p>
        )}
        <DialogCross className="absolute end-3 top-3 border border-rule" />
        <noscript>{import.meta.env.SSR && <PlainCross />}</noscript>
      </Primitive.Content>
    </Dialog>
  )
}

/** Lies over the cross where no script runs: the way back is a link then. Server only. */
function PlainCross() {
  return (
    <a
      href={paths.courses}
      aria-label={common.close}
      className="absolute end-3 top-3 z-10 grid size-11 place-items-center rounded-full border border-rule bg-card text-ink"
    >
      <Icon name="close" />
    </a>
  )
}

/** The card that leads to this course gets the focus back; the page stays where it was scrolled to. */
function focusCard(courseId: string): void {
  document.querySelector<HTMLElement>(`[data-course-link="${courseId}"]`)?.focus({ preventScroll: true })
}
