import type { Move } from './selection.ts'

/** What a key means in the grid while no cell is written in. */
export type Command =
  | { kind: 'undo' | 'redo' | 'selectAll' | 'removeRows' | 'clear' | 'release' }
  | { kind: 'next' | 'fault'; step: 1 | -1 }
  /** `over`: the key itself is the first that is written. */
  | { kind: 'edit'; mode: 'over' | 'within' }
  | { kind: 'move'; move: Omit<Move, 'page'> }

export interface KeyPress {
  key: string
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

const MOVES: ReadonlySet<string> = new Set([
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageUp',
  'PageDown',
])

/** As in a spreadsheet. Null: the key is the browser's. */
export function commandOf(press: KeyPress): Command | null {
  const { key, shiftKey, altKey } = press
  const isControl = press.ctrlKey || press.metaKey
  const step = shiftKey ? -1 : 1
  if (altKey && !isControl) return null
  if (MOVES.has(key)) {
    return { kind: 'move', move: { key, isExtending: shiftKey, isFar: isControl } }
  }
  // AltGr is Ctrl and Alt: it writes characters such as the @.
  if (isControl && !altKey) return controlCommand(key.toLowerCase(), shiftKey)
  switch (key) {
    case 'Tab':
      return { kind: 'next', step }
    case 'F8':
      return { kind: 'fault', step }
    case 'Escape':
      return { kind: 'release' }
    case 'Delete':
    case 'Backspace':
      return { kind: 'clear' }
    case 'F2':
    case 'Enter':
      return { kind: 'edit', mode: 'within' }
    default:
      // An accent is a key of its own before its letter.
      return key.length === 1 || key === 'Dead' || key === 'Process'
        ? { kind: 'edit', mode: 'over' }
        : null
  }
}

function controlCommand(key: string, isShifted: boolean): Command | null {
  switch (key) {
    case 'z':
      return { kind: isShifted ? 'redo' : 'undo' }
    case 'y':
      return { kind: 'redo' }
    case 'a':
      return { kind: 'selectAll' }
    case '-':
      return { kind: 'removeRows' }
    default:
      return null
  }
}
