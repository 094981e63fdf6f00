import { useMemo } from 'react'
import { qrCode } from '#domain/qr.ts'
import classes from './QrCode.module.css'

const QUIET = 4

/** A telephone reads it off the screen. Nothing where the text is too long for one. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const modules = useMemo(() => qrCode(text), [text])
  if (modules === null) return null
  const size = modules.length + 2 * QUIET
  const path = modules
    .flatMap((row, y) =>
      row.map((isDark, x) => (isDark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : '')),
    )
    .join('')
  return (
    <svg className={classes.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
