import { CloseButton, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { IconSearch } from './icons.ts'

/** "/" brings the search, Escape empties it. */
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
  useHotkeys([['/', () => input.current?.focus()]])
  return (
    <TextInput
      ref={input}
      type="search"
      aria-label={label}
      placeholder={label}
      value={value}
      maxLength={100}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        value === '' ? null : (
          <CloseButton
            size="sm"
            aria-label={t('actions.clearSearch')}
            onClick={() => onChange('')}
          />
        )
      }
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onChange('')
      }}
    />
  )
}
