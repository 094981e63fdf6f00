import { Checkbox } from '@mantine/core'
import type { ChangeEvent } from 'react'
import type { Chosen } from './use-chosen.ts'

/** The tick of one in a list of many. With Shift it takes all up to it. */
export function ChosenBox({ id, label, chosen }: { id: number; label: string; chosen: Chosen }) {
  return (
    <Checkbox
      // As large as WCAG 2.2 asks of a target.
      size="md"
      aria-label={label}
      checked={chosen.isChosen(id)}
      onChange={(event) => chosen.toggle(id, isWithShift(event))}
    />
  )
}

function isWithShift({ nativeEvent }: ChangeEvent<HTMLInputElement>): boolean {
  return 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true
}
