import { useLayoutEffect, useRef, type KeyboardEvent } from 'react'
import { MAX_UPLOAD_TEXT, type UploadRole } from '#domain/upload.ts'
import classes from './Grid.module.css'

/** Where the selection goes once the cell is written. */
export type Leave = 'down' | 'up' | 'right' | 'left' | 'stay' | 'elsewhere'

/** `over`: what is typed takes the cell's place, and arrows leave it; `within`: arrows move in its text. */
export interface Editing {
  mode: 'over' | 'within'
  text: string
  row: number
  role: UploadRole
}

/** The field over the cell that is written in. It draws nothing while one types: its text is read when it is left. */
export function CellEditor({
  editing,
  label,
  place,
  onWrite,
  onCancel,
  onMode,
}: {
  editing: Editing
  label: string
  place: { top: number; left: number; width: number }
  onWrite: (text: string, leave: Leave) => void
  onCancel: () => void
  onMode: () => void
}) {
  const input = useRef<HTMLInputElement>(null)
  // A field that is taken away loses the focus, which must not write once more.
  const isDone = useRef(false)
  useLayoutEffect(() => {
    isDone.current = false
    input.current?.focus({ preventScroll: true })
    const end = input.current?.value.length ?? 0
    input.current?.setSelectionRange(end, end)
  }, [])
  const write = (leave: Leave) => {
    if (isDone.current) return
    isDone.current = true
    onWrite(input.current?.value ?? '', leave)
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      isDone.current = true
      onCancel()
      return
    }
    if (event.key === 'F2') {
      event.preventDefault()
      onMode()
      return
    }
    const leave = leaveOf(event, editing.mode)
    if (leave === null) return
    event.preventDefault()
    write(leave)
  }
  return (
    <input
      ref={input}
      className={classes.editor}
      style={place}
      aria-label={label}
      defaultValue={editing.text}
      maxLength={MAX_UPLOAD_TEXT}
      autoComplete="off"
      spellCheck={false}
      onKeyDown={press}
      onBlur={() => write('elsewhere')}
    />
  )
}

const ARROWS: Readonly<Record<string, Leave>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

function leaveOf({ key, shiftKey }: KeyboardEvent, mode: Editing['mode']): Leave | null {
  if (key === 'Enter') return shiftKey ? 'up' : 'down'
  if (key === 'Tab') return shiftKey ? 'left' : 'right'
  return mode === 'over' ? (ARROWS[key] ?? null) : null
}
