import fc from 'fast-check'

/** Two lessons, two devices with two tabs each: tab 0 and 1 share the first device's store. Seconds. */
export const DURATIONS = [600, 45] as const

export type Tab = 0 | 1 | 2 | 3
export type Fate = 'arrives' | 'is lost' | 'answer is lost' | 'arrives twice' | 'is delayed' | 'answer is delayed'
export type HistoryEvent =
  | { do: 'watch'; tab: Tab; lesson: 0 | 1; from: number; seconds: number; byHand: boolean; thenDie: boolean }
  | { do: 'flush' | 'hide' | 'kill' | 'unplug' | 'plug in'; tab: Tab }
  | { do: 'stop server' | 'start server' | 'deliver something delayed' | 'replay something old'; pick: number }
  | { do: 'reset' | 'take back' | 'mark'; lesson: 0 | 1 }
  | { do: 'set clock back' | 'start device with another clock'; device: 0 | 1; by: number }

/** What befalls two devices of one person; times in ms. `skews` are how wrong the clocks of the devices are. */
export type History = { events: { event: HistoryEvent; after: number }[]; fates: Fate[]; skews: [number, number] }

const tab = fc.constantFrom<Tab>(0, 1, 2, 3)
const pick = fc.nat(1_000)
const event: fc.Arbitrary<HistoryEvent> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('watch' as const),
      tab,
      lesson: fc.constantFrom<0 | 1>(0, 0, 0, 1),
      from: fc.nat(620),
      seconds: fc.integer({ min: 1, max: 200 }),
      byHand: fc.nat(30).map((chance) => chance === 0),
      thenDie: fc.nat(12).map((chance) => chance === 0),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('flush' as const, 'flush' as const, 'hide' as const), tab }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('kill' as const, 'unplug' as const, 'plug in' as const), tab }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'stop server' as const,
        'start server' as const,
        'deliver something delayed' as const,
        'replay something old' as const,
      ),
      pick,
    }),
  },
)
const A_YEAR_MS = 31_536_000_000
/** Minutes, hours or years. */
const wrong = fc.oneof(fc.nat(600_000), fc.nat(86_400_000), fc.nat(26 * A_YEAR_MS))
const lesson = fc.constantFrom<0 | 1>(0, 0, 1)
const erasure: fc.Arbitrary<HistoryEvent> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('take back' as const, 'mark' as const), lesson }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reset' as const), lesson }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('set clock back' as const, 'start device with another clock' as const),
      device: fc.constantFrom<0 | 1>(0, 1),
      by: wrong,
    }),
  },
)
const fate = fc.constantFrom<Fate>(
  'arrives',
  'arrives',
  'is lost',
  'answer is lost',
  'arrives twice',
  'is delayed',
  'answer is delayed',
)

/** Histories with clocks that are wrong by at most `ahead` ms, or behind by up to a day. */
export const histories = (ahead: number): fc.Arbitrary<History> => {
  const skew = fc.oneof(fc.constant(0), fc.integer({ min: -86_400_000, max: ahead }))
  return fc.record({
    events: fc.array(fc.record({ event, after: fc.nat(90_000) }), { minLength: 6, maxLength: 40, size: 'max' }),
    fates: fc.array(fate, { maxLength: 30, size: 'max' }),
    skews: fc.tuple(skew, skew),
  })
}

/** Histories in which people erase things as well, with clocks that are wrong by anything and jump. */
export const clockHistories: fc.Arbitrary<History> = fc.record({
  events: fc.array(
    fc.record({
      event: fc.oneof(
        {
          weight: 5,
          arbitrary: event.map((one) => (one.do === 'watch' ? { ...one, byHand: false, thenDie: false } : one)),
        },
        { weight: 1, arbitrary: erasure },
      ),
      // The clock that a page learns of the server may be a second ahead.
      after: fc.integer({ min: 3_000, max: 90_000 }),
    }),
    { minLength: 6, maxLength: 40, size: 'max' },
  ),
  fates: fc.array(fate, { maxLength: 30, size: 'max' }),
  skews: fc.tuple(
    fc.oneof(
      fc.constant(0),
      wrong,
      wrong.map((by) => -by),
    ),
    fc.oneof(
      fc.constant(0),
      wrong,
      wrong.map((by) => -by),
    ),
  ),
})
