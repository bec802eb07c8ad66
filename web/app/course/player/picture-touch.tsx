import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { Bidi } from '~/shared/ui/bidi'
import { playerText } from './player.he'
import { PlayerIcon } from './player-icon'
import { createTouchReader, type TouchIntent } from './touch-gestures'

const SHOWN_MS = 700
const SWIPE_PX = 80
const HOLD_MS = 500

type PictureTouchProps = {
  onPress: () => void
  onDoublePress: () => void
  onControls: () => void
  onMove: (seconds: number) => void
  /** The picture is held, and let go. */
  onHold: (held: boolean) => void
  /** Swiping down leaves the full screen; undefined where there is none to leave. */
  onSwipeDown?: (() => void) | undefined
}

/**
 * The picture takes presses of the mouse and touches: one shows or hides the controls, two on a side move by 10 s, and
 * holding it plays faster.
 * Whatever it does can also be done with a button, so it is hidden from screen readers and takes no focus.
 */
export function PictureTouch(props: PictureTouchProps) {
  const { onPress, onDoublePress, onControls, onMove, onHold, onSwipeDown } = props
  const [moved, setMoved] = useState({ seconds: 0, at: 0 })
  const down = useRef({ x: 0, y: 0, touch: false })
  const holding = useRef<{ timer?: ReturnType<typeof setTimeout>; held: boolean }>({ held: false })
  const onIntent = useRef<(intent: TouchIntent) => void>(() => undefined)
  onIntent.current = (touched) => {
    if (touched.do === 'controls') return onControls()
    onMove(touched.seconds)
    const goesOn = Date.now() - moved.at < SHOWN_MS && Math.sign(moved.seconds) === Math.sign(touched.seconds)
    setMoved({ seconds: (goesOn ? moved.seconds : 0) + touched.seconds, at: Date.now() })
  }
  const [reader] = useState(() => createTouchReader((touched) => onIntent.current(touched)))
  useEffect(() => reader.stop, [reader])
  useEffect(() => {
    if (moved.seconds === 0) return
    const timer = setTimeout(() => setMoved({ seconds: 0, at: 0 }), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [moved])

  const letGo = () => {
    clearTimeout(holding.current.timer)
    onHold(false)
  }
  const release = (event: PointerEvent<HTMLDivElement>) => {
    letGo()
    if (!down.current.touch || holding.current.held) return
    const [dx, dy] = [event.clientX - down.current.x, event.clientY - down.current.y]
    if (onSwipeDown && dy > SWIPE_PX && dy > 2 * Math.abs(dx)) return onSwipeDown()
    if (Math.hypot(dx, dy) > 20) return
    const { left, width } = event.currentTarget.getBoundingClientRect()
    reader.touch((event.clientX - left) / width, event.timeStamp)
  }
  return (
    <div
      aria-hidden="true"
      data-picture=""
      // As the timeline, the picture has its past on the left.
      dir="ltr"
      className={`absolute inset-0 ${onSwipeDown ? 'touch-none' : 'touch-manipulation'}`}
      onPointerDown={(event) => {
        down.current = { x: event.clientX, y: event.clientY, touch: event.pointerType === 'touch' }
        const hold = () => {
          holding.current.held = true
          onHold(true)
        }
        holding.current = { held: false, timer: setTimeout(hold, HOLD_MS) }
      }}
      onPointerUp={release}
      onPointerCancel={letGo}
      onPointerLeave={letGo}
      onContextMenu={(event) => holding.current.held && event.preventDefault()}
      onClick={() => down.current.touch || holding.current.held || onPress()}
      onDoubleClick={() => down.current.touch || onDoublePress()}
    >
      {moved.seconds !== 0 && (
        <span
          className={`absolute inset-y-0 grid w-2/5 place-content-center justify-items-center gap-1 bg-white/10 font-semibold ${
            moved.seconds < 0 ? 'start-0 rounded-e-[50%]' : 'end-0 rounded-s-[50%]'
          }`}
        >
          <PlayerIcon name={moved.seconds < 0 ? 'back' : 'forward'} />
          <Bidi>{playerText.moved(moved.seconds)}</Bidi>
        </span>
      )}
    </div>
  )
}
