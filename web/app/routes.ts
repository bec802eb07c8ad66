import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes'

/** Every primitive in every state, for those who build; no part of what is published. */
const workshop =
  process.env.NODE_ENV === 'production'
    ? []
    : [
        route('design', 'site/design/design.route.tsx'),
        route('design/form', 'staff/form/form-design.route.tsx'),
        route('design/list', 'staff/list/list-design.route.tsx'),
      ]

/** The route table of the specification (2.1, 2.12). */
export default [
  route('sitemap.xml', 'site/feeds/sitemap.route.ts'),
  route('rss.xml', 'site/feeds/rss.route.ts'),
  route('robots.txt', 'site/feeds/robots.route.ts'),
  route('manifest.webmanifest', 'site/feeds/web-manifest.route.ts'),
  route('.well-known/security.txt', 'site/feeds/security-txt.route.ts'),
  route('unsubscribe/one-click', 'account/unsubscribe/one-click.route.ts'),
  ...prefix('admin', [
    layout('staff/shell/staff-layout.route.tsx', [
      route('login', 'staff/entry/staff-login.route.tsx'),
      route('auth/callback', 'staff/entry/staff-callback.route.tsx'),
      route('accept-invitation', 'staff/entry/accept-invitation.route.tsx'),
      route('viewing', 'staff/viewing/viewing.route.tsx', [
        index('staff/viewing/viewed-dashboard.route.tsx'),
        route('courses/:courseId', 'staff/viewing/viewed-course.route.tsx'),
        route('courses/:courseId/lessons/:lessonId', 'staff/viewing/viewed-lesson.route.tsx'),
      ]),
    ]),
    layout('staff/shell/desk.route.tsx', [
      index('staff/shell/staff-home.route.tsx'),
      route('students', 'staff/students/students.route.tsx'),
      route('students/access-requests', 'staff/access-requests/access-requests.route.tsx'),
      route('students/access-requests/decided', 'staff/access-requests/decided-requests.route.tsx'),
      route('students/:studentId', 'staff/student-record/student.route.tsx'),
      route('audit', 'staff/audit/audit.route.tsx'),
      route('audit/:lineId', 'staff/audit/audit-line.route.tsx'),
      route('courses', 'staff/content/content-list.route.tsx', { id: 'staff/content/courses' }),
      route('courses/:id', 'staff/content/content.route.tsx', { id: 'staff/content/course' }),
      route('courses/:courseId/lessons', 'staff/content/content-list.route.tsx', { id: 'staff/content/lessons' }),
      route('courses/:courseId/lessons/:id', 'staff/content/content.route.tsx', { id: 'staff/content/lesson' }),
      route('quizzes', 'staff/content/content-list.route.tsx', { id: 'staff/content/quizzes' }),
      route('quizzes/:id', 'staff/content/content.route.tsx', { id: 'staff/content/quiz' }),
      route('categories', 'staff/content/content-list.route.tsx', { id: 'staff/content/categories' }),
      route('categories/:id', 'staff/content/content.route.tsx', { id: 'staff/content/category' }),
      route('authors', 'staff/content/content-list.route.tsx', { id: 'staff/content/authors' }),
      route('authors/:id', 'staff/content/content.route.tsx', { id: 'staff/content/author' }),
      route('essays', 'staff/content/content-list.route.tsx', { id: 'staff/content/essays' }),
      route('essays/:id', 'staff/content/content.route.tsx', { id: 'staff/content/essay' }),
      route('news', 'staff/content/content-list.route.tsx', { id: 'staff/content/all-news' }),
      route('news/:id', 'staff/content/content.route.tsx', { id: 'staff/content/news' }),
      route('media', 'staff/media/media.route.tsx'),
      route('mails', 'staff/mails/mails.route.tsx'),
      route('settings', 'staff/settings/settings.route.tsx'),
      route('users', 'staff/team/team.route.tsx'),
      route('users/invitations', 'staff/team/invitations.route.tsx'),
      route('users/roles', 'staff/roles/roles.route.tsx'),
    ]),
  ]),
  layout('site/layout/layout.route.tsx', [
    index('site/home/home.route.tsx'),
    route('categories', 'catalog/categories/categories.route.tsx'),
    route('categories/:slug', 'catalog/categories/category.route.tsx'),
    route('courses', 'catalog/courses/courses.route.tsx', [route(':courseId', 'course/panel/course.route.tsx')]),
    route('courses/:courseId/quizzes/:quizId', 'quizzes/start/quiz.route.tsx'),
    route('certificates', 'quizzes/certificate/check.route.tsx'),
    route('certificates/:number', 'quizzes/certificate/certificate.route.tsx'),
    route('news', 'site/news/news.route.tsx'),
    route('news/:slug', 'site/news/article.route.tsx'),
    route('preview', 'site/preview/preview.route.tsx'),
    route('about-us', 'site/about/about.route.tsx'),
    route('contact', 'support/contact/contact.route.tsx'),
    ...['terms', 'privacy', 'cookies', 'accessibility'].map((path) =>
      route(path, 'site/legal/legal.route.tsx', { id: path }),
    ),
    ...prefix('auth', [
      route('callback', 'session/callback/callback.route.tsx'),
      route('verify', 'session/callback/callback.route.tsx', { id: 'auth-verify' }),
      route('two-step', 'session/two-step/two-step.route.tsx'),
      route('verify-email', 'session/email-verification/verify-email.route.tsx'),
      route('recover-account', 'session/recovery/recover-account.route.tsx'),
      route('lost-mail', 'session/lost-mail/lost-mail.route.tsx'),
      route('not-me', 'session/not-me/not-me.route.tsx'),
    ]),
    route('email-verification', 'session/email-verification/verify-email.route.tsx', { id: 'email-verification' }),
    route('unsubscribe', 'account/unsubscribe/unsubscribe.route.tsx'),
    route('login', 'session/sign-in/login.route.tsx'),
    route('register', 'session/registration/register.route.tsx'),
    layout('account/student-layout/student-layout.route.tsx', [
      route('dashboard', 'account/dashboard/dashboard.route.tsx'),
      route('dashboard/notes', 'account/notes/notes.route.tsx'),
      layout('account/profile/profile-area.route.tsx', [
        route('profile', 'account/profile/profile.route.tsx'),
        route('profile/security', 'account/security/security.route.tsx'),
        route('profile/privacy', 'account/my-data/privacy.route.tsx'),
      ]),
      route('courses/:courseId/start', 'course/lesson/start.route.tsx'),
      route('courses/:courseId/lessons/:lessonId', 'course/lesson/lesson.route.tsx'),
      route('review', 'quizzes/review/review.route.tsx'),
      route('courses/:courseId/certificate', 'quizzes/certificate/earn.route.tsx'),
      route('courses/:courseId/quizzes/:quizId/attempts/:attemptId', 'quizzes/attempt/attempt.route.tsx'),
    ]),
    ...workshop,
    route('*', 'site/layout/not-found.route.tsx'),
  ]),
] satisfies RouteConfig
