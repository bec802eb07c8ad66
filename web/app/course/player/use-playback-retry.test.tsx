import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createEmitter, type PlayerAdapter } from './player-adapter'
import { usePlaybackRetry } from './use-playback-retry'

const playerOf = (duration: number) => {
  const { on, emit } = createEmitter()
  return { player: { duration, position: 0, on } as PlayerAdapter, emit }
}

it('ends the trouble with a new player that was ready before anybody listened', () => {
  const { result, rerender } = renderHook(({ player }) => usePlaybackRetry(player, false), {
    initialProps: { player: playerOf(0).player },
  })
  act(() => result.current.fail('connection'))
  expect(result.current.trouble).toBe('retrying')
  rerender({ player: playerOf(0).player })
  expect(result.current.trouble).toBe('retrying')
  rerender({ player: playerOf(620).player })
  expect(result.current.trouble).toBe('none')
})
