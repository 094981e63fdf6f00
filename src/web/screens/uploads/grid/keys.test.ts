import { expect, test } from 'vitest'
import { commandOf, type Command, type KeyPress } from './keys.ts'

const PLAIN = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }
const control = { ctrlKey: true }

test.each<[string, Partial<KeyPress> & { key: string }, Command | null]>([
  ['a letter', { key: 'a' }, { kind: 'edit', mode: 'over' }],
  ['a capital', { key: 'A', shiftKey: true }, { kind: 'edit', mode: 'over' }],
  ['an accent before its letter', { key: 'Dead' }, { kind: 'edit', mode: 'over' }],
  ['AltGr and a key', { key: '@', ctrlKey: true, altKey: true }, { kind: 'edit', mode: 'over' }],
  ['F2', { key: 'F2' }, { kind: 'edit', mode: 'within' }],
  ['Enter', { key: 'Enter' }, { kind: 'edit', mode: 'within' }],
  ['Delete', { key: 'Delete' }, { kind: 'clear' }],
  ['Escape', { key: 'Escape' }, { kind: 'release' }],
  ['Tab', { key: 'Tab' }, { kind: 'next', step: 1 }],
  ['Shift and Tab', { key: 'Tab', shiftKey: true }, { kind: 'next', step: -1 }],
  ['F8', { key: 'F8' }, { kind: 'fault', step: 1 }],
  ['Ctrl and Z', { key: 'z', ...control }, { kind: 'undo' }],
  ['Ctrl, Shift and Z', { key: 'Z', ...control, shiftKey: true }, { kind: 'redo' }],
  ['Command and Z', { key: 'z', metaKey: true }, { kind: 'undo' }],
  ['Ctrl and Y', { key: 'y', ...control }, { kind: 'redo' }],
  ['Ctrl and A', { key: 'a', ...control }, { kind: 'selectAll' }],
  ['Ctrl and minus', { key: '-', ...control }, { kind: 'removeRows' }],
  ['Ctrl and C, which is the clipboard’s', { key: 'c', ...control }, null],
  ['Ctrl and R, which is the browser’s', { key: 'r', ...control }, null],
  ['Alt and an arrow, which is the browser’s', { key: 'ArrowLeft', altKey: true }, null],
  ['Shift alone', { key: 'Shift', shiftKey: true }, null],
  [
    'Ctrl, Shift and an arrow',
    { key: 'ArrowDown', ...control, shiftKey: true },
    { kind: 'move', move: { key: 'ArrowDown', isExtending: true, isFar: true } },
  ],
])('%s has its meaning', (_what, press, command) => {
  expect(commandOf({ ...PLAIN, ...press })).toEqual(command)
})
