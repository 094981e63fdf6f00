import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeProductPrice, PRICE_CHANGED } from '#contract/directory.ts'
import { compareUf, uf, type Uf } from '#domain/uf.ts'
import { showPrice } from '#texts/formats.ts'
import { send } from '#web/api/client.ts'
import { directoryChanged, productPageQuery, type ProductPage } from '#web/api/directory.ts'
import { firstMessage, hasCode } from '#web/api/fault.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import '#web/texts/directory.ts'
import '#web/texts/wizard.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { Card } from '../directory/Card.tsx'
import classes from '../directory/Directory.module.css'
import { emptyLine, lineProblem } from '../rule-wizard/line.ts'
import { isFollowing, readTypedPrice } from './price-draft.ts'
import { PriceRules } from './PriceRules.tsx'

/** The price, what follows it, and the change of both at once: what it does is seen before it is done. */
export function ProductPrice({ page }: { page: ProductPage }) {
  const { t } = useTranslation()
  const { product } = page
  const [isEditing, setIsEditing] = useState(false)
  return (
    <Card
      title={t('products.price')}
      action={
        !isEditing && (
          <Button variant="default" size="sm" onClick={() => setIsEditing(true)}>
            {t('products.changePrice')}
          </Button>
        )
      }
    >
      <p>
        <span className={`${classes.big} num`}>
          {showPrice(product.unit_price, product.currency)}
        </span>
        <span className="muted small"> {t('products.priceNow')}</span>
      </p>
      {isEditing ? (
        <Change page={page} onEnd={() => setIsEditing(false)} />
      ) : (
        <PriceRules page={page} />
      )}
    </Card>
  )
}

function Change({ page, onEnd }: { page: ProductPage; onEnd: () => void }) {
  const { t } = useTranslation()
  const { product, rules } = page
  const { currency, name } = product
  const before = uf(product.unit_price)
  const [typed, setTyped] = useState('')
  const [kept, setKept] = useState<ReadonlySet<number>>(new Set())
  const [isAsked, setIsAsked] = useState(false)
  const after = readTypedPrice(typed, currency)
  const isSame = after !== null && compareUf(after, before) === 0
  const following = rules.filter((rule) => isFollowing(rule) && !kept.has(rule.id))
  const save = useSavePrice(page, onEnd)
  const toggle = (id: number) =>
    setKept((old) => {
      const next = new Set(old)
      if (!next.delete(id)) next.add(id)
      return next
    })
  const isReady = after !== null && !isSame
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) setIsAsked(true)
      }}
    >
      <TextInput
        label={t('products.newPrice', {
          currency: t(currency === 'UF' ? 'products.uf' : 'products.pesos'),
        })}
        inputMode="decimal"
        maxLength={40}
        value={typed}
        autoFocus
        error={isSame ? t('products.samePrice') : priceError(t, typed, currency)}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
      />
      {save.isStale && (
        <Notice tone="needsYou" isAlert>
          {firstMessage(save.error)}
        </Notice>
      )}
      <PriceRules page={page} change={{ after: isReady ? after : null, kept, onToggle: toggle }} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onEnd}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" disabled={!isReady}>
          {t('products.review')}
        </Button>
      </div>
      {after !== null && (
        <ConfirmDialog
          title={t('products.confirmTitle', { name })}
          body={t(following.length === 0 ? 'products.confirmAlone' : 'products.confirmRules', {
            before: showPrice(before, currency),
            after: showPrice(after, currency),
            count: following.length,
          })}
          confirm={t('products.confirm')}
          isBusy={save.isPending}
          opened={isAsked}
          onConfirm={() =>
            save.mutate(
              { after, ruleIds: following.map(({ id }) => id) },
              { onSettled: () => setIsAsked(false) },
            )
          }
          onClose={() => setIsAsked(false)}
        />
      )}
    </form>
  )
}

function priceError(t: TFunction, price: string, currency: 'CLP' | 'UF'): string | null {
  if (price.trim() === '') return null
  const fault = lineProblem({ ...emptyLine([]), productId: 0, currency, price })?.price ?? null
  return fault === null || fault === 'missing' ? null : t(`wizard.lines.${fault}`)
}

/** What was seen is what is changed: where it is another by now, it is shown anew. */
function useSavePrice({ product, version }: ProductPage, onEnd: () => void) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { queryKey } = productPageQuery(product.id)
  const save = useMutateAlone({
    mutationFn: ({ after, ruleIds }: { after: Uf; ruleIds: number[] }) =>
      send(changeProductPrice, {
        params: { id: product.id },
        body: { unit_price: after, seen: version, rules: ruleIds },
      }),
    onSuccess: async (changed) => {
      queries.setQueryData(queryKey, changed)
      toastSuccess(t('products.priceChanged'))
      onEnd()
      await directoryChanged(queries)
    },
    onError: async (fault) => {
      if (!hasCode(fault, PRICE_CHANGED)) {
        toastError(firstMessage(fault) ?? t('products.priceFailed'))
        return
      }
      await queries.invalidateQueries({ queryKey })
    },
  })
  return { ...save, isStale: hasCode(save.error, PRICE_CHANGED) }
}
