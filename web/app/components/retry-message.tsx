import { useRevalidator } from 'react-router'
import { catalogText } from '~/locales/he/catalog'
import { common } from '~/locales/he/common'
import { StateMessage } from './state-message'
import { Button } from './ui/button'

/** Says what did not load and loads the page's data again on a press. */
export function RetryMessage({ title }: { title: string }) {
  const { revalidate, state } = useRevalidator()
  return (
    <StateMessage alert title={title} body={catalogText.failedBody}>
      <Button busy={state === 'loading'} onClick={() => void revalidate()}>
        {common.retry}
      </Button>
    </StateMessage>
  )
}
