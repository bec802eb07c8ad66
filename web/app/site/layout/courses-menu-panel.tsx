import { Tabs } from 'radix-ui'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { CategoryIcon } from '~/catalog/categories/category-icon'
import { Queries } from '~/shared/client/queries'
import { MEGA_MENU_COURSES, MENU_DESCRIPTION_LENGTH } from '~/shared/config/constants'
import { paths } from '~/shared/config/paths'
import { cutText } from '~/shared/formats/text'
import { common } from '~/shared/ui/common.he'
import { Icon } from '~/shared/ui/icon'
import { Skeleton } from '~/shared/ui/skeleton'
import { layoutText as text } from './layout.he'
import { type MenuCategory, useMenuData } from './menu.calls'
import { MenuFailure } from './menu-failure'
import { menusText } from './menus.he'

type CoursesMenuPanelProps = {
  /** Called once there is something in the panel that can have the focus. */
  onReady: () => void
}

/** Inside of the courses menu: featured categories at the left, courses of the chosen one at the right [2.2-06]. */
export function CoursesMenuPanel({ onReady }: CoursesMenuPanelProps) {
  return (
    <Queries>
      <Panel onReady={onReady} />
    </Queries>
  )
}

function Panel({ onReady }: CoursesMenuPanelProps) {
  const { categories, failed, retry } = useMenuData()
  const featured = categories?.filter(({ isFeatured }) => isFeatured)
  const [chosen, setChosen] = useState<string>()
  const ready = failed || featured !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when the panel has come
  useEffect(() => {
    if (ready) onReady()
  }, [ready])
  if (failed) return <MenuFailure onRetry={retry} />
  if (!featured) return <PanelSkeleton />
  if (featured.length === 0) {
    return (
      <p className="py-8">
        <Link to={paths.courses} className="text-link">
          {common.allCourses}
        </Link>
      </p>
    )
  }
  return (
    <Tabs.Root
      orientation="vertical"
      value={chosen ?? featured[0]?.id ?? ''}
      onValueChange={setChosen}
      className="grid min-h-[340px] grid-cols-[1fr_290px] gap-8 py-6"
    >
      <Tabs.List aria-label={text.categories} className="order-2 border-rule border-s ps-6">
        {featured.map(({ id, nameHe, slug }) => (
          <Tabs.Trigger
            key={id}
            value={id}
            onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setChosen(id)}
            className="flex min-h-12 w-full items-center gap-3 rounded-control px-3 text-start font-semibold text-ink-2 data-[state=active]:bg-green-wash data-[state=active]:text-green-ink"
          >
            <CategoryIcon slug={slug} className="size-7!" />
            {nameHe}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {featured.map((category) => (
        <Tabs.Content key={category.id} value={category.id} tabIndex={-1} className="min-w-0">
          <CategoryCourses category={category} />
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}

function CategoryCourses({ category: { courses, nameHe, slug } }: { category: MenuCategory }) {
  return (
    <>
      {courses.length === 0 ? (
        <p className="py-4 text-ink-2">{menusText.noCoursesInCategory}</p>
      ) : (
        <ul className="grid grid-cols-2 gap-x-8">
          {courses.slice(0, MEGA_MENU_COURSES).map(({ id, titleHe, descriptionHe }) => (
            <li key={id} className="border-rule border-b">
              <Link
                to={paths.course(id)}
                className="group/course block h-full rounded-control py-3 no-underline hover:text-green-ink"
              >
                <span className="block font-semibold group-hover/course:underline group-hover/course:underline-offset-4">
                  {titleHe}
                </span>
                <span className="mt-0.5 block text-ink-2 text-sm leading-snug">
                  {descriptionHe ? cutText(descriptionHe, MENU_DESCRIPTION_LENGTH) : menusText.noDescription}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-4 flex flex-wrap gap-x-8 gap-y-2">
        {courses.length > MEGA_MENU_COURSES && (
          <Link to={paths.category(slug)} className="text-link inline-flex items-center gap-1">
            {menusText.allOfCategory(nameHe)}
            <Icon name="chevron-next" className="size-4" />
          </Link>
        )}
        <Link to={paths.courses} className="text-link">
          {common.allCourses}
        </Link>
      </p>
    </>
  )
}

function PanelSkeleton() {
  return (
    <div className="grid min-h-[340px] grid-cols-[1fr_290px] gap-8 py-6">
      <p role="status" className="sr-only">
        {common.loading}
      </p>
      <div className="grid grid-cols-2 content-start gap-x-8 gap-y-6 pt-3">
        {[0, 1, 2, 3].map((index) => (
          <div key={index} className="space-y-3">
            <Skeleton className="h-5 w-3/5" />
            <Skeleton className="h-4 w-full" />
          </div>
        ))}
      </div>
      <div className="space-y-4 border-rule border-s ps-6 pt-2">
        {[0, 1, 2, 3, 4].map((index) => (
          <Skeleton key={index} className="h-8 w-full" />
        ))}
      </div>
    </div>
  )
}
