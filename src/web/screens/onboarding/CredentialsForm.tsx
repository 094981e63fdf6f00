import { Button, PasswordInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { sitePath } from '#contract/pages.ts'
import { isWithinNaturalPersonBound, parseRut } from '#domain/rut.ts'
import { createCredentials } from '#contract/facturators.ts'
import { send } from '#web/api/client.ts'
import { firstMessage, isRefusal, isUnreachable } from '#web/api/fault.ts'
import { companiesQuery, facturatorsQuery } from '#web/api/queries.ts'
import { useMutateOnce } from '#web/api/use-mutate-once.ts'
import { language } from '#web/language.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { usePasswordEye } from '#web/ui/password-eye.tsx'
import { RutInput } from '#web/ui/RutInput.tsx'
import { toastSuccess } from '#web/ui/toast.ts'
import classes from './Onboarding.module.css'

type Problem = 'rutRequired' | 'rutInvalid' | 'rutNotPerson' | 'claveRequired'

/** RUT and clave of the person who enters sii.cl. The clave leaves this form once and stays nowhere. */
export function CredentialsForm({ onDone, cancel }: { onDone: () => void; cancel?: ReactNode }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const eye = usePasswordEye('clave')
  const rutInput = useRef<HTMLInputElement>(null)
  const claveInput = useRef<HTMLInputElement>(null)
  const [rut, setRut] = useState('')
  const [clave, setClave] = useState('')
  const [problem, setProblem] = useState<Problem | null>(null)
  const connect = useMutateOnce({
    // Another RUT is another connection; the clave is in no key.
    keyFollowsContent: true,
    mutationFn: (parsed: string, key) =>
      send(createCredentials, { body: { rut: parsed, password: clave }, key }),
    onSuccess: async () => {
      toastSuccess(t('onboarding.success'))
      await reloadFacturators()
      onDone()
    },
    onError: (fault) => {
      if (isRefusal(fault)) setClave('')
      claveInput.current?.focus()
    },
  })
  const reloadFacturators = async () => {
    const { queryKey } = facturatorsQuery()
    await client.invalidateQueries({ queryKey: companiesQuery().queryKey })
    await client.refetchQueries({ queryKey })
    // A failure to reload them doesn't undo the connection. The former list would lead back here.
    if (client.getQueryState(queryKey)?.status === 'error') await client.resetQueries({ queryKey })
  }
  const submit = () => {
    const parsed = parseRut(rut)
    const found = problemOf(rut, clave)
    setProblem(found)
    if (found === 'claveRequired') claveInput.current?.focus()
    else if (found !== null || parsed === null) rutInput.current?.focus()
    // Body and check digit, K included (docs/decisions/0018).
    else connect.mutate(parsed.replace('-', ''))
  }
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {connect.isError && (
        <Notice tone="wrong" isAlert>
          {isUnreachable(connect.error)
            ? t('faults.connection')
            : (firstMessage(connect.error) ?? t('onboarding.failed'))}
        </Notice>
      )}
      <RutInput
        label={t('onboarding.rut')}
        description={t('onboarding.rutHint')}
        inputRef={rutInput}
        value={rut}
        onChange={setRut}
        onBlur={() => rut !== '' && setProblem(rutProblemOf(rut))}
        error={problem !== null && problem !== 'claveRequired' && t(`onboarding.${problem}`)}
      />
      <PasswordInput
        label={t('onboarding.clave')}
        description={t('onboarding.claveHint')}
        autoComplete="off"
        ref={claveInput}
        {...eye}
        value={clave}
        maxLength={64}
        onChange={(event) => setClave(event.currentTarget.value)}
        error={problem === 'claveRequired' && t('onboarding.claveRequired')}
      />
      <p className={classes.once}>{t('onboarding.once')}</p>
      <p className={classes.once}>
        <Trans
          i18nKey="onboarding.mandate"
          components={{ terms: <Link reloadDocument to={sitePath('terms', language())} /> }}
        />
      </p>
      <div className={classes.buttons}>
        {cancel}
        <Button type="submit" size="md" loading={connect.isPending} className={classes.submit}>
          {t(connect.isPending ? 'onboarding.submitting' : 'onboarding.submit')}
        </Button>
      </div>
      <p className={classes.slow} role="status">
        {connect.isPending ? t('onboarding.slow') : ''}
      </p>
    </form>
  )
}

function problemOf(rut: string, clave: string): Problem | null {
  return rutProblemOf(rut) ?? (clave === '' ? 'claveRequired' : null)
}

/** Only who signs in at the SII must be a natural person. */
function rutProblemOf(text: string): Problem | null {
  if (text.trim() === '') return 'rutRequired'
  const rut = parseRut(text)
  if (rut === null) return 'rutInvalid'
  return isWithinNaturalPersonBound(rut) ? null : 'rutNotPerson'
}
