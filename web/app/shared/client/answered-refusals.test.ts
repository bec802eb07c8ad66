import { afterEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '~/shared/errors/errors'
import { answerRefusals, expectAnswers, withAnswers } from './answered-refusals'

const old = () => new AppError('REAUTHENTICATION_NEEDED')
let stop: (() => void) | undefined
const answering = (answer: (refusal: AppError) => Promise<boolean>) => {
  stop = answerRefusals(answer)
}
afterEach(() => stop?.())

describe('a refused call', () => {
  it('fails as it is where nobody can answer', async () => {
    const refusal = old()
    await expect(withAnswers(() => Promise.reject(refusal))).rejects.toBe(refusal)
  })

  it('is sent again once after the answer, and with it its result comes', async () => {
    answering(async ({ code }) => code === 'REAUTHENTICATION_NEEDED')
    const send = vi.fn().mockRejectedValueOnce(old()).mockResolvedValue('done')
    expect(await withAnswers(send)).toBe('done')
    expect(send).toHaveBeenCalledTimes(2)
  })

  it('that is refused for the same again is not sent a third time', async () => {
    const answer = vi.fn(async () => true)
    answering(answer)
    const send = vi.fn().mockRejectedValue(old())
    await expect(withAnswers(send)).rejects.toMatchObject({ code: 'REAUTHENTICATION_NEEDED' })
    expect([send.mock.calls.length, answer.mock.calls.length]).toEqual([2, 1])
  })

  it('for two reasons is answered for both', async () => {
    answering(async () => true)
    const send = vi
      .fn()
      .mockRejectedValueOnce(old())
      .mockRejectedValueOnce(new AppError('APPROVAL_NEEDED'))
      .mockResolvedValue(1)
    expect(await withAnswers(send)).toBe(1)
  })

  it('waits for the screen that answers, which is loading; any other refusal does not', async () => {
    expectAnswers()
    const refused = new AppError('NETWORK_ERROR')
    await expect(withAnswers(() => Promise.reject(refused))).rejects.toBe(refused)
    const send = vi.fn().mockRejectedValueOnce(old()).mockResolvedValue('done')
    const result = withAnswers(send)
    await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(1))
    expectAnswers()
    answering(async () => true)
    expect(await result).toBe('done')
  })

  it('stands where the person leaves before that screen has loaded, and nothing waits for it any more', async () => {
    const leave = expectAnswers()
    const refusal = old()
    const result = withAnswers(() => Promise.reject(refusal)).catch((cause: unknown) => cause)
    await new Promise((resolve) => setTimeout(resolve))
    leave()
    expect(await result).toBe(refusal)
    await expect(withAnswers(() => Promise.reject(refusal))).rejects.toBe(refusal)
  })

  it('stays refused when the person declines, with the same error', async () => {
    answering(async () => false)
    const refusal = old()
    const send = vi.fn().mockRejectedValue(refusal)
    await expect(withAnswers(send)).rejects.toBe(refusal)
    expect(send).toHaveBeenCalledTimes(1)
  })

  it('is answered by the last screen alone, and one that closed before takes nothing away', async () => {
    const first = answerRefusals(async () => false)
    answering(async () => true)
    first()
    const send = vi.fn().mockRejectedValueOnce(old()).mockResolvedValue('done')
    expect(await withAnswers(send)).toBe('done')
  })
})
