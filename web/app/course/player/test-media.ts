/** A media element for tests: what jsdom leaves out, as much as the player uses. Time moves only when told. */
type Media = {
  time: number
  duration: number
  paused: boolean
  ended: boolean
  ready: number
  rate: number
  error: unknown
}

const states = new WeakMap<HTMLMediaElement, Media>()

function stateOf(element: HTMLMediaElement): Media {
  const state = states.get(element) ?? {
    time: 0,
    duration: Number.NaN,
    paused: true,
    ended: false,
    ready: 0,
    rate: 1,
    error: null,
  }
  states.set(element, state)
  return state
}

/** Puts the fake in the place of jsdom's media elements. */
export function installTestMedia(): void {
  const property = <Value>(
    name: string,
    get: (state: Media) => Value,
    set?: (state: Media, value: Value) => string,
  ) => {
    Object.defineProperty(HTMLMediaElement.prototype, name, {
      configurable: true,
      get() {
        return get(stateOf(this))
      },
      set(value: Value) {
        const event = set?.(stateOf(this), value)
        if (event) this.dispatchEvent(new Event(event))
      },
    })
  }
  property(
    'currentTime',
    (state) => state.time,
    (state, time) => {
      state.time = time
      state.ended = false
      return 'seeking'
    },
  )
  property(
    'playbackRate',
    (state) => state.rate,
    (state, rate) => {
      state.rate = rate
      return 'ratechange'
    },
  )
  property('duration', (state) => state.duration)
  property('paused', (state) => state.paused)
  property('ended', (state) => state.ended)
  property('readyState', (state) => state.ready)
  property('error', (state) => state.error)
  HTMLMediaElement.prototype.play = function () {
    const state = stateOf(this)
    if (state.error) return Promise.reject(new DOMException('The address cannot be played', 'NotSupportedError'))
    state.paused = false
    this.dispatchEvent(new Event('play'))
    return Promise.resolve()
  }
  HTMLMediaElement.prototype.pause = function () {
    const state = stateOf(this)
    if (state.paused) return
    state.paused = true
    this.dispatchEvent(new Event('pause'))
  }
}

const emit = (video: HTMLMediaElement, event: string) => video.dispatchEvent(new Event(event))

/** The video has arrived. */
export function load(video: HTMLMediaElement, duration: number): void {
  Object.assign(stateOf(video), { duration, ready: 1, time: 0, error: null })
  emit(video, 'loadedmetadata')
  emit(video, 'seeked')
}

/** The video plays on to a second. */
export function playTo(video: HTMLMediaElement, seconds: number): void {
  stateOf(video).time = seconds
  emit(video, 'timeupdate')
}

/** The address of the video stops working: the browser forgets what it had, and tells of no pause. */
export function failPlayback(video: HTMLMediaElement): void {
  Object.assign(stateOf(video), { ready: 0, time: 0, paused: true, error: { code: 4 } })
  emit(video, 'error')
}

/** The video reaches its end. */
export function end(video: HTMLMediaElement): void {
  const state = stateOf(video)
  Object.assign(state, { time: state.duration, ended: true, paused: true })
  for (const event of ['timeupdate', 'pause', 'ended']) emit(video, event)
}
