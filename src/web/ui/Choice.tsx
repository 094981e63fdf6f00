import { useId } from 'react'
import classes from './Choice.module.css'

/** One of a few, all in sight: plain radio buttons, each the whole card. */
export function Choice<Value extends string | number>({
  label,
  description,
  options,
  value,
  columns = false,
  error,
  onChange,
}: {
  label: string
  description?: string
  options: { value: Value; label: string; hint?: string }[]
  /** Null: none yet. */
  value: Value | null
  columns?: boolean
  /** Said below: none was chosen. */
  error?: string | false
  onChange: (value: Value) => void
}) {
  const name = useId()
  const isWrong = error !== undefined && error !== false
  return (
    <fieldset className={classes.choice} aria-describedby={isWrong ? `${name}-wrong` : undefined}>
      <legend className={classes.legend}>{label}</legend>
      {description !== undefined && <p className={classes.description}>{description}</p>}
      <div className={classes.options} data-columns={columns || undefined}>
        {options.map((option) => (
          <label key={option.value} className={classes.option}>
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>
              <span className={classes.label}>{option.label}</span>
              {option.hint !== undefined && <span className={classes.hint}>{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
      {isWrong && (
        <p id={`${name}-wrong`} className={classes.wrong}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
