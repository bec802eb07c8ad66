/**
 * What the user menu calls the student [2.2-04]: the first name, else the email up to the @, else the given word.
 */
export function userLabel(
  user: { firstName?: string | undefined; email?: string | undefined },
  fallback: string,
): string {
  return user.firstName?.trim() || user.email?.split('@')[0]?.trim() || fallback
}
