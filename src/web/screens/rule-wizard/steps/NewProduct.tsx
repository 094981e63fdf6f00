import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { KeyboardEvent } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createProduct } from '#contract/parties.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import type { Product } from '#web/api/queries.ts'
import { productsQuery } from '#web/api/queries.ts'
import { useMutateOnce } from '#web/api/use-mutate-once.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import '#web/texts/wizard.ts'
import { emptyLine, lineProblem, priceToWire, readPrice, type LineDraft } from '../line.ts'
import classes from './steps.module.css'

/** Needs name and unit price, otherwise nothing happens. */
export function NewProduct({
  line,
  partyId,
  companyId,
  onCreated,
  onCancel,
}: {
  /** That the product is for: what it says of one stands there already. */
  line?: LineDraft
  partyId: number
  companyId: number
  onCreated: (product: Product) => void
  onCancel: () => void
}) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const said = line === undefined || line.productId ? emptyLine([]) : line
  const [name, setName] = useState(said.name)
  const [code, setCode] = useState(said.code ?? '')
  const [currency, setCurrency] = useState(said.currency)
  const [price, setPrice] = useState(said.price)
  const draft = { ...emptyLine([]), productId: 0, name, currency, price }
  const fault = lineProblem(draft)?.price ?? null
  const unitPrice = readPrice(draft)
  const create = useMutateOnce({
    mutationFn: (unit_price: string, key) =>
      send(createProduct, {
        key,
        body: { party_id: partyId, code: code.trim(), name: name.trim(), unit_price, currency },
      }),
    onSuccess: (product) => {
      client.setQueryData(productsQuery(companyId).queryKey, (old) => [...(old ?? []), product])
      toastSuccess(t('wizard.lines.created'))
      onCreated(product)
    },
    onError: (problem) => toastError(firstMessage(problem) ?? t('wizard.lines.createFailed')),
  })
  // The form around is the wizard's: Enter here makes the product, Escape gives up.
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') onCancel()
    if (event.key !== 'Enter') return
    event.preventDefault()
    submit()
  }
  const isReady = name.trim() !== '' && unitPrice !== null
  const submit = () => {
    if (isReady) create.mutate(priceToWire(unitPrice))
  }
  return (
    <div className={classes.product} role="group" aria-label={t('wizard.lines.newTitle')}>
      <p className={classes.productTitle}>{t('wizard.lines.newTitle')}</p>
      <div className={classes.pair}>
        <TextInput
          label={t('wizard.lines.name')}
          maxLength={80}
          value={name}
          autoFocus
          onKeyDown={onKeyDown}
          onChange={({ currentTarget: { value } }) => setName(value)}
        />
        <TextInput
          label={`${t('wizard.lines.code')} (${t('wizard.clients.optional')})`}
          maxLength={35}
          value={code}
          onKeyDown={onKeyDown}
          onChange={({ currentTarget: { value } }) => setCode(value)}
        />
      </div>
      <div className={classes.pair}>
        <NativeSelect
          label={t('wizard.lines.currency')}
          value={currency}
          data={[
            { value: 'CLP', label: t('wizard.lines.clp') },
            { value: 'UF', label: t('wizard.lines.uf') },
          ]}
          onChange={({ currentTarget: { value } }) => setCurrency(value === 'UF' ? 'UF' : 'CLP')}
        />
        <TextInput
          label={t(currency === 'UF' ? 'wizard.lines.priceUf' : 'wizard.lines.priceClp')}
          inputMode="decimal"
          value={price}
          error={
            price !== '' && fault !== null && fault !== 'missing' && t(`wizard.lines.${fault}`)
          }
          onKeyDown={onKeyDown}
          onChange={({ currentTarget: { value } }) => setPrice(value)}
        />
      </div>
      <div className={classes.dialogButtons}>
        <Button variant="default" size="sm" onClick={onCancel}>
          {t('actions.cancel')}
        </Button>
        <Button size="sm" disabled={!isReady} loading={create.isPending} onClick={submit}>
          {t('wizard.lines.newProduct')}
        </Button>
      </div>
    </div>
  )
}
