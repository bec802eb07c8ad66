import { Form, Link, useNavigation } from 'react-router'
import { paths } from '~/shared/config/paths'
import { Bidi } from '~/shared/ui/bidi'
import { Button, buttonClass } from '~/shared/ui/button'
import { LinkPage } from '~/shared/ui/link-page'
import type { RatingLink, RatingWord } from './rating.calls'
import { ratingText as text } from './rating.he'

type RatingScreenProps = { link: RatingLink | null; token: string; failed: boolean }

/** Says whether an answer helped, without signing in; two plain forms, so that it works before or without scripts. */
export function RatingScreen({ link, token, failed }: RatingScreenProps) {
  const state = link?.state ?? 'failed'
  return (
    <LinkPage state={state} title={text.titles[state]} failure={failed ? text.failed : undefined}>
      {link?.subject && (
        <p>
          {text.about} <Bidi className="font-bold">{link.subject}</Bidi>
        </p>
      )}
      {link?.state === 'done' && link.rating && <p>{text.rated[link.rating]}</p>}
      {link?.state === 'unknown' && <p>{text.unknown}</p>}
      {(state === 'open' || state === 'failed') && (
        <div className="flex flex-wrap gap-3">
          <Press token={token} word="good" />
          <Press token={token} word="bad" />
        </div>
      )}
      {(state === 'unknown' || link?.rating === 'bad') && <WriteAgain />}
    </LinkPage>
  )
}

const WriteAgain = () => (
  <div className="grid justify-items-start gap-3 border-rule border-t pt-5">
    <p>{text.stillOpen}</p>
    <Link to={paths.contact} className={buttonClass('secondary')}>
      {text.contact}
    </Link>
  </div>
)

function Press({ token, word }: { token: string; word: RatingWord }) {
  const { state, formAction } = useNavigation()
  const address = `${paths.answerRating}?token=${encodeURIComponent(token)}&said=${word}`
  return (
    <Form method="post" action={address} replace>
      <Button type="submit" look="secondary" busy={state !== 'idle' && formAction === address}>
        {text[word]}
      </Button>
    </Form>
  )
}
