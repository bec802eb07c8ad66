import type { StudentProfile, StudentSession } from './session-store'

export const dana: StudentProfile = {
  id: '11111111-1111-4111-8111-111111111111',
  email: 'dana@example.com',
  firstName: 'דנה',
  lastName: 'כהן',
  phoneNumber: '+972501234567',
  emailVerified: true,
  isActive: true,
  consentsGiven: true,
  owesAgreement: false,
  deletionDueAt: null,
}

/** A signed-in student whose profile is loaded. */
export const danaSession = (changes: Partial<StudentSession> = {}): StudentSession => ({
  status: 'student',
  userId: dana.id,
  email: dana.email,
  emailVerified: true,
  isActive: true,
  phoneUpdateRequired: false,
  firstName: dana.firstName,
  profile: dana,
  ...changes,
})
