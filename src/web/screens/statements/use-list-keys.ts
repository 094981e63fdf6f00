import { useEffect, useRef, type RefObject } from 'react'

const ACTS: Readonly<Record<string, string>> = { a: 'accept', n: 'refuse', x: 'aside', d: 'undo' }

/**
 * Arrows go from row to row, letters press a row's button of that act. A row that leaves the list by one of them hands the
 * focus to the one that takes its place, so that a list is worked through without the mouse.
 */
export function useListKeys(list: RefObject<HTMLUListElement | null>, count: number): void {
  const leftAt = useRef<number | null>(null)
  useEffect(() => {
    const at = leftAt.current
    leftAt.current = null
    if (at === null || document.activeElement !== document.body) return
    focusRow(rowsOf(list.current)[Math.min(at, count - 1)])
  }, [count, list])
  useEffect(() => {
    const element = list.current
    const press = (event: KeyboardEvent) => (leftAt.current = pressed(element, event))
    element?.addEventListener('keydown', press)
    return () => element?.removeEventListener('keydown', press)
  })
}

/** Does what the key asks of the row that has the focus; returns the row's place when its button was pressed. */
function pressed(list: HTMLUListElement | null, event: KeyboardEvent): number | null {
  const rows = rowsOf(list)
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  if (at < 0 || event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target))
    return null
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step !== undefined) {
    event.preventDefault()
    focusRow(rows[Math.max(0, Math.min(rows.length - 1, at + step))])
    return null
  }
  const act = ACTS[event.key.toLowerCase()]
  const button = rows[at]?.querySelector<HTMLButtonElement>(`button[data-act="${act ?? ''}"]`)
  if (button == null) return null
  event.preventDefault()
  button.click()
  return at
}

function rowsOf(list: HTMLUListElement | null): HTMLElement[] {
  return list === null ? [] : [...list.querySelectorAll<HTMLElement>(':scope > li')]
}

function focusRow(row: HTMLElement | undefined): void {
  row?.querySelector<HTMLElement>('button:not([disabled])')?.focus()
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input:not([type="checkbox"]), textarea')
}
