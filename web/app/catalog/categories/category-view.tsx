import { Link } from 'react-router'
import { bookmarkOf } from '~/catalog/bookmarks/course-bookmark'
import { CourseGrid } from '~/catalog/courses/course-grid'
import { paths } from '~/shared/config/paths'
import { buttonClass } from '~/shared/ui/button'
import { common } from '~/shared/ui/common.he'
import { PageHeader } from '~/shared/ui/page-header'
import { StateMessage } from '~/shared/ui/state-message'
import type { CategoryPage } from './categories.calls'
import { categoriesText } from './categories.he'
import { CategoryFilter } from './category-filter'
import { CategoryIcon } from './category-icon'
import { useSiteCategories } from './use-site-categories'

/** A category with its courses, as its page shows it. */
export function CategoryView({ category, courses }: CategoryPage) {
  const categories = useSiteCategories()
  return (
    <div className="wrap">
      <PageHeader
        title={category.nameHe}
        intro={category.descriptionHe}
        mark={<CategoryIcon slug={category.slug} className="mb-4 text-green" />}
      >
        <CategoryFilter categories={categories.items} currentSlug={category.slug} />
      </PageHeader>
      {courses.length === 0 ? (
        <StateMessage title={categoriesText.noCoursesInCategory} body={categoriesText.noCoursesInCategoryBody}>
          <Link to={paths.courses} className={buttonClass('primary')}>
            {common.allCourses}
          </Link>
          <Link to={paths.categories} className={buttonClass('secondary')}>
            {categoriesText.allCategories}
          </Link>
        </StateMessage>
      ) : (
        <CourseGrid courses={courses} bookmarkOf={bookmarkOf} headingLevel="h2" eagerImages />
      )}
    </div>
  )
}
