/** The numbers of specification section 9, each under one name. Times are in milliseconds unless the name says otherwise. */
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const STUDENT_SESSION_LIFETIME = 90 * DAY // [9-01]
export const SESSION_CHECK_INTERVAL = 30 * MINUTE // [9-03]
export const MAIL_LINK_VALIDITY_HOURS = 24 // [9-05]
export const STUDENT_LOADER_TIMEOUT = 5 * SECOND // [9-07]
export const AUTH_STORAGE_KEY = 'sb-auth-token' // [9-12]
/** Of the server: answers with `Clear-Site-Data`. */
export const SIGNED_OUT_PATH = '/signed-out'
export const TOAST = { max: 3, duration: 4 * SECOND, width: 356, gap: 14 } as const // [9-13]
export const MAIL_REPEAT_DELAY = 1 * MINUTE
export const MAIL_CODE_LENGTH = 6
export const PHONE_PLACEHOLDER = '+972000000000' // [9-14]
export const DEFAULT_PHONE_COUNTRY = 'IL' // [9-16]
export const DEFAULT_PHONE_DIAL_CODE = '+972'
export const AUTH_REQUEST_TIMEOUT = 20 * SECOND
export const CALLBACK_REDIRECT_DELAY = 1 * SECOND // [9-17]
export const CALLBACK_RETRY_DELAY = 2 * SECOND // [9-17]
export const RECOVERY_REDIRECT_DELAY = 3 * SECOND // [9-20]
export const VERIFIED_EMAIL_REDIRECT_DELAY = 2 * SECOND // [9-21]
export const CONSENT_DELAY = 1 * SECOND // [9-23]
export const CONSENT_MINIMISED_FOR = 5 * MINUTE // [9-24]
export const LIST_LOADING_TIMEOUT = 8 * SECOND // [9-25]
export const PROGRESS_LOADING_TIMEOUT = 10 * SECOND // [9-26]
export const MEGA_MENU_COURSES = 6 // [9-27]
export const MOBILE_MENU_COURSES = 5 // [9-27]
export const MENU_DESCRIPTION_LENGTH = 100 // [9-28]
export const CARD_DESCRIPTION_LENGTH = 80 // [9-28]
export const DEFAULT_COURSE_MINUTES = 60 // [9-29]
export const HEADER_SHRINK_AT_PX = 20 // [9-32]
export const CLEANUP_INTERVAL = 3 * SECOND // [9-33]
export const PROGRESS_FLUSH_INTERVAL = 30 * SECOND // [9-35]
export const PROGRESS_MINIMUM_CHANGE_SECONDS = 5 // [9-36]
export const PROGRESS_SAVE_DEBOUNCE = 2 * SECOND // [9-37]
export const SAVE_TIMEOUT = 15 * SECOND
export const STORE_TIMEOUT = 5 * SECOND
/** The function gives the mail server 20 s. */
export const VIMEO_TIMEOUT = 60 * SECOND
export const TEST_MAIL_TIMEOUT = 30 * SECOND
export const LESSON_COMPLETE_AT = 0.98 // [9-38]
export const RECOMMENDED_COURSES = 3 // [9-40]
export const COUNTRY_LIST_HEIGHT_PX = 288 // [9-43]
export const COUNTRY_LIST_MAX_HEIGHT_PX = 300 // [9-43]
/** Letters of a first name and of a last name, as the table of users has them. */
export const NAME_LENGTH = 100
export const NEXT_LESSON_COUNTDOWN_SECONDS = 10
export const SCROLL_BAR_HIDE_DELAY = 600 // [9-44]
