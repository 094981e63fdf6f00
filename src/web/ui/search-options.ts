import type { OptionsFilter } from '@mantine/core'
import { matches } from '#domain/search-text.ts'

/** The one filter of every list that can be searched: no library finds "Viña" by "vina". */
export const searchOptions: OptionsFilter = ({ options, search, limit }) =>
  options.filter((option) => 'value' in option && matches(option.label, search)).slice(0, limit)

/**
 * The list itself scrolls: a scroll area around it can't be reached by keyboard, and axe says so. Of thousands the first are
 * drawn, and what is typed finds the others.
 */
export const searchable = {
  limit: 100,
  comboboxProps: { withinPortal: false },
  withScrollArea: false,
  styles: { options: { maxHeight: 280, overflowY: 'auto' } },
} as const
