import {
  Checkbox,
  MultiSelect,
  NativeSelect,
  PasswordInput,
  Select,
  TextInput,
} from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Choice } from '#web/ui/Choice.tsx'
import { CopyField } from '#web/ui/CopyField.tsx'
import { IconCalendar, IconList } from '#web/ui/icons.ts'
import { usePasswordEye } from '#web/ui/password-eye.tsx'
import { RutInput } from '#web/ui/RutInput.tsx'
import { searchable, searchOptions } from '#web/ui/search-options.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import classes from './Gallery.module.css'

export function Fields() {
  const { t } = useTranslation()
  const eye = usePasswordEye()
  const [rut, setRut] = useState('76.543.210-3')
  const [wrongRut, setWrongRut] = useState('15.151.515-1')
  const [search, setSearch] = useState('')
  return (
    <div className={classes.columns}>
      <TextInput label={t('gallery.fields.plain')} defaultValue={t('gallery.fields.value')} />
      <TextInput
        label={t('gallery.fields.empty')}
        placeholder={t('gallery.fields.placeholder')}
        withAsterisk
      />
      <TextInput
        label={t('gallery.fields.described')}
        description={t('gallery.fields.description')}
        inputMode="numeric"
        defaultValue="95000"
      />
      <TextInput
        label={t('gallery.fields.wrong')}
        error={t('gallery.fields.error')}
        defaultValue="0"
      />
      <TextInput
        label={t('gallery.fields.disabled')}
        defaultValue={t('gallery.fields.value')}
        disabled
      />
      <PasswordInput
        label={t('gallery.fields.password')}
        autoComplete="off"
        defaultValue={t('gallery.fields.value')}
        {...eye}
      />
      <RutInput label={t('gallery.fields.rut')} value={rut} onChange={setRut} />
      <RutInput
        label={t('gallery.fields.rutWrong')}
        error={t('gallery.fields.rutError')}
        value={wrongRut}
        onChange={setWrongRut}
      />
      <SearchBox label={t('gallery.fields.search')} value={search} onChange={setSearch} />
      <CopyField
        label={t('gallery.fields.address')}
        value="https://folio.example/d/clases-de-piano"
        copy={t('gallery.fields.copy')}
        copied={t('gallery.fields.copied')}
      />
    </div>
  )
}

const COMMUNES = ['nunoa', 'penalolen', 'vina'] as const
type Commune = (typeof COMMUNES)[number]

export function Choices() {
  const { t } = useTranslation()
  const [view, setView] = useState<'list' | 'calendar'>('list')
  const [chosen, setChosen] = useState<Commune | null>('nunoa')
  const [unchosen, setUnchosen] = useState<Commune | null>(null)
  const data = COMMUNES.map((value) => ({
    value,
    label: t(`gallery.choices.communes.${value}`),
  }))
  return (
    <>
      <div className={classes.columns}>
        <NativeSelect label={t('gallery.choices.native')} data={data} />
        <Select
          label={t('gallery.choices.searchable')}
          data={data}
          defaultValue="penalolen"
          searchable
          {...searchable}
          filter={searchOptions}
        />
        <MultiSelect
          label={t('gallery.choices.several')}
          data={data}
          defaultValue={['nunoa', 'vina']}
          searchable
          {...searchable}
          filter={searchOptions}
        />
        <Checkbox label={t('gallery.choices.unchecked')} />
        <Checkbox
          label={t('gallery.choices.checked')}
          description={t('gallery.choices.checkHint')}
          defaultChecked
        />
        <Checkbox label={t('gallery.choices.checkDisabled')} disabled />
      </div>
      <Choice
        label={t('gallery.choices.cards')}
        description={t('gallery.choices.cardsHint')}
        options={data.map((option) => ({ ...option, hint: t('gallery.choices.cardHint') }))}
        columns
        value={chosen}
        onChange={setChosen}
      />
      <Choice
        label={t('gallery.choices.cardsNone')}
        options={data}
        value={unchosen}
        onChange={setUnchosen}
      />
      <div className={classes.row}>
        <Segments
          label={t('gallery.choices.segments')}
          value={view}
          options={[
            { value: 'list', label: t('gallery.choices.list'), icon: <IconList size={16} /> },
            {
              value: 'calendar',
              label: t('gallery.choices.calendar'),
              icon: <IconCalendar size={16} />,
            },
          ]}
          onChange={setView}
        />
      </div>
    </>
  )
}
