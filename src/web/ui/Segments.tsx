import type { ReactNode } from 'react'
import classes from './Segments.module.css'

/** One of two or three ways of looking at the same: what is chosen is pressed. */
export function Segments<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: Value
  options: { value: Value; label: string; icon?: ReactNode }[]
  onChange: (value: Value) => void
}) {
  return (
    <div role="group" aria-label={label} className={classes.segments}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={classes.segment}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.icon}
          {option.label}
        </button>
      ))}
    </div>
  )
}
