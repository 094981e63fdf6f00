import { ActionIcon } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textsReady } from '#web/language.ts'
import { IconSearch } from '#web/ui/icons.ts'

// With a first use, not before: the navbar carries only its key and its button.
const fetchPalette = async () => {
  const { Palette } = await import('#web/palette/Palette.tsx')
  await textsReady()
  return { default: Palette }
}
const Palette = lazy(fetchPalette)

/** Ctrl+K or ⌘K anywhere, and a button for who has no keys (look.md). */
export function PaletteKey() {
  const { t } = useTranslation()
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused')
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      // Half a key ahead: what is written right after it would be lost while the download comes.
      if (event.key === 'Control' || event.key === 'Meta') void fetchPalette().catch(() => null)
      const isKey = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
      if (!isKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      // Over another question it would take the answer's place.
      if (document.querySelector('[role="dialog"]') === null) setState('open')
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('nav.palette')}
        aria-keyshortcuts="Control+K Meta+K"
        title={t('nav.paletteKey')}
        onClick={() => setState('open')}
      >
        <IconSearch size={18} />
      </ActionIcon>
      {state !== 'unused' && (
        <Suspense>
          <Palette opened={state === 'open'} onClose={() => setState('closed')} />
        </Suspense>
      )}
    </>
  )
}
