import { Button, CopyButton, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirmSecondFactor, startSecondFactor } from '#contract/auth.ts'
import type { ReplyOf } from '#contract/call.ts'
import { send } from '#web/api/client.ts'
import { fieldMessages } from '#web/api/fault.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { IconCheck, IconCopy } from '#web/ui/icons.ts'
import { QrCode } from '#web/ui/QrCode.tsx'
import { toastSuccess } from '#web/ui/toast.ts'
import { MAKES_CODES, secondFactorQuery } from './own-queries.ts'
import classes from './Profile.module.css'
import { NO_PROOF, OtherFault, ProofFields } from './ProofFields.tsx'

type Started = ReplyOf<typeof startSecondFactor>

/** The password, then the app, then the codes to keep: one after the other. */
export function TurnOn({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const [started, setStarted] = useState<Started | null>(null)
  if (started !== null) return <AddToApp started={started} onConfirmed={onCodes} />
  return <AskPassword onStarted={setStarted} />
}

function AskPassword({ onStarted }: { onStarted: (started: Started) => void }) {
  const { t } = useTranslation()
  const [proof, setProof] = useState(NO_PROOF)
  const [isTooEarly, setIsTooEarly] = useState(false)
  const start = useMutateAlone({
    mutationFn: () => send(startSecondFactor, { body: { password: proof.password } }),
    onSuccess: onStarted,
  })
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setIsTooEarly(proof.password === '')
        if (proof.password !== '' && !start.isPending) start.mutate()
      }}
    >
      <p className="muted">{t('profile.factor.onLead')}</p>
      <OtherFault fault={start.error} fields={['password']} failed={t('profile.factor.failed')} />
      <ProofFields proof={proof} fault={start.error} missing={isTooEarly} onChange={setProof} />
      <Button type="submit" fullWidth loading={start.isPending}>
        {t('profile.factor.continue')}
      </Button>
    </form>
  )
}

function AddToApp({
  started,
  onConfirmed,
}: {
  started: Started
  onConfirmed: (codes: string[]) => void
}) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [otp, setOtp] = useState('')
  const [isTooEarly, setIsTooEarly] = useState(false)
  const confirm = useMutateAlone({
    mutationKey: MAKES_CODES,
    mutationFn: () => send(confirmSecondFactor, { body: { otp } }),
    onSuccess: ({ recovery_codes: codes }) => {
      toastSuccess(t('profile.factor.enabled'))
      onConfirmed(codes)
      void client.invalidateQueries({ queryKey: secondFactorQuery().queryKey })
    },
  })
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setIsTooEarly(otp.trim() === '')
        if (otp.trim() !== '' && !confirm.isPending) confirm.mutate()
      }}
    >
      <p>{t('profile.factor.scan')}</p>
      <QrCode text={started.uri} label={t('profile.factor.qr')} />
      <SecretKey secret={started.secret} />
      <OtherFault fault={confirm.error} fields={['otp']} failed={t('profile.factor.failed')} />
      <TextInput
        label={t('profile.factor.code')}
        description={t('profile.factor.codeHint')}
        inputMode="numeric"
        autoComplete="one-time-code"
        value={otp}
        maxLength={40}
        error={
          fieldMessages(confirm.error, 'otp')[0] ??
          (isTooEarly && otp.trim() === '' && t('profile.factor.codeRequired'))
        }
        onChange={({ currentTarget }) => setOtp(currentTarget.value)}
      />
      <Button type="submit" fullWidth loading={confirm.isPending}>
        {t('profile.factor.confirm')}
      </Button>
    </form>
  )
}

/** In groups of four, as apps show it; copied without the spaces. */
function SecretKey({ secret }: { secret: string }) {
  const { t } = useTranslation()
  const label = useId()
  return (
    <div className={classes.secret}>
      <div>
        <p id={label} className="muted small">
          {t('profile.factor.secret')}
        </p>
        <output aria-labelledby={label} className={classes.key}>
          {secret.replaceAll(/.{4}(?=.)/g, '$& ')}
        </output>
      </div>
      <CopyButton value={secret} timeout={3_000}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            onClick={copy}
            leftSection={copied ? <IconCheck size={17} /> : <IconCopy size={17} />}
          >
            {t(copied ? 'profile.factor.copied' : 'profile.factor.copy')}
          </Button>
        )}
      </CopyButton>
    </div>
  )
}
