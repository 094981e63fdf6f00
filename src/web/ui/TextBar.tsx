import { Skeleton } from '@mantine/core'
import classes from './TextBar.module.css'

/** A line of text that is still to come, as high as a line is where it stands. `width`: in pixels, or of its place. */
export function TextBar({ width }: { width: number | string }) {
  return (
    <span className={classes.bar} style={{ width }}>
      <Skeleton height="0.75em" radius="sm" />
    </span>
  )
}
