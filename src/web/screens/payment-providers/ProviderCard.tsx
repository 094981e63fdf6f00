import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatFee, formatFeeWithIva } from '#domain/prices.ts'
import type { ConnectionMode, PaymentConnection, ProviderOfCompany } from '#web/api/payments.ts'
import { Pill } from '#web/ui/Pill.tsx'
import { ConnectDialog } from './ConnectDialog.tsx'
import { ConnectedAccount } from './ConnectedAccount.tsx'
import { useConnectTest } from './use-connections.ts'
import classes from './PaymentProviders.module.css'

/** What the dialog is about: an account whose keys change, or a new one. */
type Asked = { known: PaymentConnection | null; mode: ConnectionMode }

/** One provider of one company: what it is for, what it costs, and the accounts connected. */
export function ProviderCard({
  companyId,
  of,
  isDemonstration,
  isBelowCompany,
}: {
  companyId: number
  of: ProviderOfCompany
  isDemonstration: boolean
  isBelowCompany: boolean
}) {
  const { t } = useTranslation()
  const { provider, method, connections } = of
  const [asked, setAsked] = useState<Asked | null>(null)
  const name = t(`providers.names.${provider}`)
  const Heading = isBelowCompany ? 'h3' : 'h2'
  return (
    <article className={classes.card} aria-label={name}>
      <div className={classes.head}>
        <Heading className={classes.name}>{name}</Heading>
        <Pill>{t(`providers.methods.${method}`)}</Pill>
      </div>
      <p>{t(`providers.about.${provider}`)}</p>
      <p className="muted small num">
        {t('providers.fee', { fee: formatFee(method), withIva: formatFeeWithIva(method) })}
      </p>
      {connections.map((connection) => (
        <ConnectedAccount
          key={connection.id}
          connection={connection}
          name={name}
          isDemonstration={isDemonstration}
          onReplace={() => setAsked({ known: connection, mode: connection.mode })}
        />
      ))}
      <Connect
        companyId={companyId}
        of={of}
        name={name}
        isDemonstration={isDemonstration}
        onOpen={(mode) => setAsked({ known: null, mode })}
      />
      {asked !== null && (
        <ConnectDialog
          companyId={companyId}
          of={of}
          name={name}
          known={asked.known}
          mode={asked.mode}
          onClose={() => setAsked(null)}
        />
      )}
    </article>
  )
}

/** Of each mode one account: what is connected in both has nothing to connect. */
function Connect({
  companyId,
  of: { provider, connections },
  name,
  isDemonstration,
  onOpen,
}: {
  companyId: number
  of: ProviderOfCompany
  name: string
  isDemonstration: boolean
  onOpen: (mode: ConnectionMode) => void
}) {
  const { t } = useTranslation()
  const connecting = useConnectTest(companyId)
  const modes = connections.map(({ mode }) => mode)
  if (modes.length === 2 || (isDemonstration && modes.includes('test'))) return null
  const mode = isDemonstration || modes.includes('live') ? 'test' : 'live'
  return (
    <div className={classes.connect}>
      {isDemonstration && (
        <Button
          loading={connecting.isPending}
          aria-label={t('providers.connectTestOf', { name })}
          onClick={() => connecting.mutate(provider)}
        >
          {t('providers.connectTest')}
        </Button>
      )}
      <Button
        variant={isDemonstration || modes.length > 0 ? 'default' : 'filled'}
        aria-label={isDemonstration ? t('providers.connectOwnOf', { name }) : undefined}
        onClick={() => onOpen(mode)}
      >
        {isDemonstration
          ? t('providers.connectOwn')
          : t(modes.length > 0 ? `providers.connectAlso.${mode}` : 'providers.connect', { name })}
      </Button>
    </div>
  )
}
