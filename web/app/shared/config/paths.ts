/** Every address of the application, so that no other file spells one. */
export const paths = {
  home: '/',
  login: '/login',
  register: '/register',
  authCallback: '/auth/callback',
  authVerify: '/auth/verify',
  verifyEmail: '/auth/verify-email',
  twoStep: '/auth/two-step',
  recoverAccount: '/auth/recover-account',
  lostMail: '/auth/lost-mail',
  dashboard: '/dashboard',
  notes: '/dashboard/notes',
  profile: '/profile',
  profileSecurity: '/profile/security',
  profilePrivacy: '/profile/privacy',
  categories: '/categories',
  category: (slug: string) => `/categories/${encodeURIComponent(slug)}`,
  courses: '/courses',
  course: (courseId: string) => `/courses/${encodeURIComponent(courseId)}`,
  startCourse: (courseId: string) => `/courses/${encodeURIComponent(courseId)}/start`,
  lesson: (courseId: string, lessonId: string) =>
    `/courses/${encodeURIComponent(courseId)}/lessons/${encodeURIComponent(lessonId)}`,
  /** A lesson at a whole second, as media fragments are written. */
  lessonAt: (courseId: string, lessonId: string, second: number) => `${paths.lesson(courseId, lessonId)}#t=${second}`,
  news: '/news',
  article: (slug: string) => `/news/${encodeURIComponent(slug)}`,
  contact: '/contact',
  about: '/about-us',
  terms: '/terms',
  privacy: '/privacy',
  cookies: '/cookies',
  accessibility: '/accessibility',
  unsubscribe: '/unsubscribe',
  sitemap: '/sitemap.xml',
  rss: '/rss.xml',
  manifest: '/manifest.webmanifest',
  securityTxt: '/.well-known/security.txt',
  admin: '/admin',
  adminStudents: '/admin/students',
  adminStudent: (studentId: string) => `/admin/students/${encodeURIComponent(studentId)}`,
  adminViewing: '/admin/viewing',
  adminAccessRequests: '/admin/students/access-requests',
  adminAudit: '/admin/audit',
  adminAuditLine: (lineId: string) => `/admin/audit/${encodeURIComponent(lineId)}`,
  /** The lines of one record. */
  adminAuditOf: (entity: string, id: string) =>
    `/admin/audit?${new URLSearchParams({ search: id, entity }).toString()}`,
  adminAuthCallback: '/admin/auth/callback',
  adminAcceptInvitation: '/admin/accept-invitation',
} as const

/** Added to any address, it opens the question about what the browser may keep. */
export const PRIVACY_CHOICES = '#privacy-choices'
