import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { RichTextProps } from './RichTextEditor.tsx'
import classes from './RichText.module.css'

// The editor is the largest part of all: it is fetched where somebody writes, never before.
const RichTextEditor = lazy(async () => ({
  default: (await import('./RichTextEditor.tsx')).RichTextEditor,
}))

export function RichText(props: RichTextProps) {
  const { i18n } = useTranslation()
  const waiting = (
    <div className={classes.field}>
      <span className={classes.label}>{props.label}</span>
      <Skeleton height={props.isLine === true ? 38 : 200} radius={8} />
    </div>
  )
  return (
    <Suspense fallback={waiting}>
      {/* Anew in another language: what stands in the text names its variables. */}
      <RichTextEditor key={i18n.language} {...props} />
    </Suspense>
  )
}
