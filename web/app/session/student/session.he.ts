/** Toasts about the session; English where the specification words them so ([4-03], [4-04], [8-16] to [8-19]). */
export const sessionToasts = {
  welcomeBack: (name: string) => `Welcome back, ${name}!`,
  profileFailed: 'Failed to load user profile',
  signedOut: 'Signed out successfully',
  signOutFailed: 'Sign out failed',
  youWereSignedOut: 'You have been signed out.',
  expired: 'Your session has expired. Please sign in again.',
  authError: 'Authentication error occurred',
  profileUpdated: 'Profile updated successfully',
  emailVerified: 'Email verified successfully',
  phoneTakenMeanwhile: 'מספר הטלפון שרשמתם כבר שייך לחשבון אחר, ולכן לא נשמר. אפשר לכתוב מספר אחר בפרופיל.',
  linkSent: 'Magic link sent! Check your email.',
} as const

/** The guards of the student area (2.11). */
export const guardText = {
  verifyingIdentity: 'מאמתים את הזהות...',
  loadingUserData: 'טוענים את פרטי המשתמש...',
  profileFailedTitle: 'לא הצלחנו לטעון את הפרטים שלכם',
  profileFailedLead: 'החיבור נקטע או שהשרת לא ענה. אתם עדיין מחוברים, ואפשר לנסות שוב.',
  retry: 'לנסות שוב',
} as const

/** A session that ran out in the middle of a lesson: the page stays, and its owner signs in over it. */
export const signInAgainText = {
  title: 'צריך להיכנס שוב',
  lead: 'החיבור לחשבון הסתיים. השיעור נשאר פתוח, ומה שכבר צפיתם שמור במכשיר הזה ויישמר בחשבון מיד אחרי הכניסה.',
  codeGoesTo: 'קוד בן 6 ספרות יישלח אל',
  send: 'שליחת קוד',
  otherAddress: 'לכתובת אחרת',
  leave: 'לצאת מהשיעור',
} as const
