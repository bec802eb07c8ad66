import { useEffect, useRef, useState } from 'react'
import { toAppError } from '~/shared/errors/errors'
import { Alert } from '~/shared/ui/alert'
import { Button } from '~/shared/ui/button'
import { common } from '~/shared/ui/common.he'
import { Spinner } from '~/shared/ui/spinner'

type EndingProps = { message: string; work: () => Promise<unknown> }

/** Does what has to be done before the page can go on, says so meanwhile, and offers it again where it failed. */
export function Ending({ message, work }: EndingProps) {
  const [failure, setFailure] = useState<string>()
  const isUnderWay = useRef(false)
  const latest = useRef(work)
  useEffect(() => {
    latest.current = work
  })
  async function tryIt() {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setFailure(undefined)
    await latest.current().catch((cause: unknown) => setFailure(toAppError(cause).message))
    isUnderWay.current = false
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: it begins once, with the page
  useEffect(() => {
    void tryIt()
  }, [])
  return (
    <div className="wrap grid min-h-[50vh] content-center justify-items-start gap-5">
      {failure ? (
        <>
          <Alert tone="error">{failure}</Alert>
          <Button look="learn" onClick={() => void tryIt()}>
            {common.retry}
          </Button>
        </>
      ) : (
        <p role="status" className="flex items-center gap-3">
          <Spinner /> {message}
        </p>
      )}
    </div>
  )
}
