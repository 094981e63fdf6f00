import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeProduct } from '#contract/parties.ts'
import { send } from '#web/api/client.ts'
import { useHasSeveralCompanies } from '#web/api/companies.ts'
import type { ProductPage } from '#web/api/directory.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import '#web/texts/directory.ts'
import classes from '../directory/Directory.module.css'
import { EditCard, EditForm, useSaved } from '../directory/EditCard.tsx'

/** Name and code; the price has a place of its own, because rules follow it. */
export function ProductData({ page: { product, company } }: { page: ProductPage }) {
  const { t } = useTranslation()
  const namesCompany = useHasSeveralCompanies()
  return (
    <EditCard
      title={t('products.data')}
      edit={t('directory.edit')}
      renderForm={(onEnd) => <Form product={product} onEnd={onEnd} />}
    >
      <dl className={classes.facts}>
        <dt>{t('products.name')}</dt>
        <dd>{product.name}</dd>
        <dt>{t('products.code')}</dt>
        <dd className="num">{product.code === '' ? t('products.noCode') : product.code}</dd>
        {namesCompany && (
          <>
            <dt>{t('products.ofCompany')}</dt>
            <dd>{company.name}</dd>
          </>
        )}
      </dl>
    </EditCard>
  )
}

function Form({ product, onEnd }: { product: ProductPage['product']; onEnd: () => void }) {
  const { t } = useTranslation()
  const [name, setName] = useState(product.name)
  const [code, setCode] = useState(product.code)
  const isMissing = name.trim() === ''
  const save = useMutateAlone({
    mutationFn: () =>
      send(changeProduct, {
        params: { id: product.id },
        body: { name: name.trim(), code: code.trim() },
      }),
    ...useSaved(onEnd),
  })
  return (
    <EditForm
      isComplete={!isMissing}
      isBusy={save.isPending}
      onSave={() => save.mutate()}
      onEnd={onEnd}
    >
      <TextInput
        label={t('products.name')}
        description={t('products.nameHint')}
        maxLength={80}
        value={name}
        autoFocus
        error={isMissing && t('products.nameMissing')}
        onChange={({ currentTarget: { value } }) => setName(value)}
      />
      <TextInput
        label={t('products.code')}
        maxLength={35}
        value={code}
        onChange={({ currentTarget: { value } }) => setCode(value)}
      />
    </EditForm>
  )
}
