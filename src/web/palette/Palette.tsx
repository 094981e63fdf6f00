import { TextInput, VisuallyHidden } from '@mantine/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import '#web/texts/palette.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { IconSearch } from '#web/ui/icons.ts'
import { GROUPS, type Entry } from './entries.ts'
import { useEntries } from './use-entries.ts'
import classes from './Palette.module.css'

/** Go anywhere, find anything, make something new: written, chosen with the arrows, and Enter. */
export function Palette({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('palette.title')} opened={opened} onClose={onClose} size="lg" isHigh>
      <Finder onClose={onClose} />
    </Dialog>
  )
}

function Finder({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const id = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const { entries, isSearching, isFailed } = useEntries(text)
  const chosen = entries[Math.min(at, entries.length - 1)]
  const idOf = (entry: Entry) => `${id}-${entries.indexOf(entry)}`
  const move = (by: number) => {
    const next = (Math.min(at, entries.length - 1) + by + entries.length) % entries.length
    const entry = entries[next]
    if (entry === undefined) return
    setAt(next)
    document.getElementById(idOf(entry))?.scrollIntoView({ block: 'nearest' })
  }
  const open = (entry: Entry) => {
    onClose()
    void navigate(entry.to)
  }
  const press = (key: string): boolean => {
    if (key === 'ArrowDown') move(1)
    else if (key === 'ArrowUp') move(-1)
    else if (key === 'Enter' && chosen !== undefined) open(chosen)
    else return false
    return true
  }
  return (
    <>
      <TextInput
        data-autofocus
        data-palette
        aria-label={t('palette.title')}
        placeholder={t('palette.placeholder')}
        size="md"
        maxLength={100}
        leftSection={<IconSearch size={18} aria-hidden />}
        role="combobox"
        aria-expanded={entries.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={chosen === undefined ? undefined : idOf(chosen)}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          setAt(0)
        }}
        onKeyDown={(event) => {
          if (press(event.key)) event.preventDefault()
        }}
      />
      <div className={classes.list} id={id} role="listbox" aria-label={t('palette.list')}>
        {GROUPS.map((group) => (
          <Options
            key={group}
            name={t(`palette.groups.${group}`)}
            entries={entries.filter((entry) => entry.group === group)}
            chosen={chosen}
            idOf={idOf}
            onChoose={open}
          />
        ))}
      </div>
      <p className={classes.foot} role="status">
        {isFailed ? (
          t('palette.failed')
        ) : isSearching ? (
          t('palette.searching')
        ) : entries.length === 0 ? (
          t('palette.nothing', { text: text.trim() })
        ) : (
          <VisuallyHidden>{t('palette.found', { count: entries.length })}</VisuallyHidden>
        )}
      </p>
    </>
  )
}

function Options({
  name,
  entries,
  chosen,
  idOf,
  onChoose,
}: {
  name: string
  entries: Entry[]
  chosen: Entry | undefined
  idOf: (entry: Entry) => string
  onChoose: (entry: Entry) => void
}) {
  if (entries.length === 0) return null
  return (
    <div role="group" aria-label={name}>
      <p className={classes.group} aria-hidden>
        {name}
      </p>
      {entries.map((entry) => (
        <button
          type="button"
          key={entry.key}
          id={idOf(entry)}
          role="option"
          tabIndex={-1}
          aria-selected={entry === chosen}
          className={classes.entry}
          onClick={() => onChoose(entry)}
        >
          <span>{entry.label}</span>
          {entry.hint !== '' && <small>{entry.hint}</small>}
        </button>
      ))}
    </div>
  )
}
