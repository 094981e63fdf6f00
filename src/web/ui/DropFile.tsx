import { Button, FileButton, Loader } from '@mantine/core'
import { useRef, useState, type ComponentType, type DragEvent, type ReactNode } from 'react'
import classes from './DropFile.module.css'
import { Notice } from './Notice.tsx'

/** A place where a file is dropped or chosen, and where it is said what is wrong with it. */
export function DropFile({
  Icon,
  title,
  hint,
  choose,
  accept,
  busy,
  problem,
  onTake,
  children,
}: {
  Icon: ComponentType<{ size: number; 'aria-hidden': true; className?: string | undefined }>
  title: string
  hint: string
  /** What the button says. */
  choose: string
  /** Endings, as of an input. */
  accept: string
  /** What is done with a file meanwhile; null: one can be taken. */
  busy: string | null
  problem: { title?: string; text: string } | null
  onTake: (file: File) => void
  children?: ReactNode
}) {
  const [isOver, setIsOver] = useState(false)
  // The same file can be chosen again.
  const reset = useRef<() => void>(null)
  const take = (file: File | null | undefined) => {
    reset.current?.()
    if (file != null && busy === null) onTake(file)
  }
  const over = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(event.type === 'dragover')
  }
  return (
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={over}
      onDragLeave={over}
      onDrop={(event) => {
        over(event)
        take(event.dataTransfer.files[0])
      }}
    >
      <Icon size={28} aria-hidden className={classes.icon} />
      <div className={classes.words}>
        <p className={classes.title}>{title}</p>
        <p className="muted small">{hint}</p>
        {children}
      </div>
      {busy === null ? (
        <FileButton accept={accept} resetRef={reset} onChange={take}>
          {(props) => <Button {...props}>{choose}</Button>}
        </FileButton>
      ) : (
        <p role="status" className={classes.busy}>
          <Loader size={18} aria-hidden />
          {busy}
        </p>
      )}
      {problem !== null && busy === null && (
        <div className={classes.problem}>
          <Notice tone="wrong" isAlert title={problem.title}>
            {problem.text}
          </Notice>
        </div>
      )}
    </div>
  )
}
