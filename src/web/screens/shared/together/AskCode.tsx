import { Button, Loader, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReplyOf } from '#contract/call.ts'
import { askPayerCode, listPayerAddresses, openPayerAccess } from '#contract/payer-access.ts'
import { send } from '#web/api/client.ts'
import { fieldMessages, firstMessage } from '#web/api/fault.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { Choice } from '#web/ui/Choice.tsx'
import { FaultNotice } from '#web/ui/FaultNotice.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { toastError } from '#web/ui/toast.ts'
import classes from './Together.module.css'
import { accessKey, rememberOpen, wasOpen } from './use-together.ts'

type Address = ReplyOf<typeof listPayerAddresses>[number]

/** A code to one of the addresses that the issuer has, and then the code. */
export function AskCode({ token, issuer }: { token: string; issuer: string }) {
  const { t } = useTranslation()
  const [sentTo, setSentTo] = useState<Address | null>(null)
  const asked = useQuery({
    queryKey: ['payer-addresses', token],
    queryFn: ({ signal }) => send(listPayerAddresses, { params: { token } }, signal),
    retry: false,
  })
  return (
    <section className={classes.list} aria-label={t('pay.together.title')}>
      <h2 className={classes.title}>{t('pay.together.title')}</h2>
      {wasOpen(token) && sentTo === null && (
        <Notice tone="calm" isAlert>
          {t('pay.together.over')}
        </Notice>
      )}
      {asked.isPending && <Loader size="sm" aria-label={t('loading')} />}
      {asked.isError && (
        <FaultNotice
          title={t('pay.together.title')}
          fault={asked.error}
          onRetry={() => void asked.refetch()}
        />
      )}
      {asked.data !== undefined &&
        (sentTo === null ? (
          <Addresses addresses={asked.data} token={token} issuer={issuer} onSent={setSentTo} />
        ) : (
          <Code sentTo={sentTo} token={token} onAnother={() => setSentTo(null)} />
        ))}
    </section>
  )
}

function Addresses({
  addresses,
  token,
  issuer,
  onSent,
}: {
  addresses: Address[]
  token: string
  issuer: string
  onSent: (address: Address) => void
}) {
  const { t } = useTranslation()
  const [first] = addresses
  const [chosen, setChosen] = useState(first?.id ?? null)
  const asking = useMutateAlone({
    mutationFn: async (address: Address) => {
      await send(askPayerCode, { params: { token }, body: { address: address.id } })
      return address
    },
    onSuccess: onSent,
    onError: (fault) => toastError(firstMessage(fault) ?? t('pay.together.notSent')),
  })
  if (first === undefined) return <p className="muted">{t('pay.together.noAddress', { issuer })}</p>
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        asking.mutate(addresses.find(({ id }) => id === chosen) ?? first)
      }}
    >
      <Choice
        label={t('pay.together.which')}
        description={t('pay.together.why', { issuer })}
        options={addresses.map(({ id, masked }, index) => ({
          value: id,
          label: named(addresses, masked, index),
        }))}
        value={chosen}
        onChange={setChosen}
      />
      <Button type="submit" size="md" loading={asking.isPending}>
        {t('pay.together.send')}
      </Button>
    </form>
  )
}

/** Two that look alike are told apart by their order. */
function named(addresses: Address[], masked: string, index: number): string {
  const alike = addresses.filter((one) => one.masked === masked)
  if (alike.length === 1) return masked
  const place = addresses.slice(0, index).filter((one) => one.masked === masked).length
  return `${masked} (${place + 1})`
}

const CODE = /^\d{3} ?\d{3}$/

function Code({
  sentTo,
  token,
  onAnother,
}: {
  sentTo: Address
  token: string
  onAnother: () => void
}) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [code, setCode] = useState('')
  const [isTried, setIsTried] = useState(false)
  const isWhole = CODE.test(code.trim())
  const opening = useMutateAlone({
    mutationFn: (text: string) =>
      send(openPayerAccess, { params: { token }, body: { code: text } }),
    onSuccess: (access) => {
      rememberOpen(token)
      client.setQueryData(accessKey(token), access)
    },
    onError: (fault) => {
      if (fieldMessages(fault, 'code').length > 0) return
      toastError(firstMessage(fault) ?? t('pay.together.notSent'))
    },
  })
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        setIsTried(true)
        if (isWhole) opening.mutate(code.trim())
      }}
    >
      <p aria-live="polite">{t('pay.together.sent', { address: sentTo.masked })}</p>
      <TextInput
        label={t('pay.together.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        size="md"
        autoFocus
        value={code}
        error={
          (isTried && !isWhole && t('pay.together.codeWrong')) ||
          fieldMessages(opening.error, 'code')[0]
        }
        onChange={({ currentTarget }) => {
          opening.reset()
          setIsTried(false)
          setCode(currentTarget.value)
        }}
      />
      <Button type="submit" size="md" loading={opening.isPending}>
        {t('pay.together.open')}
      </Button>
      <Button variant="subtle" onClick={onAnother}>
        {t('pay.together.another')}
      </Button>
    </form>
  )
}
