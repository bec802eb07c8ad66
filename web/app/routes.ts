import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes'

/** Every primitive in every state, for those who build; no part of what is published. */
const workshop = process.env.NODE_ENV === 'production' ? [] : [route('design', 'routes/public/design.tsx')]

/** The route table of the specification (2.1, 2.12). */
export default [
  route('sitemap.xml', 'routes/public/sitemap.ts'),
  route('rss.xml', 'routes/public/rss.ts'),
  route('robots.txt', 'routes/public/robots.ts'),
  route('manifest.webmanifest', 'routes/public/web-manifest.ts'),
  route('.well-known/security.txt', 'routes/public/security-txt.ts'),
  route('unsubscribe/one-click', 'routes/public/unsubscribe-one-click.ts'),
  ...prefix('admin', [
    layout('routes/admin/layout.tsx', [
      index('routes/admin/home.tsx'),
      route('login', 'routes/admin/login.tsx'),
      route('auth/callback', 'routes/admin/callback.tsx'),
      route('accept-invitation', 'routes/admin/accept-invitation.tsx'),
    ]),
  ]),
  layout('routes/public/layout.tsx', [
    index('routes/public/home.tsx'),
    route('categories', 'routes/public/categories.tsx'),
    route('categories/:slug', 'routes/public/category.tsx'),
    route('courses', 'routes/public/courses.tsx', [route(':courseId', 'routes/public/course.tsx')]),
    route('news', 'routes/public/news.tsx'),
    route('news/:slug', 'routes/public/article.tsx'),
    route('about-us', 'routes/public/about.tsx'),
    route('contact', 'routes/public/contact.tsx'),
    ...['terms', 'privacy', 'cookies', 'accessibility'].map((path) =>
      route(path, 'routes/public/legal.tsx', { id: path }),
    ),
    ...prefix('auth', [
      route('callback', 'routes/auth/callback.tsx'),
      route('verify', 'routes/auth/callback.tsx', { id: 'auth-verify' }),
      route('two-step', 'routes/auth/two-step.tsx'),
      route('verify-email', 'routes/auth/verify-email.tsx'),
      route('recover-account', 'routes/auth/recover-account.tsx'),
      route('not-me', 'routes/auth/not-me.tsx'),
    ]),
    route('email-verification', 'routes/auth/verify-email.tsx', { id: 'email-verification' }),
    route('unsubscribe', 'routes/public/unsubscribe.tsx'),
    route('login', 'routes/auth/login.tsx'),
    route('register', 'routes/auth/register.tsx'),
    layout('routes/student/layout.tsx', [
      route('dashboard', 'routes/student/dashboard.tsx'),
      layout('routes/student/profile-area.tsx', [
        route('profile', 'routes/student/profile.tsx'),
        route('profile/security', 'routes/student/profile-security.tsx'),
        route('profile/privacy', 'routes/student/profile-privacy.tsx'),
      ]),
      route('courses/:courseId/start', 'routes/student/start.tsx'),
      route('courses/:courseId/lessons/:lessonId', 'routes/student/lesson.tsx'),
    ]),
    ...workshop,
    route('*', 'routes/public/not-found.tsx'),
  ]),
] satisfies RouteConfig
