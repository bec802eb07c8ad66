import { paths } from './paths'

/** Addresses and numbers of the staff area (specification section 9), apart from those that every page carries. Times in ms. */
export const STAFF_LOGIN = `${paths.admin}/login`
export const STAFF_SESSION_LIFETIME = 24 * 60 * 60 * 1000 // [9-02]
export const STAFF_PROFILE_ATTEMPTS = 3 // [9-06]
export const STAFF_PROFILE_PAUSE = 1_000 // [9-06]
export const STAFF_LOADER_TIMEOUT = 3_000 // [9-08]
export const STAFF_LOADING_LIMIT = 5_000 // [9-09]
export const STAFF_CALLBACK_WAIT = 100 // [9-18]
export const STAFF_CALLBACK_RECHECK = 3_000 // [9-18]
export const STAFF_CALLBACK_WATCHDOG = 1_200 // [9-18]
export const INVITATION_REDIRECT_DELAY = 2_000 // [9-19]
/** How long before the end of a session that nobody uses its member is asked. */
export const STAFF_IDLE_WARNING = 2 * 60 * 1000
/** How often the server hears at most that somebody uses the staff area. */
export const STAFF_ACTIVITY_INTERVAL = 60 * 1000
