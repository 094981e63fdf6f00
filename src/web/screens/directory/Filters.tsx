import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Company } from '#web/api/queries.ts'
import '#web/texts/directory.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import classes from './Directory.module.css'

/** What is looked for, in which order, and of which company where there are several. */
export function Filters<Sort extends string>({
  search,
  label,
  sort,
  sorts,
  company,
  companies,
  onChoose,
}: {
  search: string
  label: string
  sort: Sort
  sorts: { value: Sort; label: string }[]
  company: Company | undefined
  companies: readonly Company[]
  /** By its name in the address. */
  onChoose: (name: 'search' | 'sort' | 'company', value: string) => void
}) {
  const { t } = useTranslation()
  return (
    <div className={classes.filters} role="search">
      <SearchBox label={label} value={search} onChange={(text) => onChoose('search', text)} />
      <NativeSelect
        aria-label={t('directory.sort')}
        value={sort}
        data={sorts}
        onChange={({ currentTarget: { value } }) => onChoose('sort', value)}
      />
      {companies.length > 1 && (
        <NativeSelect
          aria-label={t('directory.company')}
          value={company?.id ?? ''}
          data={companies.map(({ id, company_info: { name } }) => ({
            value: String(id),
            label: name,
          }))}
          onChange={({ currentTarget: { value } }) => onChoose('company', value)}
        />
      )}
    </div>
  )
}
