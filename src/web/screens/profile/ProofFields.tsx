import { PasswordInput, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { fieldMessages, firstMessage, isUnreachable } from '#web/api/fault.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { usePasswordEye } from '#web/ui/password-eye.tsx'
import '#web/texts/profile.ts'
import { secondFactorQuery } from './own-queries.ts'

export interface Proof {
  password: string
  otp: string
}

export const NO_PROOF: Proof = { password: '', otp: '' }

/** As the contract takes it: no code where none was asked for. */
export function proofOf({ password, otp }: Proof): { password: string; otp?: string } {
  return otp.trim() === '' ? { password } : { password, otp: otp.trim() }
}

/** The account's password, and a code where there is a second factor; what was wrong beside each. */
export function ProofFields({
  proof,
  fault,
  missing,
  onChange,
  label,
  field = 'password',
}: {
  proof: Proof
  fault: unknown
  /** Pressed too early: what is empty is told. */
  missing: boolean
  onChange: (proof: Proof) => void
  label?: string
  /** What the server calls the password. */
  field?: 'password' | 'current_password'
}) {
  const { t } = useTranslation()
  const eye = usePasswordEye()
  const factor = useQuery(secondFactorQuery())
  const codeFault = fieldMessages(fault, 'otp')[0]
  const asksForCode = factor.data?.is_enabled === true || codeFault !== undefined
  return (
    <>
      <PasswordInput
        label={label ?? t('profile.factor.password')}
        autoComplete="current-password"
        {...eye}
        value={proof.password}
        maxLength={256}
        data-autofocus
        error={
          fieldMessages(fault, field)[0] ??
          (missing && proof.password === '' && t('profile.factor.passwordRequired'))
        }
        onChange={({ currentTarget }) => onChange({ ...proof, password: currentTarget.value })}
      />
      {asksForCode && (
        <TextInput
          label={t('profile.factor.anyCode')}
          description={t('profile.factor.anyCodeHint')}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={proof.otp}
          maxLength={40}
          error={codeFault ?? (missing && proof.otp === '' && t('profile.factor.codeRequired'))}
          onChange={({ currentTarget }) => onChange({ ...proof, otp: currentTarget.value })}
        />
      )}
    </>
  )
}

/** What went wrong and belongs to none of these fields. */
export function OtherFault({
  fault,
  fields,
  failed,
}: {
  fault: unknown
  fields: string[]
  failed: string
}) {
  const { t } = useTranslation()
  const isTold = fields.some((field) => fieldMessages(fault, field).length > 0)
  if (fault === null || isTold) return null
  const silent = isUnreachable(fault) ? t('faults.connection') : failed
  return (
    <Notice tone="wrong" isAlert>
      {firstMessage(fault) ?? silent}
    </Notice>
  )
}
