import { Button } from '@mantine/core'
import type { FormEvent } from 'react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { ConnectionMode, PaymentConnection, ProviderOfCompany } from '#web/api/payments.ts'
import { CopyField } from '#web/ui/CopyField.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { focusFirstWrong } from '#web/ui/focus-first-wrong.ts'
import { Segments } from '#web/ui/Segments.tsx'
import { connectionToWrite, problemsOf, wishOf, type ConnectionWish } from './connection-form.ts'
import { ConnectionFields } from './ConnectionFields.tsx'
import { useSave } from './use-connections.ts'
import classes from './PaymentProviders.module.css'

const STEPS = ['a', 'b', 'c'] as const

/** How to get an account's keys, and where they are typed. */
export function ConnectDialog({
  companyId,
  of,
  name,
  known,
  mode,
  onClose,
}: {
  companyId: number
  of: ProviderOfCompany
  name: string
  known: PaymentConnection | null
  mode: ConnectionMode
  onClose: () => void
}) {
  const { t } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  const [wish, setWish] = useState(() => wishOf(known, mode))
  const [isTried, setIsTried] = useState(false)
  const saving = useSave(companyId, onClose)
  const { provider, notify_urls: urls } = of
  const problems = problemsOf(provider, wish)
  const change = (part: Partial<ConnectionWish>) => setWish({ ...wish, ...part })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    flushSync(() => setIsTried(true))
    const seen = of.connections.find((one) => one.mode === wish.mode)?.id ?? null
    if (Object.keys(problems).length > 0) focusFirstWrong(form.current)
    else saving.mutate(connectionToWrite(provider, wish, seen))
  }
  const title =
    known === null ? t('providers.connect', { name }) : t('providers.replaceTitle', { name })
  return (
    <Dialog title={title} opened onClose={onClose} size="lg" isHigh isFirm>
      <form ref={form} noValidate className={classes.form} onSubmit={submit}>
        {known === null && (
          <Segments
            label={t('providers.mode')}
            value={wish.mode}
            options={(['live', 'test'] as const).map((value) => ({
              value,
              label: t(`providers.modes.${value}`),
            }))}
            onChange={(next) => change({ mode: next })}
          />
        )}
        <div>
          <h3 className={classes.stepsTitle}>{t('providers.steps')}</h3>
          <ol className={classes.steps}>
            {STEPS.map((step) => (
              <li key={step}>{t(`providers.stepsOf.${provider}.${wish.mode}.${step}`)}</li>
            ))}
          </ol>
        </div>
        {urls !== null && (
          <CopyField
            label={t('providers.notifyUrl')}
            value={urls[wish.mode]}
            copy={t('providers.copy')}
            copied={t('providers.copied')}
          />
        )}
        <ConnectionFields
          provider={provider}
          wish={wish}
          problems={isTried ? problems : {}}
          onChange={change}
        />
        {known !== null && <p className="muted small">{t('providers.keysAgain')}</p>}
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('providers.cancel')}
          </Button>
          <Button type="submit" loading={saving.isPending}>
            {t('providers.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
