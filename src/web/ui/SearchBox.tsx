import { CloseButton, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconSearch } from './icons.ts'

/**
 * "/" brings the search, Escape empties it. What is typed stands here at once: `value` may be the address's,
 * which follows a moment later, and letters typed meanwhile would be lost.
 */
export function SearchBox({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (text: string) => void
}) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(value)
  const focus = () => input.current?.focus()
  // Where the slash is on the 7, as on keyboards in Spanish, it comes with Shift.
  useHotkeys([
    ['/', focus],
    ['shift+/', focus],
  ])
  useEffect(() => {
    if (document.activeElement !== input.current) setTyped(value)
  }, [value])
  const change = (text: string) => {
    setTyped(text)
    onChange(text)
  }
  return (
    <TextInput
      ref={input}
      type="search"
      aria-label={label}
      placeholder={label}
      value={typed}
      maxLength={100}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        typed === '' ? null : (
          <CloseButton size="sm" aria-label={t('actions.clearSearch')} onClick={() => change('')} />
        )
      }
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') change('')
      }}
    />
  )
}
