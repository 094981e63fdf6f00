import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeProduct } from '#contract/parties.ts'
import { send } from '#web/api/client.ts'
import { useHasSeveralCompanies } from '#web/api/companies.ts'
import { directoryChanged, type ProductPage } from '#web/api/directory.ts'
import { firstMessage } from '#web/api/fault.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import '#web/texts/directory.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { Card } from '../directory/Card.tsx'
import classes from '../directory/Directory.module.css'

/** Name and code; the price has a place of its own, because rules follow it. */
export function ProductData({ page }: { page: ProductPage }) {
  const { t } = useTranslation()
  const [isEditing, setIsEditing] = useState(false)
  const namesCompany = useHasSeveralCompanies()
  const { product, company } = page
  return (
    <Card
      title={t('products.data')}
      action={
        !isEditing && (
          <Button variant="subtle" size="compact-sm" onClick={() => setIsEditing(true)}>
            {t('directory.edit')}
          </Button>
        )
      }
    >
      {isEditing ? (
        <Form product={product} onEnd={() => setIsEditing(false)} />
      ) : (
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
      )}
    </Card>
  )
}

function Form({ product, onEnd }: { product: ProductPage['product']; onEnd: () => void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [name, setName] = useState(product.name)
  const [code, setCode] = useState(product.code)
  const isMissing = name.trim() === ''
  const save = useMutateAlone({
    mutationFn: () =>
      send(changeProduct, {
        params: { id: product.id },
        body: { name: name.trim(), code: code.trim() },
      }),
    onSuccess: async () => {
      await directoryChanged(queries)
      toastSuccess(t('directory.saved'))
      onEnd()
    },
    onError: (fault) => toastError(firstMessage(fault) ?? t('directory.saveFailed')),
  })
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isMissing) save.mutate()
      }}
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
      <div className={classes.buttons}>
        <Button variant="default" onClick={onEnd}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {t('directory.save')}
        </Button>
      </div>
    </form>
  )
}
