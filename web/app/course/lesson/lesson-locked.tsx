import { Link } from 'react-router'
import { paths } from '~/shared/config/paths'
import { buttonClass } from '~/shared/ui/button'
import { lessonLockedText as text } from './lesson-locked.he'
import { PlayerNotice } from './lesson-problem'

/** Stands where the player would: watching wants an active account with a verified address. */
export const LessonLocked = () => (
  <PlayerNotice title={text.title} body={text.body}>
    <Link to={paths.verifyEmail} className={buttonClass('learn')}>
      {text.verify}
    </Link>
  </PlayerNotice>
)
