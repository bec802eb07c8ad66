import { useRevalidator } from 'react-router'
import { Button } from './button'
import { common } from './common.he'
import { StateMessage } from './state-message'

/** Says what did not load and loads the page's data again on a press. */
export function RetryMessage({ title }: { title: string }) {
  const { revalidate, state } = useRevalidator()
  return (
    <StateMessage alert title={title} body={common.failedBody}>
      <Button busy={state === 'loading'} onClick={() => void revalidate()}>
        {common.retry}
      </Button>
    </StateMessage>
  )
}
