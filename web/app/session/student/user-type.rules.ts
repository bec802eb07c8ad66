/** Whether an account is a student's; one that does not say what it is counts as one ([4-02], [4-15]). */
export function isStudentAccount({ user_metadata }: { user_metadata?: Record<string, unknown> }): boolean {
  const userType = user_metadata?.user_type
  return !userType || userType === 'student'
}
