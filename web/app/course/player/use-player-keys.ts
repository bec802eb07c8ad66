import type { KeyboardEvent } from 'react'
import { commandOf, type PageShortcut, type PlayerCommand } from './keyboard'

const TAKES_SPACE = new Set(['BUTTON', 'A', 'SELECT', 'SUMMARY'])
const TAKES_ARROWS = new Set(['SELECT'])

/**
 * Handles keys while the focus is inside the player, and only then, so that single letters never act elsewhere.
 * What a focused control does with a key itself is left to it.
 */
export function playerKeyHandler(run: (command: PlayerCommand) => void, shortcuts: readonly PageShortcut[]) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target
    if (event.defaultPrevented || !(target instanceof HTMLElement) || target.closest('[role="dialog"]')) return
    if (event.code === 'Space' && TAKES_SPACE.has(target.tagName)) return
    if (event.code.startsWith('Arrow') && TAKES_ARROWS.has(target.tagName)) return
    const command = commandOf(event)
    const shortcut = command ? undefined : shortcuts.find(({ code }) => code === event.code && isPlain(event))
    if (!command && !shortcut) return
    event.preventDefault()
    if (command) run(command)
    else shortcut?.run()
  }
}

const isPlain = (event: KeyboardEvent) => !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey
