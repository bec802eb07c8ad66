/** What a certificate says, or that it stands no more. */
export type Certificate =
  | {
      state: 'valid'
      number: string
      name: string
      courseTitle: string
      lessons: string[]
      quizzes: { title: string; percent: number }[]
      /** At least so much of each lesson was watched; null where the lessons were marked as completed, by former rules. */
      watchedPercent: number | null
      issuedAt: string
    }
  | { state: 'revoked'; number: string; revokedAt: string }

/** How large a name stands, so that the longest one leaves the rest of the page its room. */
export const nameSizeClass = (name: string): string =>
  name.length <= 40 ? 'text-4xl' : name.length <= 90 ? 'text-2xl' : 'text-xl leading-snug'

/** A number as people read it: three groups of four. */
export const inGroups = (number: string): string => number.match(/.{1,4}/g)?.join('-') ?? number

/** Where a student stands with the certificate of a course. */
export type Standing = {
  courseTitle: string
  completedAt: string | null
  missing: { id: string; title: string }[]
  /** Lessons of which too little was watched, with the percent that counts. */
  unwatched: { id: string; title: string; percent: number }[]
  /** Whether the course has a test, or a video whose watching counts. */
  canEarn: boolean
  firstName: string
  lastName: string
  number: string | null
  isRevoked: boolean
  mayIssueAgain: boolean
}

/** What comes next: to see it, to confirm the name, to do what is missing, or nothing where it was revoked or there is none. */
export function stepOf(standing: Standing): 'see' | 'confirm' | 'missing' | 'revoked' | 'none' {
  const stands = standing.number !== null && !standing.isRevoked
  if (stands) return 'see'
  if (standing.number !== null && !standing.mayIssueAgain) return 'revoked'
  if (!standing.canEarn) return 'none'
  const isMissing = standing.completedAt === null || standing.missing.length > 0 || standing.unwatched.length > 0
  return isMissing ? 'missing' : 'confirm'
}
