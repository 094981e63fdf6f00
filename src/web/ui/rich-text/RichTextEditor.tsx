import { ActionIcon, Button } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import type { MouseEvent, ReactNode } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TemplateVariable } from '#domain/template.ts'
import { templateVariables } from '#domain/template.ts'
import '#web/texts/email.ts'
import { IconBold, IconItalic, IconList, IconPlus } from '../icons.ts'
import { createEditor } from './editor.ts'
import classes from './RichText.module.css'

export interface RichTextProps {
  label: string
  description?: ReactNode
  error?: ReactNode
  /** As stored: HTML, or a line's plain text, with variables in double braces. */
  value: string
  onChange: (value: string) => void
  isLine?: boolean
  /** Offers the variables of a mail's template. */
  variables?: boolean
}

/** Its value is read when it is drawn; later it speaks and is not spoken to. */
export function RichTextEditor(props: RichTextProps) {
  const { label, description, isLine = false, variables = false, error } = props
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<Editor | null>(null)
  // The editor is made once and must call the newest of these.
  const newest = useRef(props)
  useEffect(() => {
    newest.current = props
  })
  useEffect(() => {
    if (place.current === null) return undefined
    const made = createEditor({
      element: place.current,
      value: newest.current.value,
      isLine,
      attributes: {
        id,
        role: 'textbox',
        'aria-labelledby': `${id}-label`,
        'aria-multiline': String(!isLine),
        'aria-describedby': `${id}-notes`,
        class: classes.text ?? '',
        spellcheck: 'true',
      },
      onChange: (value) => newest.current.onChange(value),
    })
    setEditor(made)
    return () => made.destroy()
  }, [id, isLine])
  const isWrong = hasText(error)
  useEffect(() => {
    const text = editor?.view.dom
    if (isWrong) text?.setAttribute('aria-invalid', 'true')
    else text?.removeAttribute('aria-invalid')
  }, [editor, isWrong])
  return (
    <div className={classes.field}>
      <span
        id={`${id}-label`}
        className={classes.label}
        onClick={() => editor?.commands.focus()}
        role="presentation"
      >
        {label}
      </span>
      <div className={classes.frame} data-line={isLine || undefined} data-error={isWrong}>
        {editor !== null && !isLine && <Marks editor={editor} />}
        <div ref={place} className={classes.place} />
      </div>
      {editor !== null && variables && (
        <Variables
          onPick={(name) =>
            editor.chain().focus().insertContent({ type: 'variable', attrs: { name } }).run()
          }
        />
      )}
      <p id={`${id}-notes`} className={classes.notes} data-error={isWrong}>
        {isWrong ? error : description}
      </p>
    </div>
  )
}

/** Whoever goes on typing right after a click types into the text, not at the button. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault()
}

function hasText(error: ReactNode): true | undefined {
  return error == null || error === false || error === '' ? undefined : true
}

function Variables({ onPick }: { onPick: (name: TemplateVariable) => void }) {
  const { t } = useTranslation()
  return (
    <div className={classes.variables} role="group" aria-label={t('richText.insert')}>
      {templateVariables.map((variable) => {
        const name = t(`richText.variables.${variable}`)
        return (
          <Button
            key={variable}
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={13} aria-hidden />}
            aria-label={t('richText.insertOne', { name })}
            title={`{{${variable}}}`}
            onMouseDown={keepFocus}
            onClick={() => onPick(variable)}
          >
            {name}
          </Button>
        )
      })}
    </div>
  )
}

function Marks({ editor }: { editor: Editor }) {
  const { t } = useTranslation()
  const [, redraw] = useState(0)
  useEffect(() => {
    const draw = () => redraw((count) => count + 1)
    editor.on('transaction', draw)
    return () => void editor.off('transaction', draw)
  }, [editor])
  const marks = [
    { name: 'bold', icon: IconBold, apply: () => editor.chain().focus().toggleBold().run() },
    { name: 'italic', icon: IconItalic, apply: () => editor.chain().focus().toggleItalic().run() },
    {
      name: 'bulletList',
      icon: IconList,
      apply: () => editor.chain().focus().toggleBulletList().run(),
    },
  ] as const
  return (
    <div className={classes.marks} role="group" aria-label={t('richText.format')}>
      {marks.map(({ name, icon: Icon, apply }) => (
        <ActionIcon
          key={name}
          variant="subtle"
          size={32}
          aria-label={t(`richText.${name}`)}
          aria-pressed={editor.isActive(name)}
          data-pressed={editor.isActive(name) || undefined}
          className={classes.mark}
          onMouseDown={keepFocus}
          onClick={apply}
        >
          <Icon size={17} />
        </ActionIcon>
      ))}
    </div>
  )
}
