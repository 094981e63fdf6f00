import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { removeSecondFactor, renewRecoveryCodes } from '#contract/auth.ts'
import { send } from '#web/api/client.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { toastSuccess } from '#web/ui/toast.ts'
import { MAKES_CODES, secondFactorQuery } from './own-queries.ts'
import classes from './Profile.module.css'
import { NO_PROOF, OtherFault, ProofFields, type Proof } from './ProofFields.tsx'

export function TurnOff({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const remove = useMutateAlone({
    mutationFn: (proof: Proof) => send(removeSecondFactor, { body: proof }),
    onSuccess: async () => {
      toastSuccess(t('profile.factor.offDone'))
      onDone()
      await client.invalidateQueries({ queryKey: secondFactorQuery().queryKey })
    },
  })
  return (
    <ProofForm
      lead={t('profile.factor.offLead')}
      submit={t('profile.factor.turnOff')}
      isDangerous
      isBusy={remove.isPending}
      fault={remove.error}
      onSubmit={(proof) => remove.mutate(proof)}
    />
  )
}

export function RenewCodes({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const renew = useMutateAlone({
    mutationKey: MAKES_CODES,
    mutationFn: (proof: Proof) => send(renewRecoveryCodes, { body: proof }),
    onSuccess: async ({ recovery_codes: made }) => {
      onCodes(made)
      await client.invalidateQueries({ queryKey: secondFactorQuery().queryKey })
    },
  })
  return (
    <ProofForm
      lead={t('profile.factor.renewLead')}
      submit={t('profile.factor.renewSubmit')}
      isBusy={renew.isPending}
      fault={renew.error}
      onSubmit={(proof) => renew.mutate(proof)}
    />
  )
}

function ProofForm({
  lead,
  submit,
  isDangerous = false,
  isBusy,
  fault,
  onSubmit,
}: {
  lead: string
  submit: string
  isDangerous?: boolean
  isBusy: boolean
  fault: unknown
  onSubmit: (proof: Proof) => void
}) {
  const { t } = useTranslation()
  const [proof, setProof] = useState(NO_PROOF)
  const [isTooEarly, setIsTooEarly] = useState(false)
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const isWhole = proof.password !== '' && proof.otp.trim() !== ''
        setIsTooEarly(!isWhole)
        if (isWhole && !isBusy) onSubmit(proof)
      }}
    >
      <p className="muted">{lead}</p>
      <OtherFault fault={fault} fields={['password', 'otp']} failed={t('profile.factor.failed')} />
      <ProofFields proof={proof} fault={fault} missing={isTooEarly} onChange={setProof} />
      <Button type="submit" fullWidth color={isDangerous ? 'red' : 'teal'} loading={isBusy}>
        {submit}
      </Button>
    </form>
  )
}
